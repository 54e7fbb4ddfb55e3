import { formatDayShort } from '#domain/kit/calendar.ts'
import { cents, formatMoney } from '#domain/kit/money.ts'
import type { KeyValues } from '#domain/messaging/template/standards.ts'
import type { CommissionStatement } from './commissionstatement.ts'

const dollars = (amount: string) => `$${formatMoney(amount)}`

/** The mail that a commission statement comes with. */
export function statementValues(
  row: CommissionStatement,
  { partner, broker, link }: { partner: string; broker: string; link: string },
): KeyValues<'commission_statement'> {
  const isCarried = cents(row.to_pay) === 0
  return {
    fields: {
      broker_name: broker,
      partner_name: partner,
      statement_number: row.statement_number,
      to_date: formatDayShort(row.to_date),
      total: dollars(row.total),
      to_pay: isCarried ? null : dollars(row.to_pay),
      carried: isCarried ? dollars(row.total) : null,
      asks_invoice: row.gst_mode === 'their_invoice' ? 'yes' : null,
      link,
    },
    rows: [],
  }
}

/** The mail that takes a statement back. */
export function cancelledValues(
  row: CommissionStatement,
  { partner, broker, reason }: { partner: string; broker: string; reason: string },
): KeyValues<'commission_cancelled'> {
  return {
    fields: {
      broker_name: broker,
      partner_name: partner,
      statement_number: row.statement_number,
      total: dollars(row.total),
      reason,
    },
    rows: [],
  }
}
