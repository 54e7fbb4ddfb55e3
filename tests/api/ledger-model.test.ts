import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { Problem } from '#domain/kit/problem.ts'
import { addDays } from '#domain/meters/day-number.ts'
import { approveInvoice } from '#server/billing/approve-invoice.ts'
import { cancelInvoice, redoInvoice } from '#server/billing/cancel-invoice.ts'
import { chargeLateFees } from '#server/billing/dunning-late-fees.ts'
import { grantDiscount, holdInvoice } from '#server/billing/hold-invoice.ts'
import { invariants } from '#server/billing/invariants.ts'
import { proposeInvoice } from '#server/billing/propose-invoice.ts'
import { settleCustomer } from '#server/billing/settle.ts'
import { storeInvoice } from '#server/billing/store-invoice.ts'
import { type Context, todayOf } from '#server/context.ts'
import type { Conn } from '#server/kit/database.ts'
import { systemContext } from '#server/kit/system-context.ts'
import { allocatePayment, unallocatePayment } from '#server/payments/allocate-payment.ts'
import { cancelPayment } from '#server/payments/cancel-payment.ts'
import { receivePayment } from '#server/payments/receive-payment.ts'
import { refundPayment } from '#server/payments/refund-payment.ts'
import { testConfig } from '#tests/support/config.ts'
import {
  addSent,
  type ClosedRest,
  type Command,
  commands,
  emptyModel,
  expected,
  type Model,
  noteWaived,
} from '#tests/support/ledger-model.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// Each part has books of its own, so that the last sequence is as quick as the first.
const parts = process.env.HEAVY ? 20 : 6
const sequences = 50
const short = fc.array(commands, { minLength: 1, maxLength: 14 })
const long = fc.array(commands, { minLength: 15, maxLength: 60, size: 'medium' })
const lives = process.env.HEAVY
  ? fc.oneof({ weight: 4, arbitrary: short }, { weight: 1, arbitrary: long })
  : short
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

interface Run {
  ctx: Context
  conn: Conn
  model: Model
  customer_id: number
}

/** One customer with a clock of their own, acted on by the same code the calls use. */
async function begin() {
  let ahead = 0
  const clock = { now: () => new Date(Date.UTC(2026, 3, 1, 3) + ahead) }
  const organisation_id = world.organisations[0]
  const job = { database: world.database, config: testConfig(), clock }
  const signal = new AbortController().signal
  const ctx = systemContext({ ...job, signal, isLastAttempt: false }, organisation_id, 'model')
  const scope = { organisation_id, user_id: null }
  const [row] = await world.database.write(scope, (conn) =>
    conn.query<{ id: number }>(
      `insert into customers (organisation_id, name, charge_late_fee)
       values ($1, 'Model', true) returning id`,
      [organisation_id],
    ),
  )
  const wait = (days: number) => {
    ahead += days * 86_400_000
  }
  return { ctx, scope, wait, customer_id: row?.id ?? 0, model: emptyModel() }
}

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % (list.length || 1)]

async function send({ ctx, conn, model, customer_id }: Run, rate: string, more: object) {
  const lines = [{ name: 'Energy', quantity: '1', rate, unit: 'each', discountable: true }]
  const request = { customer_id, lines, ...more }
  const proposed = await proposeInvoice(ctx, conn, request)
  const { id } = await storeInvoice(ctx, conn, request, proposed)
  const sent = await approveInvoice(ctx, conn, { id, send: true, posted: true })
  return () => addSent(model, JSON.parse(sent.row))
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
  }
  const amount = amounts[command.how]
  const date = addDays(todayOf(ctx), -command.daysAgo)
  const names = command.isNamed || command.how === 'clear' ? (target?.id ?? null) : null
  const { written } = await receivePayment(ctx, conn, {
    customer_id,
    amount_incl_gst: toDecimalString(wholeCents(amount)),
    payment_date: date,
    payment_type: 'bank_transfer',
    payment_status: 'received',
    invoice_id: names,
    clearsinvoice: command.how === 'clear',
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
    const rest = target ? Math.round(Number(row?.forgiven) * 100) - target.forgiven : 0
    const closed = target && rest > 0 ? { invoice_id: target.id, rest, date } : null
    model.payments.push({ id, date, amount, names, closed, ...blank })
    if (closed) forgive(model, closed, 1)
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
  if (!target) return () => undefined
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
    if (sent) addSent(model, JSON.parse(sent.row))
  }
}

function remove(model: Model, id: number) {
  model.invoices = model.invoices.filter((one) => one.id !== id)
  for (const one of model.payments)
    one.manual = one.manual.filter((manual) => manual.invoice_id !== id)
}

/** Does one thing; answers what the model has to learn once it is kept. */
async function act(run: Run, command: Command): Promise<() => void> {
  const { ctx, conn, model } = run
  const reason = 'Because of the model'
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
      if (!one) return () => undefined
      const part = Math.max(1, Math.floor(((one.amount - one.refunded) * command.share) / 100))
      const amount = toDecimalString(wholeCents(part))
      await refundPayment(ctx, conn, { id: one.id, amount, reason })
      return () => Object.assign(one, { refunded: one.refunded + part, manual: [] })
    }
    case 'cancel payment': {
      const one = pick(model.payments, command.at)
      if (!one) return () => undefined
      await cancelPayment(ctx, conn, { id: one.id, reason })
      return () => {
        Object.assign(one, { isCancelled: true, manual: [] })
        if (one.closed) forgive(model, one.closed, -1)
      }
    }
    case 'cancel invoice': {
      const one = pick(model.invoices, command.at)
      if (!one) return () => undefined
      await cancelInvoice(ctx, conn, { id: one.id, reason })
      return () => remove(model, one.id)
    }
    case 'redo':
      return redo(run, command.at, command.isSent)
    case 'hold':
    case 'release': {
      const one = pick(model.invoices, command.at)
      if (!one) return () => undefined
      const isHeld = command.do === 'hold'
      await holdInvoice(ctx, conn, { id: one.id, reason }, isHeld)
      return () => Object.assign(one, { is_held: isHeld })
    }
    case 'grant': {
      const one = pick(model.invoices, command.at)
      if (!one) return () => undefined
      await grantDiscount(ctx, conn, { id: one.id, reason })
      return () => Object.assign(one, { ppd_granted: true })
    }
    default:
      return byHand(run, command)
  }
}

async function byHand({ ctx, conn, model, customer_id }: Run, command: Command) {
  if (command.do === 'wait') {
    await settleCustomer(ctx, conn, customer_id)
    return () => undefined
  }
  if (command.do === 'late fees') {
    // They wait for the next invoice, which says what it comes to.
    await chargeLateFees(ctx, conn)
    return () => undefined
  }
  if (command.do !== 'allocate' && command.do !== 'unallocate') throw new Error('Unknown.')
  const one = pick(model.payments, command.at)
  const invoice = pick(model.invoices, command.to)
  if (!one || !invoice) return () => undefined
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

async function compare({ ctx, conn, model, customer_id }: Run) {
  const { placed, total } = expected(model, todayOf(ctx))
  const [customer] = await conn.query<{ balance_total: string; account_credit: string }>(
    'select balance_total::text, account_credit::text from customers where id = $1',
    [customer_id],
  )
  const rows = await conn.query<{ id: number; balance: string; ppd_state: string }>(
    `select id, balance::text, ppd_state from invoices where customer_id = $1
       and invoice_status in ('invoiced', 'cleared', 'paid')
       and discounted_total_this_period >= 0 order by id`,
    [customer_id],
  )
  const ids = [...placed.balances.keys()].sort((a, b) => a - b)
  expect(rows).toEqual(
    ids.map((id) => ({
      id,
      balance: toDecimalString(placed.balances.get(id) ?? wholeCents(0)),
      ppd_state: placed.ppd.get(id),
    })),
  )
  if (model.invoices.length + model.payments.length + model.credits.length > 0)
    expect(customer).toEqual({
      balance_total: toDecimalString(total),
      account_credit: toDecimalString(placed.credit),
    })
  expect(await broken(conn, todayOf(ctx), customer_id)).toEqual([])
}

/** What must hold of the books and does not, asked under names so that nothing is planned twice. */
async function broken(conn: Conn, today: string, customer_id: number): Promise<string[]> {
  const found = await Promise.all(
    invariants.map(({ code, sql }, place) =>
      conn.query<{ detail: string }>(
        `select detail from (${sql}) v where $2::text is not null limit 5`,
        [[customer_id], today],
        `rule ${code} ${place}`,
      ),
    ),
  )
  return found.flatMap((rows, place) =>
    rows.map((row) => `${invariants[place]?.code}: ${row.detail}`),
  )
}

function waivedFees(conn: Conn, customer_id: number) {
  return conn.query<{ id: number; waived: string }>(
    `select t.invoice_id as id, (-sum(a.amount))::text as waived from transactions t
     join accounttransactions a on a.transaction_id = t.id and a.account = 1100
     where t.customer_id = $1 and t.event = 'fee_waived' group by t.invoice_id`,
    [customer_id],
  )
}

async function entriesOf(conn: Conn, customer_id: number): Promise<number> {
  const sql = 'select count(*) from transactions where customer_id = $1'
  const [row] = await conn.query<{ count: number }>(sql, [customer_id])
  return row?.count ?? 0
}

async function live(list: readonly Command[]): Promise<void> {
  const { ctx, scope, wait, customer_id, model } = await begin()
  const run = (conn: Conn) => ({ ctx, conn, model, customer_id })
  for (const command of list) {
    if (command.do === 'wait') wait(command.days)
    try {
      await world.database
        .write(scope, async (conn) => {
          const learn = await act(run(conn), command)
          const waived = await waivedFees(conn, customer_id)
          return () => {
            learn()
            noteWaived(model, waived)
          }
        })
        .then((learn) => learn())
    } catch (error) {
      // What is refused changes nothing: the model does not hear of it.
      if (!(error instanceof Problem)) throw error
    }
    await world.database.read(scope, (conn) => compare(run(conn)))
  }
  // Everything is settled already: doing it once more books nothing.
  await world.database.write(scope, async (conn) => {
    const before = await entriesOf(conn, customer_id)
    await settleCustomer(ctx, conn, customer_id)
    expect(await entriesOf(conn, customer_id)).toBe(before)
  })
}

test.each(Array.from({ length: parts }, (_, place) => place + 1))(
  `whatever people do with money, the books add up and say what the model says (%i of ${parts})`,
  async (part) => {
    let done = 0
    await fc.assert(
      fc.asyncProperty(lives, async (list) => {
        await live(list)
        done += list.length
      }),
      { numRuns: sequences, seed: seed + part },
    )
    console.log(`SEED=${seed}: ${sequences} sequences, ${done} commands`)
  },
  600_000,
)
