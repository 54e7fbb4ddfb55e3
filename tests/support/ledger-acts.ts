import { expect } from 'vitest'
import type { invoice } from '#domain/invoices/invoice.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { settleCustomer } from '#server/books/settle.ts'
import { approveInvoice } from '#server/invoices/approve-invoice.ts'
import { cancelInvoice, redoInvoice } from '#server/invoices/cancel-invoice.ts'
import { recalculateInvoice } from '#server/invoices/draft-invoice.ts'
import {
  chargeLateFees,
  dropLateFee,
  unowedLateFees,
} from '#server/invoices/dunning/dunning-late-fees.ts'
import { waiveLateFee } from '#server/invoices/dunning/waive-late-fee.ts'
import { grantDiscount, holdInvoice, releaseInvoice } from '#server/invoices/hold-invoice.ts'
import { proposeInvoice } from '#server/invoices/propose-invoice.ts'
import { sendInvoice } from '#server/invoices/send-invoice.ts'
import { storeInvoice } from '#server/invoices/store-invoice.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { allocatePayment, unallocatePayment } from '#server/payments/allocate-payment.ts'
import { cancelPayment } from '#server/payments/cancel-payment.ts'
import { receivePayment } from '#server/payments/receive-payment.ts'
import { refundPayment } from '#server/payments/refund-payment.ts'
import { addSent, type ClosedRest, type Command, expected, type Model } from './ledger-model.ts'

export interface Run {
  ctx: Context
  conn: Conn
  model: Model
  customer_id: number
}

/** What the model has to learn once the change is kept. */
type Learn = () => void
const nothing: Learn = () => undefined
type UnsentCommand = Extract<Command, { do: 'draft' | 'approve' | 'recalculate' | 'send' }>
const reason = 'Because of the model'

export const pick = <T>(list: readonly T[], at: number): T | undefined =>
  at < 0 ? list.at(at) : list[at % (list.length || 1)]

async function draft({ ctx, conn, customer_id }: Run, rate: string, more: object) {
  const lines = [{ name: 'Energy', quantity: '1', rate, unit: 'each', discountable: true }]
  const request = { customer_id, lines, ...more }
  return storeInvoice(ctx, conn, request, await proposeInvoice(ctx, conn, request))
}

async function send(run: Run, rate: string, more: object): Promise<Learn> {
  const { ctx, conn, model } = run
  const { id } = await draft(run, rate, more)
  const sent = await approveInvoice(ctx, conn, { id, send: true, posted: true })
  return () => addSent(model, sent.row)
}

const chargesOf = ({ row }: Written<typeof invoice>) => row.charges_total ?? '0.00'

/** The steps of an invoice one by one, with anything between them. */
async function unsent(run: Run, command: UnsentCommand): Promise<Learn> {
  const { ctx, conn, model } = run
  if (command.do === 'draft') {
    const due_date = addDays(todayOf(ctx), command.due)
    const rate = toDecimalString(wholeCents(command.amount))
    const made = await draft(run, rate, { due_date, discount_percent: command.discount })
    return () => void model.unsent.push({ id: made.id, charges: chargesOf(made) })
  }
  const one = pick(model.unsent, command.at)
  if (!one) return nothing
  if (command.do === 'approve') {
    await approveInvoice(ctx, conn, { id: one.id })
    return nothing
  }
  if (command.do === 'recalculate') {
    const anew = await recalculateInvoice(ctx, conn, { id: one.id })
    // Its lines were written by hand: only fees may come and go.
    expect(chargesOf(anew)).toBe(one.charges)
    return nothing
  }
  const sent = await sendInvoice(ctx, conn, { id: one.id, posted: true })
  return () => {
    model.unsent = model.unsent.filter(({ id }) => id !== one.id)
    // What was promised to it lies on it now.
    for (const payment of model.payments) if (payment.names === one.id) payment.reserved = 0
    addSent(model, sent.row)
  }
}

async function pay(run: Run, command: Extract<Command, { do: 'pay' }>) {
  const { ctx, conn, model, customer_id } = run
  const target = pick(model.invoices, command.at)
  const amounts: Record<typeof command.how, number> = {
    page: target?.discounted_total ?? 0,
    'late page': target?.undiscounted_total ?? 0,
    part: Math.floor((target?.discounted ?? 0) / 3),
    over: (target?.undiscounted ?? 0) + command.amount,
    any: command.amount,
    clear: Math.max(1, (target?.discounted ?? 0) - 100),
    granted: target?.discounted ?? 0,
  }
  const amount = amounts[command.how]
  const date = addDays(todayOf(ctx), -command.daysAgo)
  const isNamed = command.isNamed || command.how === 'clear' || command.how === 'granted'
  const names = isNamed ? (target?.id ?? null) : null
  const { written } = await receivePayment(ctx, conn, {
    customer_id,
    amount_incl_gst: toDecimalString(wholeCents(amount)),
    payment_date: date,
    payment_type: 'bank_transfer',
    invoice_id: names,
    clearsinvoice: command.how === 'clear',
    grant_ppd: command.how === 'granted',
  })
  const [row] = await conn.query<{ forgiven: string }>(
    `select coalesce(-sum(a.amount), 0)::text as forgiven from transactions t
     join accounttransactions a on a.transaction_id = t.id and a.account = 1100
     where t.invoice_id = $1 and t.event like 'write_off%'`,
    [target?.id ?? null],
  )
  return () => {
    const { id } = written
    const blank = { refunded: 0, isCancelled: false, reserved: 0, manual: [] }
    // A waived fee is forgiven as well, but was not written off.
    const writtenOff = target ? target.forgiven - (model.waived.get(target.id) ?? 0) : 0
    const rest = target ? Math.round(Number(row?.forgiven) * 100) - writtenOff : 0
    const closed = target && rest > 0 ? { invoice_id: target.id, rest, date } : null
    model.payments.push({ id, date, amount, names, closed, ...blank })
    if (closed) forgive(model, closed, 1)
    if (target && command.how === 'granted') target.ppd_granted = true
  }
}

/** A rest closed with a payment, and open again when that payment is cancelled. */
function forgive(model: Model, closed: ClosedRest, sign: 1 | -1) {
  const one = model.invoices.find((invoice) => invoice.id === closed.invoice_id)
  if (!one) return
  one.forgiven = wholeCents(one.forgiven + sign * closed.rest)
  if (closed.date <= one.discounted_date)
    one.forgiven_in_time = wholeCents(one.forgiven_in_time + sign * closed.rest)
}

async function redo(run: Run, at: number, isSent: boolean) {
  const { ctx, conn, model } = run
  const target = pick(model.invoices, at)
  if (!target) return nothing
  const lying = expected(model, todayOf(ctx)).placed.placements.filter(
    (placement) => placement.invoice_id === target.id,
  )
  const reservedOf = (id: number) =>
    lying
      .filter((placement) => placement.money_id === `p${id}`)
      .reduce((sum, placement) => sum + placement.amount, 0)
  const made = await redoInvoice(ctx, conn, { id: target.id, reason: 'Wrong amount' })
  const sent = isSent
    ? await approveInvoice(ctx, conn, { id: made.id, send: true, posted: true })
    : null
  const moved = await conn.query<{ id: number }>(
    'select id from invoicepayments where invoice_id = $1',
    [made.id],
  )
  return () => {
    remove(model, target.id)
    for (const one of model.payments)
      if (moved.some((row) => row.id === one.id))
        Object.assign(one, { names: made.id, reserved: isSent ? 0 : reservedOf(one.id) })
    if (sent) addSent(model, sent.row)
    else model.unsent.push({ id: made.id, charges: chargesOf(made) })
  }
}

function remove(model: Model, id: number) {
  model.invoices = model.invoices.filter((one) => one.id !== id)
  for (const one of model.payments)
    one.manual = one.manual.filter((manual) => manual.invoice_id !== id)
}

/** Does one thing; answers what the model has to learn once it is kept. */
export async function act(run: Run, command: Command): Promise<() => void> {
  const { ctx, conn, model } = run
  switch (command.do) {
    case 'invoice': {
      const due_date = addDays(todayOf(ctx), command.due)
      const rate = toDecimalString(wholeCents(command.amount))
      return send(run, rate, { due_date, discount_percent: command.discount })
    }
    case 'credit':
      return send(run, toDecimalString(wholeCents(-command.amount)), { discount_percent: '10' })
    case 'pay':
      return pay(run, command)
    case 'refund': {
      const one = pick(model.payments, command.at)
      if (!one) return nothing
      const part = Math.max(1, Math.floor(((one.amount - one.refunded) * command.share) / 100))
      const amount = toDecimalString(wholeCents(part))
      await refundPayment(ctx, conn, { id: one.id, amount, reason })
      return () => Object.assign(one, { refunded: one.refunded + part, manual: [] })
    }
    case 'cancel payment': {
      const one = pick(model.payments, command.at)
      if (!one) return nothing
      await cancelPayment(ctx, conn, { id: one.id, reason })
      return () => {
        Object.assign(one, { isCancelled: true, manual: [] })
        if (one.closed) forgive(model, one.closed, -1)
      }
    }
    case 'cancel invoice': {
      const one = pick(model.invoices, command.at)
      if (!one) return nothing
      await cancelInvoice(ctx, conn, { id: one.id, reason })
      return () => remove(model, one.id)
    }
    case 'redo':
      return redo(run, command.at, command.isSent)
    case 'hold':
    case 'release': {
      const one = pick(model.invoices, command.at)
      if (!one) return nothing
      const isHeld = command.do === 'hold'
      await (isHeld ? holdInvoice : releaseInvoice)(ctx, conn, { id: one.id, reason })
      return () => Object.assign(one, { is_held: isHeld })
    }
    case 'grant': {
      const one = pick(model.invoices, command.at)
      if (!one) return nothing
      await grantDiscount(ctx, conn, { id: one.id, reason })
      return () => Object.assign(one, { ppd_granted: true })
    }
    case 'draft':
    case 'approve':
    case 'recalculate':
    case 'send':
      return unsent(run, command)
    case 'waive': {
      const one = pick(model.invoices, command.at)
      if (!one) return nothing
      await waiveLateFee(ctx, conn, { id: one.id, reason })
      return () => void model.excused.add(one.id)
    }
    default:
      return byHand(run, command)
  }
}

async function byHand({ ctx, conn, model, customer_id }: Run, command: Command) {
  if (command.do === 'wait') {
    await settleCustomer(ctx, conn, customer_id)
    return nothing
  }
  if (command.do === 'late fees') {
    // They wait for the next invoice, which says what it comes to.
    for (const fee of await unowedLateFees(ctx, conn))
      if (fee.customer_id === customer_id) await dropLateFee(ctx, conn, fee)
    await chargeLateFees(ctx, conn)
    return nothing
  }
  if (command.do !== 'allocate' && command.do !== 'unallocate') throw new Error('Unknown.')
  const one = pick(model.payments, command.at)
  const invoice = pick(model.invoices, command.to)
  if (!one || !invoice) return nothing
  const asked = { id: one.id, invoice_id: invoice.id }
  if (command.do === 'unallocate') {
    await unallocatePayment(ctx, conn, asked)
    return () => {
      one.manual = one.manual.filter((manual) => manual.invoice_id !== invoice.id)
    }
  }
  const amount = Math.max(1, Math.floor((invoice.discounted * command.share) / 100))
  await allocatePayment(ctx, conn, { ...asked, amount: toDecimalString(wholeCents(amount)) })
  return () => {
    one.manual.push({ invoice_id: invoice.id, amount })
  }
}
