import { billCalls } from '#domain/bills/bill-calls.ts'
import { adjustmentCalls } from '#domain/books/adjustment-calls.ts'
import { manualentryCalls } from '#domain/books/manualentry-calls.ts'
import { accounts } from '#domain/books/postings.ts'
import { invoiceActionCalls } from '#domain/invoices/invoice-action-calls.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import { cents, wholeCents } from '#domain/kit/money.ts'
import { billpaymentCalls } from '#domain/payments/billpayment-calls.ts'
import { invoicepaymentCalls } from '#domain/payments/invoicepayment-calls.ts'
import { bookOrWait } from '#server/books/book-entry.ts'
import { makeAdjustment } from '#server/books/make-adjustment.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { catalogue } from '#server/routes.ts'
import { DEMO_TODAY } from './demo-time.ts'
import { playCall, playedRow } from './play-call.ts'
import { everyWarning, type On } from './store-billing.ts'

// Nobody whose account tells another story.
const QUIET = sql<{ id: number }, []>`
  select c.id from customers c where c.customer_status = 'active' and c.deleted_at is null
    and c.email is not null and not exists (select from invoices i where i.customer_id = c.id)
    and c.account_credit = 0 and c.balance_total = 0
    and not exists (select from mandates m where m.customer_id = c.id)
  order by c.id limit 3`

/** What happens to money now and then: given back, entered twice, thrown away, booked by two. */
export async function storeRareMoney(on: On, conn: Conn): Promise<void> {
  const [first, second, third] = await QUIET.all(conn)
  if (!first || !second || !third) throw new Error('Too few customers are left.')
  await refunded(on, conn, first.id)
  await thrownAway(on, conn, second.id)
  await enteredTwice(on, conn, second.id)
  await reversed(on, conn, third.id)
  await bookedByTwo(on, conn)
  await suppliersSide(on, conn)
}

const service = (name: string, rate: string) => ({
  lines: [{ name, quantity: '1', rate, unit: 'each' }],
})

/** An audit was paid and then not wanted: all of it went back. */
async function refunded(on: On, conn: Conn, customer_id: number): Promise<void> {
  const ctx = on('2026-10-21')
  const id = await playedRow(ctx, conn, invoiceCalls.create, {
    ...{ customer_id, due_date: '2026-11-05', discounted_date: '2026-11-05' },
    ...service('Energy audit', '180.00'),
  })
  const approval = { id, send: true, posted: true, acknowledge: everyWarning }
  await playCall(ctx, conn, invoiceActionCalls.approve, approval)
  const payment = await playedRow(on('2026-10-28'), conn, invoicepaymentCalls.create, {
    ...{ customer_id, amount_incl_gst: '207.00', payment_date: '2026-10-28' },
    payment_type: 'bank_transfer',
  })
  await playCall(on('2026-11-04'), conn, invoicepaymentCalls.refund, {
    ...{ id: payment, refund_date: '2026-11-04', invoice_outcome: 'reversed' },
    reason: 'The audit was called off',
  })
}

/** A draft for the wrong customer. */
async function thrownAway(on: On, conn: Conn, customer_id: number): Promise<void> {
  const ctx = on('2026-11-12', 'drafts')
  const id = await playedRow(ctx, conn, invoiceCalls.create, {
    ...{ customer_id, due_date: '2026-11-27', discounted_date: '2026-11-27' },
    ...service('Meter check', '45.00'),
  })
  await playCall(ctx, conn, invoiceCalls.remove, { id })
}

async function enteredTwice(on: On, conn: Conn, customer_id: number): Promise<void> {
  const id = await playedRow(on('2026-11-11'), conn, invoicepaymentCalls.create, {
    ...{ customer_id, amount_incl_gst: '92.40', payment_date: '2026-11-11' },
    payment_type: 'cash',
  })
  const reason = 'Entered for the wrong customer'
  await playCall(on('2026-11-11'), conn, invoicepaymentCalls.cancel, { id, reason })
}

async function reversed(on: On, conn: Conn, customer_id: number): Promise<void> {
  const { id } = await makeAdjustment(on('2026-11-09'), conn, {
    ...{ customer_id, kind: 'correction', side: 'credit', amount: '30.00' },
    reason: 'Daily charge of September',
  })
  const reason = 'September was right after all'
  await playCall(on('2026-11-10'), conn, adjustmentCalls.reverse, { id, reason })
}

const LAST_ENTRY = sql<{ id: number }, []>`select id from manualentries order by id desc limit 1`

/** Entries over what one person may book: one was booked by a colleague, one withdrawn. */
async function bookedByTwo(on: On, conn: Conn): Promise<void> {
  for (const [action, reason] of [
    ['approve', 'Other income of last winter that stood under late fees'],
    ['withdraw', 'Other income of spring, counted twice'],
  ] as const) {
    const amount = cents('12400.00')
    const lines = [
      { account: accounts.lateFees, amount },
      { account: accounts.otherIncome, amount: wholeCents(-amount) },
    ]
    const entry = { reason, transaction_date: '2026-11-09', lines }
    await bookOrWait(on('2026-11-09'), conn, entry, catalogue)
    const waiting = await LAST_ENTRY.one(conn)
    if (waiting) await playCall(on('2026-11-10'), conn, manualentryCalls[action], waiting)
  }
}

const UNPAID = sql<{ id: number; balance: string }, []>`
  select b.id, b.balance::text from bills b where b.bill_status = 'invoiced' and b.balance > 0
    and b.deleted_at is null and not b.is_disputed
    and not exists (select from billpayments p where p.bill_id = b.id)
  order by b.balance, b.id limit 3`

/** A bill that a supplier gave back, a payment that was stopped and one that nobody wanted. */
async function suppliersSide(on: On, conn: Conn): Promise<void> {
  const [first, second, third] = await UNPAID.all(conn)
  if (!first || !second || !third) throw new Error('Too few bills are unpaid.')
  const plan = (bill: { id: number; balance: string }, day: string) =>
    playedRow(on(day), conn, billpaymentCalls.create, {
      ...{ bill_id: bill.id, amount_incl_gst: bill.balance, payment_date: day },
      ...{ payment_type: 'bank_transfer', reference: 'By hand' },
    })
  const paid = await plan(first, '2026-11-06')
  await playCall(on('2026-11-06'), conn, billpaymentCalls.approve, { id: paid })
  await playCall(on('2026-11-06'), conn, billpaymentCalls.pay, { id: paid })
  await playCall(on('2026-11-12'), conn, billCalls.refund, {
    ...{ id: first.id, to: 'credit', refund_date: '2026-11-12' },
    reason: 'The supplier billed a site of another broker',
  })
  const stopped = await plan(second, DEMO_TODAY)
  await playCall(on(DEMO_TODAY), conn, billpaymentCalls.approve, { id: stopped })
  const reason = 'The supplier collects it itself'
  await playCall(on(DEMO_TODAY), conn, billpaymentCalls.cancel, { id: stopped, reason })
  const unwanted = await plan(third, DEMO_TODAY)
  await playCall(on(DEMO_TODAY), conn, billpaymentCalls.remove, { id: unwanted })
}
