import { formatDayShort } from '#domain/kit/calendar.ts'

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
export function rateNoticeMail(notice: RateNotice): { subject: string; text: string } {
  const day = formatDayShort(notice.valid_from_date)
  const whose = notice.side === 'buy' && notice.supplier ? `${notice.supplier}’s` : 'Your'
  const subject = `${whose} rates change on ${day}`
  const about = [`contract ${notice.contract_number}`, ...notice.connections].join(', ')
  const paragraphs = [
    `Kia ora ${notice.customer}`,
    `From ${day} these rates apply to ${about}:`,
    notice.lines.map(lineText).join('\n'),
    'All rates are without GST.',
    ...(notice.reason ? [notice.reason] : []),
    'If you have a question, just answer this email or give us a call.',
    `Ngā mihi\n${notice.broker}`,
  ]
  return { subject, text: `${paragraphs.join('\n\n')}\n` }
}

/** 0.24150000 is written 0.2415, and 1.90000000 is written 1.90. */
function shown(amount: string): string {
  return amount.replace(/(\.\d{2}\d*?)0+$/, '$1')
}

function lineText({ rate_name, rate_amount, rate_unit, previous_amount }: NoticeLine): string {
  const unit = rate_unit === 'm3' ? 'm³' : rate_unit
  const before = previous_amount === null ? 'new' : `now $${shown(previous_amount)}`
  return `  ${rate_name}: $${shown(rate_amount)} per ${unit} (${before})`
}
