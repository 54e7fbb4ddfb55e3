import type { LedgerEvent } from '#domain/books/ledger-events.ts'
import type { Transaction } from '#domain/books/transaction.ts'
import { humanise } from '#domain/kit/wording.ts'

const events: Record<LedgerEvent, string> = {
  invoice_sent: 'Invoice sent',
  credit_freed: 'Credit of a credit invoice',
  discount_taken: 'Discount earned or granted',
  discount_lost: 'Discount lost',
  money_received: 'Payment received',
  payment_cancelled: 'Payment cancelled',
  refund: 'Paid back to the customer',
  payout: 'Credit paid out',
  fee_waived: 'Late fee waived',
  write_off: 'Small rest written off',
  allocation: 'Money put on an invoice',
  unallocation: 'Money taken off an invoice',
  bill_approved: 'Bill approved',
  bill_difference: 'Supplier’s difference accepted',
  bill_discount_lost: 'Supplier’s discount lost',
  bill_paid: 'Payment to a supplier',
  bill_allocation: 'Money put on a bill',
  bill_unallocation: 'Money taken off a bill',
  bill_cleared: 'Small rest of a bill closed',
  bill_payment_back: 'Payment to a supplier came back',
  bill_paid_back: 'Paid back by a supplier',
  pair_closed: 'What is left of a supplier’s money',
  opening_balance: 'Opening balance',
  goodwill: 'Goodwill',
  correction: 'Correction',
  returned_refund: 'Refund of a payment that came back',
  bank_opened: 'Opening balance of a bank account',
  bank_moved: 'Seen on another bank account',
  bank_transfer: 'Transfer between our accounts',
  bank_coded: 'Bank line on an account',
  bank_aside: 'Bank money not identified',
  debits_paid_out: 'Direct debits paid out',
  commission_accrued: 'Commission earned',
  commission_taken_back: 'Commission taken back',
  commission_stated: 'GST of a commission statement',
  commission_statement_cancelled: 'Commission statement cancelled',
  commission_paid: 'Commission paid',
  commission_payment_back: 'Commission payment came back',
  manual: 'Booked by hand',
}

/** Who booked an entry, with both names where somebody worked in another's. */
export function bookedBy(row: Pick<Transaction, 'actor_name' | 'impersonator_name'>): string {
  const { actor_name, impersonator_name } = row
  return impersonator_name ? `${impersonator_name} as ${actor_name}` : actor_name
}

/** What an entry of the books is about, in words. */
export function eventText(event: string): string {
  const back = /^(.*)_reversed$/.exec(event)
  if (back) return `${eventText(back[1] ?? '')}, taken back`
  return isKnown(event) ? events[event] : humanise(event)
}

function isKnown(event: string): event is LedgerEvent {
  return event in events
}
