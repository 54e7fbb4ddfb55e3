import { humanise } from '#domain/kit/wording.ts'
import type { BookedEvent } from './ledger-events.ts'

interface ToldEntry {
  event: BookedEvent
  number: string | null
  reference: string | null
}

const told: Partial<Record<BookedEvent, string>> = {
  invoice_sent: 'Invoice',
  invoice_sent_reversed: 'Cancelled: invoice',
  discount_lost: 'Discount not earned:',
  discount_lost_reversed: 'Discount given after all:',
  money_received: 'Payment, thank you',
  payment_cancelled: 'Payment taken back',
  refund: 'Refund to you',
  payout: 'Credit paid out to you',
  fee_waived: 'Late fee waived:',
  fee_waived_reversed: 'Late fee asked for again:',
  write_off: 'Small rest forgiven:',
  write_off_reversed: 'Rest asked for again:',
  opening_balance: 'Balance from before',
  opening_balance_reversed: 'Taken back: balance from before',
  goodwill: 'Credit to you',
  goodwill_reversed: 'Credit taken back',
  correction: 'Correction',
  correction_reversed: 'Correction taken back',
  returned_refund: 'Refund of a payment that came back',
  returned_refund_reversed: 'Taken back: refund of a payment that came back',
  manual: 'Adjustment',
  manual_reversed: 'Adjustment taken back',
}

/** An entry of the books as a customer understands it. */
export function entryWords({ event, number, reference }: ToldEntry): string {
  const words = told[event] ?? humanise(event)
  return [words, number ?? reference].filter(Boolean).join(' ')
}
