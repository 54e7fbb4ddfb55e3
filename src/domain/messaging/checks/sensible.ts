import { type Stop, stop } from './stop.ts'

/** What has become of an invoice, or of what is owed without one. */
export interface OwedFacts {
  is_cancelled: boolean
  is_paid: boolean
  is_held: boolean
  /** A direct debit that is under way pays of it. */
  is_promised: boolean
}

/** What has become of what a message is about. */
export interface SubjectFacts {
  kind: string
  invoice: OwedFacts | null
  adjustment: OwedFacts | null
  contract: { is_withdrawn: boolean } | null
  /** The customer was archived. */
  is_archived?: boolean | undefined
}

// What tells of an invoice as it stands; a correction says itself that it no longer does.
const aboutInvoice = ['invoice', 'copy', 'new_dates', 'reminder']

/** Why nobody is asked for what is on its way already. */
export const PROMISED = 'a direct debit of it is under way'

/** Nobody is told what is no longer true. */
export function senseStop(facts: SubjectFacts): Stop | null {
  const { kind, invoice, adjustment, contract, is_archived } = facts
  // What is about an account follows whoever left; what goes to many was meant for those who stay.
  if (kind === 'bulk' && is_archived)
    return stop('sense', 'the customer was archived', 'Restore the customer to write to them.')
  if (invoice && aboutInvoice.includes(kind)) {
    if (invoice.is_cancelled)
      return stop('sense', 'the invoice has been cancelled', 'Send the one that replaced it.')
    if (kind === 'reminder') return reminderStop(invoice, 'the invoice is held')
  }
  if (adjustment && kind === 'reminder') {
    if (adjustment.is_cancelled)
      return stop('sense', 'it has been cancelled', 'Nothing is left to remind of.')
    return reminderStop(adjustment, 'it is held')
  }
  if (kind === 'offer' && contract?.is_withdrawn)
    return stop('sense', 'the offer has been withdrawn', 'Make a new offer.')
  return null
}

function reminderStop(
  { is_paid, is_held, is_promised }: OwedFacts,
  heldWords: string,
): Stop | null {
  if (is_paid) return stop('sense', 'it has been paid', 'Nothing is left to remind of.')
  if (is_held) return stop('sense', heldWords, 'Release it first, once that is settled.')
  return is_promised ? stop('sense', PROMISED, 'Wait for the bank’s answer.') : null
}
