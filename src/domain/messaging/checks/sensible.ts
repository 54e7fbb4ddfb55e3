import { type Stop, stop } from './stop.ts'

/** What has become of an invoice. */
export interface InvoiceFacts {
  is_cancelled: boolean
  is_paid: boolean
  is_held: boolean
  /** The bank has been asked for the money, and has not answered yet. */
  is_with_bank: boolean
}

/** What has become of what a message is about. */
export interface SubjectFacts {
  kind: string
  invoice: InvoiceFacts | null
  contract: { is_withdrawn: boolean } | null
}

// What tells of an invoice as it stands; a correction says itself that it no longer does.
const aboutInvoice = ['invoice', 'copy', 'new_dates', 'reminder']

/** Why nobody is asked for what is on its way already. */
export const WITH_BANK = 'a direct debit of it is with the bank'

/** Nobody is told what is no longer true. */
export function senseStop({ kind, invoice, contract }: SubjectFacts): Stop | null {
  if (invoice && aboutInvoice.includes(kind)) {
    if (invoice.is_cancelled)
      return stop('sense', 'the invoice has been cancelled', 'Send the one that replaced it.')
    if (kind === 'reminder') {
      if (invoice.is_paid) return stop('sense', 'it has been paid', 'Nothing is left to remind of.')
      if (invoice.is_held)
        return stop('sense', 'the invoice is held', 'Release it first, once that is settled.')
      if (invoice.is_with_bank) return stop('sense', WITH_BANK, 'Wait for the bank’s answer.')
    }
  }
  if (kind === 'offer' && contract?.is_withdrawn)
    return stop('sense', 'the offer has been withdrawn', 'Make a new offer.')
  return null
}
