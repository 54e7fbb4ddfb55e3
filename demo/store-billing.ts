import { dayNumber } from '#domain/kit/day-number.ts'
import { priceLines } from '#domain/pricing/price-lines.ts'
import { settleCustomer } from '#server/books/settle.ts'
import { collectedMoney } from '#server/directdebit/collected-money.ts'
import { approveInvoice } from '#server/invoices/approve-invoice.ts'
import { cancelInvoice, redoInvoice } from '#server/invoices/cancel-invoice.ts'
import { holdInvoice } from '#server/invoices/hold-invoice.ts'
import { proposeInvoice } from '#server/invoices/propose-invoice.ts'
import { sendInvoice } from '#server/invoices/send-invoice.ts'
import { storeInvoice } from '#server/invoices/store-invoice.ts'
import type { Conn, Database } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import type { Config } from '#server/kit/start/config.ts'
import { receivePayment } from '#server/payments/receive-payment.ts'
import { refundPayment } from '#server/payments/refund-payment.ts'
import { sendReceipt } from '#server/payments/send-receipt.ts'
import { contractFor, ratesFor, usageFor } from '#server/pricing/price-sources.ts'
import { adjustBefore, storeAdjustments } from './adjustments.ts'
import { storeShares } from './commissions.ts'
import { atOffice, DEMO_TODAY } from './demo-time.ts'
import { storeEntriesByHand } from './entries-by-hand.ts'
import { storeChangedAccount } from './payee-accounts.ts'
import type { DemoActor } from './store-rows.ts'
import { storeSupplierAdjustments } from './supplier-adjustments.ts'
import { storeSupplierPayments } from './supplier-payments.ts'

interface BilledContract {
  id: number
  customer_id: number
  billed_to_date: string
}

/** What became of a contract's last two invoices. */
type Story =
  | 'paid in time'
  | 'paid late'
  | 'overdue'
  | 'part paid'
  | 'to approve'
  | 'to send'
  | 'cancelled'
  | 'redone'
  | 'held'
  | 'in credit'

const stories: Story[] = [
  'paid in time',
  'overdue',
  'part paid',
  'to approve',
  'paid late',
  'to send',
  'paid in time',
  'redone',
  'in credit',
  'held',
  'cancelled',
  'paid in time',
]
const types = ['bank_transfer', 'bank_transfer', 'card', 'bank_transfer', 'cash', 'cheque']

/**
 * Invoices, bills and payments of the last two months for the first contracts of a book, made by the
 * functions that make them for people, each on its own day.
 */
export async function storeBilling(on: On, conn: Conn, count: number): Promise<void> {
  const contracts = await conn.query<BilledContract>(
    `select id, customer_id, billed_to_date from contracts where billed_to_date is not null
       and contract_status = 'active' and deleted_at is null order by id limit $1`,
    [count],
  )
  await beginAnew(conn, contracts)
  await storeShares(on, conn)
  await conn.query(
    `update customers set balance_total = 0, balance_current = 0, balance_overdue = 0,
       account_credit = 0, invoice_latest = null`,
  )
  for (const [place, contract] of contracts.entries())
    await tell(on, conn, contract, stories[place % stories.length] ?? 'paid in time', place)
  await billedElsewhere(conn)
  // What lapsed since then is booked as of the demonstration's own day.
  const customers = new Set(contracts.map((contract) => contract.customer_id))
  for (const id of customers)
    await settleCustomer(on(DEMO_TODAY), conn, id, { because: 'The last day passed.' })
  await storeSupplierPayments(on, conn)
  await storeChangedAccount(on, conn)
  await storeAdjustments(on, conn)
  await storeSupplierAdjustments(on, conn)
  await storeEntriesByHand(on, conn)
}

async function beginAnew(conn: Conn, contracts: readonly BilledContract[]): Promise<void> {
  const ids = contracts.map(({ id }) => id)
  await conn.query(
    `update contracts set billed_to_date = null, billed_elsewhere_date = null
     where id = any($1)`,
    [ids],
  )
}

/** The book came here two months ago: what is older was billed where it came from. */
async function billedElsewhere(conn: Conn): Promise<void> {
  await conn.query(
    `update contracts k set billed_elsewhere_date = f.first_day - 1
     from (select contract_id, min(period_start) as first_day from invoices
       where contract_id is not null group by contract_id) f
     where f.contract_id = k.id and f.first_day > k.date_start`,
  )
  await conn.query(
    `update contracts k set billed_elsewhere_date = billed_to_date
     where billed_to_date is not null
       and not exists (select from invoices i where i.contract_id = k.id)`,
  )
}

/** Invoices of the last month for all contracts of these customers; nobody has paid them yet. */
export async function storeUnpaid(on: On, conn: Conn, names: readonly string[]): Promise<void> {
  const contracts = await conn.query<BilledContract>(
    `select k.id, k.customer_id, k.billed_to_date from contracts k
     join customers c on c.id = k.customer_id and c.name = any($1)
     where k.billed_to_date is not null and k.contract_status = 'active' and k.deleted_at is null
     order by k.id`,
    [names],
  )
  await beginAnew(conn, contracts)
  for (const [place, contract] of contracts.entries())
    await sent(on, conn, contract, monthOf(contract.billed_to_date), place)
  await billedElsewhere(conn)
}

/** Somebody of the office, on a day of their choice. */
export type On = (day: string, task?: 'drafts') => Context

export function contextOn(
  parts: { database: Database; config: Config },
  { organisation_id }: { organisation_id: number },
  team: readonly DemoActor[],
  day: string,
): Context {
  const clock = { now: () => atOffice(day) }
  const job = { ...parts, clock, signal: new AbortController().signal, isLastAttempt: false }
  const ctx = systemContext(job, organisation_id, 'demonstration')
  // Each day of the office is somebody’s.
  const who = team[dayNumber(day) % team.length]
  const { name = 'Set-up', id = null } = who ?? {}
  // They have just signed in.
  const proved_at = clock.now().toISOString()
  return { ...ctx, actor: { ...ctx.actor, name, user_id: id ?? 0, proved_at } }
}

async function tell(
  on: On,
  conn: Conn,
  contract: BilledContract,
  story: Story,
  place: number,
): Promise<void> {
  const last = monthOf(contract.billed_to_date)
  const before = monthOf(Temporal.PlainDate.from(last.from).subtract({ days: 1 }).toString())
  const first = await sent(on, conn, contract, before, place)
  if (story !== 'overdue') await paid(on, conn, first, place, story === 'paid late' ? 12 : -2)
  if (story === 'to approve') return void (await draft(on, conn, contract, last, place))
  if (story === 'to send') {
    const id = await draft(on, conn, contract, last, place)
    await approve(on(last.sent), conn, id)
    return
  }
  await adjustBefore(on(last.sent), conn, { customer_id: contract.customer_id, place })
  const second = await sent(on, conn, contract, last, place)
  await ends(on, conn, second, story, place)
}

interface SentInvoice {
  id: number
  customer_id: number
  invoice_number: string
  due_date: string
  discounted_total: string
}

async function ends(
  on: On,
  conn: Conn,
  invoice: SentInvoice,
  story: Story,
  place: number,
): Promise<void> {
  const today = on(DEMO_TODAY)
  const reason = { id: invoice.id, reason: 'Wrong site on the bill' }
  if (story === 'paid in time' || story === 'paid late')
    await paid(on, conn, invoice, place + 1, story === 'paid late' ? 1 : -1)
  if (story === 'part paid') {
    const id = await pay(today, conn, invoice, '100.00', place)
    await sendReceipt(today, conn, { id })
  }
  if (story === 'held')
    await holdInvoice(today, conn, { id: invoice.id, reason: 'Reading disputed' })
  if (story === 'cancelled') await cancelInvoice(today, conn, reason)
  if (story === 'redone') await redoInvoice(today, conn, reason)
  if (story === 'in credit') {
    const more = (Number(invoice.discounted_total) + 75).toFixed(2)
    const money = await pay(today, conn, invoice, more, place)
    const back = { id: money, amount: '25.00', reason: 'Paid too much' }
    await refundPayment(today, conn, back, collectedMoney)
    await creditNote(today, conn, invoice)
  }
}

/** A draft that gives a part of an invoice back, to be approved. */
async function creditNote(ctx: Context, conn: Conn, invoice: SentInvoice): Promise<void> {
  const request = {
    customer_id: invoice.customer_id,
    credits_id: invoice.id,
    credit_amount: '11.50',
    credit_text: 'A day without power',
  }
  await storeInvoice(ctx, conn, request, await proposeInvoice(ctx, conn, request))
}

interface Month {
  from: string
  to: string
  /** When its invoice is written and goes out. */
  sent: string
}

function monthOf(day: string): Month {
  const first = Temporal.PlainDate.from(day).with({ day: 1 })
  const to = first.with({ day: first.daysInMonth })
  return { from: first.toString(), to: to.toString(), sent: to.add({ days: 4 }).toString() }
}

async function draft(
  on: On,
  conn: Conn,
  contract: BilledContract,
  month: Month,
  place: number,
): Promise<number> {
  const ctx = on(month.sent, 'drafts')
  const request = {
    customer_id: contract.customer_id,
    contract_id: contract.id,
    period_start: month.from,
    period_end: month.to,
    invoice_date: month.sent,
    bill: await billOf(conn, contract, month, place),
  }
  const proposed = await proposeInvoice(ctx, conn, request)
  const { id } = await storeInvoice(ctx, conn, request, proposed)
  return id
}

/** The supplier's bill of the same month, at the buy rates. */
async function billOf(conn: Conn, contract: BilledContract, month: Month, place: number) {
  const row = await contractFor(conn, contract.customer_id, contract.id)
  if (!row) return null
  const rates = await ratesFor(conn, 'supplierrates', contract.id)
  const connections = await usageFor(conn, row, month.from)
  const priced = connections.flatMap((connection) => priceLines(connection, rates, month))
  if (priced.length === 0) return null
  return {
    supplier_statement_number: `ST-${month.from.slice(2, 7).replace('-', '')}-${String(contract.id).padStart(4, '0')}`,
    date_issued: Temporal.PlainDate.from(month.to).add({ days: 2 }).toString(),
    supplier_due_date: Temporal.PlainDate.from(month.to).add({ days: 28 }).toString(),
    period_start: month.from,
    period_end: month.to,
    ppd_percent: place % 3 === 0 ? '10' : '0',
    opening_balance: '0.00',
    lines: priced.map((line) => ({
      name: line.rate_name,
      quantity: line.quantity,
      rate: line.rate_amount,
      unit: line.rate_unit,
      discountable: line.isDiscountable,
      from: line.from,
      to: line.to,
    })),
  }
}

const codes = Array.from({ length: 11 }, (_, place) => `W${String(place + 1).padStart(2, '0')}`)
export const everyWarning = codes.flatMap((code) => [code, `bill:${code}`])

async function approve(ctx: Context, conn: Conn, id: number): Promise<void> {
  await approveInvoice(ctx, conn, { id, acknowledge: everyWarning })
}

async function sent(
  on: On,
  conn: Conn,
  contract: BilledContract,
  month: Month,
  place: number,
): Promise<SentInvoice> {
  const id = await draft(on, conn, contract, month, place)
  const ctx = on(month.sent)
  await approve(ctx, conn, id)
  const written = await sendInvoice(ctx, conn, { id, posted: true, to: [] })
  const { customer_id, invoice_number, due_date, discounted_total } = written.row
  if (!invoice_number || !due_date || !discounted_total)
    throw new Error(`Invoice ${id} was not sent.`)
  return { id, customer_id, invoice_number, due_date, discounted_total }
}

/** Paid so many days after its due date, or before it. */
async function paid(
  on: On,
  conn: Conn,
  invoice: SentInvoice,
  place: number,
  days: number,
): Promise<void> {
  const wanted = Temporal.PlainDate.from(invoice.due_date).add({ days }).toString()
  const day = [wanted, DEMO_TODAY].sort()[0] ?? DEMO_TODAY
  if (Number(invoice.discounted_total) > 0)
    await pay(on(day), conn, invoice, invoice.discounted_total, place, day)
}

async function pay(
  ctx: Context,
  conn: Conn,
  invoice: SentInvoice,
  amount_incl_gst: string,
  place: number,
  payment_date = DEMO_TODAY,
): Promise<number> {
  const { written } = await receivePayment(ctx, conn, {
    customer_id: invoice.customer_id,
    amount_incl_gst,
    payment_date,
    payment_type: types[place % types.length] ?? 'bank_transfer',
    reference: invoice.invoice_number,
  })
  return written.id
}
