import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { buildApp } from '#server/app.ts'
import { violations } from '#server/books/invariants-check.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { newCustomer, runJob, sentInvoice } from '#tests/support/billing.ts'
import { type Client, makeClient, type Reply } from '#tests/support/client.ts'
import { testConfig } from '#tests/support/config.ts'
import { type Interleaving, interleaving, ordersOf } from '#tests/support/interleave.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

// Two people do something about the same money at the same time, in every order of their steps.
const steps = process.env.HEAVY ? 5 : 2

let world: World
let turns: Interleaving
let app: FastifyInstance
let jo: Client
let sam: Client

beforeAll(async () => {
  world = await makeWorld()
  turns = interleaving(world.database, world.owner)
  app = await buildApp({ config: testConfig(), database: turns.database, clock: world.clock })
  ;[jo, sam] = [makeClient(app), makeClient(app)]
  await jo.signIn('manager', password)
  await sam.signIn('admin', password)
})
afterAll(async () => {
  await app.close()
  await world.close()
})

type Work = () => Promise<Reply | undefined>

interface Scene {
  customer_id: number
  works: [Work, Work]
  /** What must be true afterwards, beside the books. */
  check(statuses: (number | undefined)[]): Promise<void>
}

/** Plays the scene anew for every order of steps, and asks the books each time. */
async function inEveryOrder(scene: () => Promise<Scene>): Promise<void> {
  const alone = await scene()
  const statements = [
    await turns.count(alone.works[0]),
    await turns.count((await scene()).works[1]),
  ] as const
  expect(Math.min(...statements)).toBeGreaterThan(steps)
  const orders = ordersOf(steps, steps)
  for (const order of orders) {
    const { customer_id, works, check } = await scene()
    const replies = await turns.run(
      order,
      { work: works[0], statements: statements[0] },
      { work: works[1], statements: statements[1] },
    )
    const told = `${order.join('')} ${replies.map((reply) => reply?.text.slice(0, 200)).join(' | ')}`
    for (const reply of replies) expect(reply?.status ?? 200, told).toBeLessThan(500)
    await check(replies.map((reply) => reply?.status)).catch((error: Error) => {
      throw new Error(`${told}: ${error.message}`, { cause: error })
    })
    const where = { organisation_id: world.organisations[0], user_id: null }
    const found = await world.database.read(where, (conn) =>
      violations(conn, todayOf(world), [customer_id]),
    )
    expect(found, told).toEqual([])
  }
  console.log(`${orders.length} orders of ${statements.join(' and ')} statements`)
}

const reason = 'At the same time'
const sorted = (statuses: (number | undefined)[]) => [...statuses].sort()
const invoiceNow = async (id: number) => (await jo.get('/invoice', { id })).body.data

function pay(by: Client, customer_id: number, more: object = {}) {
  const payment_date = todayOf(world)
  const body = { customer_id, amount_incl_gst: '103.50', payment_date, ...more }
  return by.put('/invoicepayment', body)
}

async function draft(customer_id: number) {
  const line = { name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }
  const body = { customer_id, lines: [line], discount_percent: '10' }
  const made = await jo.put('/invoice', body)
  expect(made.status, made.text).toBe(201)
  return made.body.data
}

// Shows: R17
test('where nothing guards it, the gates do lose an update', async () => {
  await world.owner.query('create table counters (n integer not null)')
  await world.owner.query('grant select, insert, update on counters to public')
  const where = { organisation_id: world.organisations[0], user_id: null }
  const work = () =>
    turns.database.write(where, async (conn) => {
      const [row] = await conn.query<{ n: number }>('select n from counters')
      await conn.query('update counters set n = $1', [(row?.n ?? 0) + 1])
    })
  const ends = new Set<number>()
  for (const order of ordersOf(2, 2)) {
    await world.owner.query('truncate counters')
    await world.owner.query('insert into counters values (0)')
    await turns.run(order, { work, statements: 3 }, { work, statements: 3 })
    const { rows } = await world.owner.query<{ n: number }>('select n from counters')
    ends.add(rows[0]?.n ?? 0)
  }
  expect([...ends].sort()).toEqual([1, 2])
})

// Shows: R17
test(
  'two payments on one invoice: one clears it, the other is credit',
  () =>
    inEveryOrder(async () => {
      const { id: customer_id } = await newCustomer(jo)
      const { id } = await sentInvoice(jo, customer_id)
      const named = { invoice_id: id }
      return {
        customer_id,
        works: [() => pay(jo, customer_id, named), () => pay(sam, customer_id, named)],
        async check(statuses) {
          expect(statuses).toEqual([201, 201])
          expect(await invoiceNow(id)).toMatchObject({ balance: '0.00', ppd_state: 'earned' })
          const { data } = (await jo.get('/customer', { id: customer_id })).body
          expect(data).toMatchObject({ balance_total: '-103.50', account_credit: '103.50' })
        },
      }
    }),
  900_000,
)

// Shows: R17
test(
  'a payment and the cancellation of its invoice: the money is credit',
  () =>
    inEveryOrder(async () => {
      const { id: customer_id } = await newCustomer(jo)
      const { id } = await sentInvoice(jo, customer_id)
      return {
        customer_id,
        works: [
          () => pay(jo, customer_id, { invoice_id: id }),
          () => sam.post('/invoice/cancel', { id, reason }),
        ],
        async check([paid, cancelled]) {
          expect(cancelled).toBe(200)
          expect(await invoiceNow(id)).toMatchObject({ invoice_status: 'cancelled' })
          const { data } = (await jo.get('/customer', { id: customer_id })).body
          const credit = paid === 201 ? '103.50' : '0.00'
          expect(data.account_credit ?? '0.00').toBe(credit)
        },
      }
    }),
  900_000,
)

// Shows: R17
test(
  'an approval and a change of the draft: what is approved is what was seen last',
  () =>
    inEveryOrder(async () => {
      const { id: customer_id } = await newCustomer(jo)
      const { id, version } = await draft(customer_id)
      const lines = [{ name: 'Energy', quantity: '2', rate: '100.00', unit: 'each' }]
      return {
        customer_id,
        works: [
          () => jo.post('/invoice/approve', { id }),
          () => sam.post('/invoice', { id, version, lines }),
        ],
        async check([approved, changed]) {
          expect(approved).toBe(200)
          const row = await invoiceNow(id)
          const total = changed === 261 ? '207.00' : '103.50'
          expect(row).toMatchObject({ invoice_status: 'approved', discounted_total: total })
          const verified = await jo.get('/invoice/verify', { id })
          expect(verified.body.data, verified.text).toMatchObject({ isProved: true })
        },
      }
    }),
  900_000,
)

test(
  'the end of a discount and money that came in time: the discount is earned',
  () =>
    inEveryOrder(async () => {
      const { id: customer_id } = await newCustomer(jo)
      const yesterday = addDays(todayOf(world), -1)
      const dates = { due_date: yesterday, discounted_date: yesterday }
      const { id } = await sentInvoice(jo, customer_id, dates)
      await scope(world.owner, world.organisations[0])
      return {
        customer_id,
        works: [
          () => pay(jo, customer_id, { payment_date: yesterday }),
          async () => {
            await runJob({ ...world, database: turns.database }, settleDiscounts)
            return undefined
          },
        ],
        async check([paid]) {
          expect(paid).toBe(201)
          expect(await invoiceNow(id)).toMatchObject({ balance: '0.00', ppd_state: 'earned' })
        },
      }
    }),
  900_000,
)

test(
  'two changes of one draft: one wins, the other is told',
  () =>
    inEveryOrder(async () => {
      const { id: customer_id } = await newCustomer(jo)
      const { id, version } = await draft(customer_id)
      return {
        customer_id,
        works: [
          () => jo.post('/invoice', { id, version, notes: 'Of the one' }),
          () => sam.post('/invoice', { id, version, notes: 'Of the other' }),
        ],
        async check(statuses) {
          expect(sorted(statuses)).toEqual([261, 474])
          const notes = statuses[0] === 261 ? 'Of the one' : 'Of the other'
          expect(await invoiceNow(id)).toMatchObject({ notes, version: version + 1 })
        },
      }
    }),
  900_000,
)

test(
  'two approvals at once: two numbers, one after the other',
  () =>
    inEveryOrder(async () => {
      const { id: customer_id } = await newCustomer(jo)
      const drafts = [await draft(customer_id), await draft(customer_id)]
      const approve = (by: Client, place: number) => () =>
        by.post('/invoice/approve', { id: drafts[place]?.id })
      return {
        customer_id,
        works: [approve(jo, 0), approve(sam, 1)],
        async check(statuses) {
          expect(statuses).toEqual([200, 200])
          const [first, second] = await Promise.all(drafts.map(({ id }) => invoiceNow(id)))
          const numberOf = (row: { invoice_number: string }) => Number(row.invoice_number.slice(4))
          expect(Math.abs(numberOf(first) - numberOf(second))).toBe(1)
        },
      }
    }),
  900_000,
)

// Shows: T14, R17, V15.4.2
test(
  'two refunds of one payment: paid back once',
  () =>
    inEveryOrder(async () => {
      const { id: customer_id } = await newCustomer(jo)
      const { id } = (await pay(jo, customer_id)).body.data
      const refund = (by: Client) => () => by.post('/invoicepayment/refund', { id, reason })
      return {
        customer_id,
        works: [refund(jo), refund(sam)],
        async check(statuses) {
          expect(sorted(statuses)).toEqual([200, 476])
          const { data } = (await jo.get('/invoicepayment', { id })).body
          expect(data).toMatchObject({ payment_status: 'refunded', refunded_amount: '103.50' })
        },
      }
    }),
  900_000,
)

test(
  'an invoice sent by two at once leaves once',
  () =>
    inEveryOrder(async () => {
      const { id: customer_id } = await newCustomer(jo)
      const { id } = await draft(customer_id)
      expect((await jo.post('/invoice/approve', { id })).status).toBe(200)
      const send = (by: Client) => () => by.post('/invoice/send', { id })
      return {
        customer_id,
        works: [send(jo), send(sam)],
        async check(statuses) {
          expect(statuses).toContain(200)
          await scope(world.owner, world.organisations[0])
          const { rows } = await world.owner.query(
            `select (select count(*)::int from transactions where invoice_id = $1
             and event = 'invoice_sent') as entries`,
            [id],
          )
          expect(rows).toEqual([{ entries: 1 }])
        },
      }
    }),
  900_000,
)
