import { formatDayShort } from '#domain/kit/calendar.ts'
import { cents, formatMoney, sumCents } from '#domain/kit/money.ts'

export interface Remittance {
  broker: string
  supplier: string
  batch: string
  payment_date: string
  payments: readonly {
    /** Of the supplier's statement, or of our adjustment. */
    number: string | null
    is_adjustment: boolean
    account: string | null
    amount: string
  }[]
}

/** Tells a supplier what a transfer is for: each item with its account and amount, and the sum. */
export function remittanceMail(given: Remittance): { subject: string; text: string } {
  const total = `$${formatMoney(sumCents(given.payments.map(({ amount }) => cents(amount))))}`
  const lines = given.payments.map(({ number, is_adjustment, account, amount }) => {
    const kind = is_adjustment ? 'Adjustment' : 'Statement'
    const what = number ? `${kind} ${number}` : `${kind} without a number`
    return `${what}${account ? `, account ${account}` : ''}: $${formatMoney(amount)}`
  })
  const paragraphs = [
    `Kia ora ${given.supplier}`,
    `We are paying you ${total} on ${formatDayShort(given.payment_date)}:`,
    lines.join('\n'),
    `Total: ${total}\nOur reference: ${given.batch}`,
    `Ngā mihi\n${given.broker}`,
  ]
  return {
    subject: `Remittance advice ${given.batch} from ${given.broker}: ${total}`,
    text: `${paragraphs.join('\n\n')}\n`,
  }
}
