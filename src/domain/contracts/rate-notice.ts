import { formatDayShort } from '#domain/kit/calendar.ts'
import { unitWord } from '#domain/kit/words.ts'
import type { KeyValues } from '#domain/messaging/template/standards.ts'

export interface NoticeLine {
  rate_name: string
  rate_amount: string
  rate_unit: string
  previous_amount: string | null
}

export interface RateNotice {
  side: 'sell' | 'buy'
  broker: string
  customer: string
  supplier: string | null
  contract_number: string
  connections: readonly string[]
  valid_from_date: string
  reason: string | null
  lines: readonly NoticeLine[]
}

/** The letter that tells a customer of new rates, line by line, old beside new. */
export function rateNoticeValues(notice: RateNotice): KeyValues<'rate_notice'> {
  return {
    fields: {
      broker_name: notice.broker,
      customer_name: notice.customer,
      contract_number: notice.contract_number,
      supplier_name: notice.supplier,
      connections: notice.connections.join(', '),
      valid_from_date: formatDayShort(notice.valid_from_date),
      whose: notice.side === 'buy' && notice.supplier ? `${notice.supplier}’s` : 'Your',
      reason: notice.reason,
    },
    rows: notice.lines.map(rowOf),
  }
}

/** The same in a few words, for the phone. */
export function rateNoticeSms(notice: RateNotice): string {
  const { side, supplier, contract_number, valid_from_date, reason, lines } = notice
  const whose = side === 'buy' && supplier ? `The rates of ${supplier}` : 'Your rates'
  const rates = lines.map(rowOf).map(({ rate_name, rate_amount, rate_unit, previous_amount }) => {
    const before = previous_amount === null ? 'new' : `now ${previous_amount}`
    return `${rate_name} ${rate_amount} per ${rate_unit} (${before})`
  })
  const why = reason?.replace(/\s+/g, ' ').trim().replace(/\.$/, '')
  return [
    `${whose} change on ${formatDayShort(valid_from_date)}.`,
    `Contract ${contract_number}, without GST: ${rates.join(', ')}.`,
    ...(why ? [`${why}.`] : []),
  ].join(' ')
}

/** 0.24150000 is written 0.2415, and 1.90000000 is written 1.90. */
function shown(amount: string): string {
  return amount.replace(/(\.\d{2}\d*?)0+$/, '$1')
}

function rowOf({ rate_name, rate_amount, rate_unit, previous_amount }: NoticeLine) {
  return {
    rate_name,
    rate_amount: `$${shown(rate_amount)}`,
    rate_unit: unitWord(rate_unit),
    previous_amount: previous_amount === null ? null : `$${shown(previous_amount)}`,
    is_new: previous_amount === null,
  }
}
