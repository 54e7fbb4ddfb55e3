import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyEventsJob } from '#server/directdebit/apply-events-job.ts'
import { fetchEvents } from '#server/directdebit/fetch-events-job.ts'
import { makeCallJob } from '#server/directdebit/make-call-job.ts'
import { booksHold, newCustomer, sentInvoice } from '#tests/support/billing.ts'
import { type DebitStories, debitStories } from '#tests/support/debit-stories.ts'
import { type Debiting, debiting } from '#tests/support/debiting.ts'
import { killedWorker } from '#tests/support/killed-worker.ts'
import { seed as firstSeed } from '#tests/support/seed.ts'

// Many debits are made while the provider answers in every wrong way there is, and while whoever
// makes them is killed. In the end each is there once.
const debits = Number(process.env.DEBITS ?? 2000)
const AT_ONCE = 4
const PAYERS = 10
const notDone = ['before', '429', '500']
const modes = [...notDone, 'after', 'garbage']
// Five in a row that come to nothing stop all calls for a minute: fewer come at a time, among many
// that are answered, as trouble does in life.
const IN_A_ROW = 4
const perFault = IN_A_ROW * Math.ceil((0.03 * debits) / IN_A_ROW)
const [kills, slow] = [Math.ceil(debits / 80), Math.ceil(debits / 250)]
// So many are made without our hearing of it, and refused when they are asked for again.
const refused = IN_A_ROW * Math.ceil(debits / 400)
const PART = Math.floor((0.8 * debits * IN_A_ROW) / (modes.length * perFault))

let seed = firstSeed
function below(count: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed % count
}

let office: Debiting
let stories: DebitStories
const customers: number[] = []
const wanted = new Map<number, string>()

beforeAll(async () => {
  console.log(`SEED=${seed}`)
  office = await debiting('2027-05-05')
  stories = debitStories(office)
  const lines = [{ name: 'Energy', quantity: '1', rate: '4000.00', unit: 'each' }]
  const due = { due_date: '2027-05-21', discounted_date: '2027-05-21' }
  // Too much for one debit: it is collected little by little.
  await stories.set('dd_max_amount', '10.00')
  for (let n = 0; n < PAYERS; n += 1) {
    const { id } = await newCustomer(office.user)
    await office.authorise(id)
    await sentInvoice(office.accounting, id, { ...due, lines })
    customers.push(id)
  }
}, 120_000)
afterAll(() => office.close())

const job = () => ({
  database: office.world.database,
  // Settings of its own each time: how fast calls may follow each other is not looked at here.
  config: { ...office.world.config, gocardless: { ...office.world.config.gocardless } },
  clock: office.world.clock,
  signal: new AbortController().signal,
  isLastAttempt: false,
})
const organisation_id = () => office.world.organisations[0]

const DUE = `select id::int from ddcalls where call_status in ('waiting', 'unknown')
  and next_try_at <= $1 order by id`
const OPEN = `select id::int from ddcalls where call_status in ('waiting', 'unknown')`

const idsOf = async (text: string, values: unknown[] = []): Promise<number[]> =>
  (await stories.ask<{ id: number }>(text, values)).map(({ id }) => id)

const troubles = [
  ...Array.from({ length: perFault / IN_A_ROW }, () => modes).flat(),
  ...Array.from({ length: slow }, () => 'slow'),
]

/** What is due by the clock is asked for, some at once, as the queue does it; and trouble with it. */
async function callOnce(): Promise<void> {
  const due = await idsOf(DUE, [office.world.clock.now()])
  const worker = async (left: number[]) => {
    for (let id = left.shift(); id !== undefined; id = left.shift())
      await makeCallJob.run(job(), { organisation_id: organisation_id(), call_id: id })
  }
  while (due.length > 0) {
    const part = due.splice(0, PART)
    const mode = troubles.shift()
    const times = mode === 'slow' ? 1 : IN_A_ROW
    if (mode) await office.double.control('faults', { on: 'POST /payments', mode, times })
    await Promise.all(Array.from({ length: AT_ONCE }, () => worker(part)))
  }
}

/** The first answer is lost, and the second try is refused: it is there, and not to be made again. */
async function lostThenRefused(): Promise<void> {
  for (const call_id of (await idsOf(DUE, [office.world.clock.now()])).slice(0, refused))
    for (const mode of ['after', '403']) {
      await office.double.control('faults', { on: 'POST /payments', mode })
      await makeCallJob.run(job(), { organisation_id: organisation_id(), call_id })
      office.world.clock.advance(2_000)
    }
}

// Shows: R23
test(`${debits} debits are each made once, whatever the provider answers and whoever is killed`, async () => {
  for (let n = 0; n < debits; n += 1) {
    const amount = (1 + (n % 100) / 100).toFixed(2)
    const asked = {
      customer_id: customers[n % PAYERS],
      amount,
      requested_by_customer: true,
      note: 'By phone',
      charge_date: '2027-05-07',
    }
    const reply = await office.accounting.post('/invoicepayment/collect', asked)
    expect(reply.status, reply.text).toBe(201)
    wanted.set(reply.body.data.id, amount)
  }
  await lostThenRefused()
  let killed = 0
  const began = office.world.clock.now().getTime()
  const hour = 3_600_000
  for (let round = 0; (await idsOf(OPEN)).length > 0; round += 1) {
    expect(office.world.clock.now().getTime() - began, 'an hour has passed').toBeLessThan(hour)
    if (killed < kills) {
      const call_ids = (await idsOf(DUE, [office.world.clock.now()])).slice(0, 6)
      const side = below(2) === 0 ? 'before' : 'after'
      // Odd commits claim a call, even ones keep its answer.
      const death = { call_ids, dieAt: 1 + below(6), side } as const
      if (call_ids.length > 0 && (await killedWorker(office, death))) killed += 1
    } else await callOnce()
    // What was made is told before we know that it was: it is ours all the same.
    if (round % 3 === 1) {
      await fetchEvents(job(), organisation_id())
      await applyEventsJob.run(job(), { organisation_id: organisation_id() })
    }
    office.world.clock.advance(65_000)
  }
  const minutes = (office.world.clock.now().getTime() - began) / 60_000
  console.log(JSON.stringify({ debits, killed, minutes: Math.round(minutes) }))
  expect(killed).toBe(kills)
  await everyFaultWasMet()
  await eachIsThereOnce()
}, 3_600_000)

/**
 * Nobody answered, or too late, or with a word that is none. What was refused or never heard is asked
 * again each time; what was done may be known by its event before that.
 */
async function everyFaultWasMet(): Promise<void> {
  const { body } = await office.double.call('GET', '/_double/calls')
  const made = (body as { method: string; path: string; status: number | null }[]).filter(
    ({ method, path }) => method === 'POST' && path === '/payments',
  )
  const met = (status: number | null) => made.filter((one) => one.status === status).length
  expect([met(429), met(500), met(403)]).toEqual([perFault, perFault, refused])
  expect(met(null)).toBeGreaterThanOrEqual(2 * perFault)
  expect(made.length).toBeGreaterThanOrEqual(debits + notDone.length * perFault)
}

interface ProviderPayment {
  id: string
  amount: number
  status: string
  metadata: { sb_key: string }
}

async function eachIsThereOnce(): Promise<void> {
  const held: ProviderPayment[] = []
  let after = ''
  do {
    const { body } = await office.double.call('GET', `/payments?limit=500${after}`)
    held.push(...body.payments)
    after = body.meta.cursors.after ? `&after=${body.meta.cursors.after}` : ''
  } while (after)
  expect(held).toHaveLength(debits)
  expect(new Set(held.map(({ metadata }) => metadata.sb_key)).size).toBe(debits)
  const rows = await stories.ask<{ id: number; provider: string | null; made_elsewhere: boolean }>(
    `select id::int, provider_payment_id as provider, made_elsewhere from invoicepayments
     where customer_id = any($1)`,
    [customers],
  )
  expect(rows).toHaveLength(debits)
  const amountOf = new Map(held.map(({ id, amount }) => [id, amount]))
  for (const row of rows) {
    expect(row.made_elsewhere).toBe(false)
    const cents = Math.round(Number(wanted.get(row.id)) * 100)
    expect(amountOf.get(row.provider ?? ''), `debit ${row.id}`).toBe(cents)
  }
}

test('the money of all of them arrives once, and both sides hold the same', async () => {
  await office.at('2027-05-12', 13)
  const states = `select debit_state, count(*)::int as n from invoicepayments
    where customer_id = any($1) group by 1`
  expect(await stories.ask(states, [customers])).toEqual([{ debit_state: 'confirmed', n: debits }])
  await stories.holdsWhatTheProviderHolds()
  await office.at('2027-05-13', 12)
  expect(await stories.ask(states, [customers])).toEqual([{ debit_state: 'paid_out', n: debits }])
  await stories.holdsWhatTheProviderHolds()
  for (const customer of customers) await booksHold(office.world, customer)
}, 3_600_000)
