import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { knownBy } from './charge-day.ts'
import { causeInWords, type DebitCause, type DebitState } from './provider-words.ts'

export interface ToldDebit {
  debit_state: DebitState
  charge_date: string
  debit_cause: string | null
  /** It was asked to be cancelled, and the provider has not answered yet. */
  cancel_asked_at: string | null
  payout_date?: string | null | undefined
}

/** How a debit stands, in the words that screens, mails and pages use. */
export function debitInWords(debit: ToldDebit): string {
  const day = formatDayShort(debit.charge_date)
  switch (debit.debit_state) {
    case 'planned':
      return debit.cancel_asked_at ? 'Being cancelled' : `Planned for ${day}`
    case 'submitted':
      return `With the bank – known by ${formatDayShort(knownBy(debit.charge_date))}`
    case 'confirmed':
      return `Collected ${day}`
    case 'paid_out':
      return debit.payout_date ? `Paid out ${formatDayShort(debit.payout_date)}` : 'Paid out'
    case 'cancelled':
      return 'Cancelled'
    case 'failed':
      return `Not honoured: ${causeInWords((debit.debit_cause ?? 'other') as DebitCause)}`
    case 'charged_back':
      return 'Taken back by the customer’s bank'
  }
}

/** What a debit under way means for whoever looks at what it pays; null for one that is over. */
export function collectingInWords(debit: ToldDebit & { amount: string }): string | null {
  const { debit_state, charge_date, amount } = debit
  const known = `known by ${formatDayShort(knownBy(charge_date))}`
  const dollars = `$${formatMoney(amount)}`
  if (debit_state === 'submitted') return `Collecting ${dollars} – ${known}`
  if (debit_state !== 'planned') return null
  const day = formatDayShort(charge_date)
  if (debit.cancel_asked_at) return `The debit of ${dollars} on ${day} is being cancelled`
  return `We’ll collect ${dollars} on ${day} – ${known}`
}
