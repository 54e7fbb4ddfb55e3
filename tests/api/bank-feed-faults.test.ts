import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { fetchFeedJob, fetchFeedsJob } from '#server/bank/feed/fetch-feed-job.ts'
import { FeedTrouble } from '#server/integrations/bank-feed.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { type Akahu, akahu, connect, type ToldLine, webhookKey } from '#tests/support/akahu.ts'
import { type Bank, makeBank } from '#tests/support/banking.ts'
import type { Client } from '#tests/support/client.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { brokenRules } from '#tests/support/owed-to-suppliers.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Whatever a provider does, what the bank says is settled is what is in the book: no line is lost
// and none is there twice. The double is asked what that is; nothing of the server is asked for it.
const runs = process.env.HEAVY ? 40 : 6

let world: World
let provider: Akahu
let accounting: Client
let admin: Client
let bank: Bank
let there: string
let url: string

beforeAll(async () => {
  provider = await akahu(3)
  world = await makeWorld({ akahu: provider.settings })
  accounting = await world.as('accounting')
  admin = await world.as('admin')
  await scope(world.owner, world.organisations[0])
  bank = await makeBank(world, accounting, await world.as('manager'))
  const { body } = await accounting.get('/bankaccount', { id: bank.account })
  there = await provider.account(body.data.bank_account_number)
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  await provider.control('webhooks', { url: hook() })
  await connect(admin, bank.account, there)
  await work()
})
afterAll(async () => {
  await world.close()
  await provider.close()
})
beforeEach(() => scope(world.owner, world.organisations[0]))

const hook = (key = webhookKey) => `${url}/api/v1/webhooks/akahu/${key}`
const day = (ago: number) => addDays(todayOf(world), -ago)
const fetchNow = () => accounting.post('/bankaccount/fetch', { id: bank.account })

async function work() {
  await provider.control('quiet')
  await tryHard()
}

/** The queue tries again what has failed. */
async function tryHard() {
  for (let tries = 0; tries < 20; tries++)
    try {
      await runQueue(world, { config: world.config, clock: world.clock })
      return
    } catch (error) {
      if (!(error instanceof FeedTrouble)) throw error
    }
  throw new Error('It never came to an end.')
}

const aucklandDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Pacific/Auckland',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** What the bank says is settled. */
async function settled(): Promise<string[]> {
  const lines = await provider.settled()
  const shown = lines.map(({ _id, date, amount }) => {
    const cents = Math.round(Number(amount) * 100)
    return `${_id} ${aucklandDay.format(new Date(date))} ${cents}`
  })
  return shown.sort()
}

/** What is in the book, but for lines that are marked as taken back. */
async function booked(): Promise<string[]> {
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query<{ line: string }>(
    `select bank_line_id || ' ' || transaction_date || ' ' || round(amount * 100)::bigint as line
     from banktransactions where bankaccount_id = $1 and deleted_at is null
       and taken_back_at is null`,
    [bank.account],
  )
  return rows.map(({ line }) => line).sort()
}

const waitingJobs = async () =>
  (await world.owner.query(`select id from pgboss.job where name = 'fetch-bank-feed'`)).rowCount

describe('news that the provider did not sign', () => {
  const news = { webhook_type: 'TRANSACTION', webhook_code: 'DEFAULT_UPDATE' }
  interface Signed {
    body: string
    headers: Record<string, string>
  }
  const post = async (to: string, { body, headers }: Signed) =>
    (await fetch(to, { method: 'POST', headers, body })).status

  async function good(): Promise<Signed> {
    const { rows } = await world.owner.query('select hook_key from bankfeeds')
    return provider.control('sign', { payload: { ...news, state: rows[0]?.hook_key } })
  }

  test('is refused and asks for nothing, whatever is wrong with it', async () => {
    const { body, headers } = await good()
    const json = { 'content-type': 'application/json' }
    const strange = await provider.control<Signed>('sign', {
      payload: { ...news, state: '1.none' },
    })
    const other = await provider.control<Signed>('sign', { payload: { ...news, state: 'x' } })
    const forged: [string, Signed][] = [
      [hook('another-key-of-the-same-length'), { body, headers }],
      [hook(), { body, headers: json }],
      [hook(), { body: `${body} `, headers }],
      [hook(), { body: body.replace('DEFAULT_UPDATE', 'DELETE'), headers }],
      [hook(), { body, headers: { ...headers, 'x-akahu-signature': 'AAAA' } }],
      [hook(), { body, headers: { ...headers, 'x-akahu-signing-key': '77' } }],
      [hook(), { body, headers: { ...headers, 'x-akahu-signing-key': '../accounts' } }],
      [hook(), strange],
      [hook(), other],
    ]
    for (const [to, signed] of forged) expect(await post(to, signed)).toBe(401)
    expect(await waitingJobs()).toBe(0)
  })

  test('is heard when it is signed, and heard twice does no more', async () => {
    const signed = await good()
    expect(await post(hook(), signed)).toBe(200)
    expect(await post(hook(), signed)).toBe(200)
    await work()
    expect(await booked()).toEqual(await settled())
  })

  test('is refused when an earlier key signed it', async () => {
    const old = await good()
    await provider.control('rotate')
    const fresh = await good()
    expect(await post(hook(), fresh)).toBe(200)
    expect(await post(hook(), old)).toBe(401)
    await work()
  })
})

describe('a provider with trouble', () => {
  const run = () =>
    fetchFeedJob.run(jobContext(world), {
      organisation_id: world.organisations[0],
      bankaccount_id: bank.account,
    })

  test('that asks us to wait is left alone for as long as it says', async () => {
    await provider.control('faults', { mode: '429', retry_after: 300 })
    const before = Date.now()
    await run()
    const { rows } = await world.owner.query<{ start_after: string }>(
      `select start_after from pgboss.job where name = 'fetch-bank-feed'`,
    )
    expect(rows).toHaveLength(1)
    expect(Date.parse(rows[0]?.start_after ?? '') - before).toBeGreaterThanOrEqual(299_000)
    const state = await accounting.get('/bankaccount/feed', { id: bank.account })
    expect(state.body.data.feed.message).toContain('asks us to wait')
    await work()
  })

  test.each(['500', 'hang up', 'garbage'])('that answers %s is asked again', async (mode) => {
    await provider.control('faults', { mode, times: 1 })
    await expect(run()).rejects.toBeInstanceOf(FeedTrouble)
    await run()
    const state = await accounting.get('/bankaccount/feed', { id: bank.account })
    expect(state.body.data.feed).toMatchObject({ feed_status: 'working', message: null })
  })
})

/** Senders write the same cents in many ways. */
const written: Record<string, (cents: number) => string> = {
  plain: (cents) => `${cents / 100}`,
  exponent: (cents) => `${cents}e-2`,
  binary: (cents) => `${(cents - 10) / 100 + 0.1}`,
}
interface DrawnLine {
  ago: number
  hour: number
  cents: number
  as: string
}
// Few amounts, so that many lines look alike.
const line = fc.record({
  ago: fc.integer({ min: 1, max: 6 }),
  hour: fc.nat(23),
  cents: fc.constantFrom(-1250, 10, 30, 1250, 1255, 99_999),
  as: fc.constantFrom(...Object.keys(written)),
})
const toldLine = ({ ago, hour, cents, as }: DrawnLine): ToldLine => ({
  date: `${day(ago)}T${String(hour).padStart(2, '0')}:30:00.000Z`,
  amount: written[as]?.(cents) ?? '',
})
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ add: fc.array(line, { minLength: 1, maxLength: 7 }) }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ rename: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ match: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({ mode: fc.constantFrom('normal', 'hold', 'drop', 'double') }),
  },
  { weight: 2, arbitrary: fc.record({ release: fc.constant(true) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      fault: fc.constantFrom('429', '500', 'hang up', 'garbage', '401'),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ work: fc.constantFrom(1, 2) }) },
)
type Step = Partial<{
  add: DrawnLine[]
  remove: number
  rename: number
  match: number
  mode: string
  release: boolean
  fault: string
  times: number
  work: number
}>

async function play(one: Step): Promise<void> {
  const lines = await provider.settled()
  const at = (place: number | undefined) => lines[(place ?? 0) % Math.max(lines.length, 1)]?._id
  if (one.add) await provider.tell(there, one.add.map(toldLine))
  if (one.remove !== undefined && lines.length > 0)
    await provider.control('remove', { ids: [at(one.remove)] })
  if (one.rename !== undefined && lines.length > 0)
    await provider.control('rename', { id: at(one.rename) })
  if (one.match !== undefined) await matchOne(one.match)
  if (one.mode) await provider.control('webhooks', { mode: one.mode })
  if (one.release) await provider.control('release')
  if (one.fault) {
    await provider.control('faults', { mode: one.fault, times: one.times })
    await fetchNow()
  }
  // Two workers may take the same work.
  if (one.work) await Promise.all(Array.from({ length: one.work }, () => tryHard()))
}

async function matchOne(place: number): Promise<void> {
  const open = { bankaccount_id: bank.account, 'transaction_status.in': 'new,suggested' }
  const rows = (await accounting.get('/banktransactions', open)).body.data ?? []
  const found = rows[place % Math.max(rows.length, 1)]
  if (!found) return
  const { id, amount } = found
  await accounting.post('/banktransaction/match', { id, parts: [{ kind: 'aside', amount }] })
}

// Shows: R02
test('no line is lost and none is doubled, whatever happens between the bank and us', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      for (const one of steps) await play(one)
      await provider.control('webhooks', { mode: 'normal' })
      await provider.control('release')
      await provider.control('heal')
      await work()
      expect((await fetchNow()).status).toBe(200)
      await work()
      expect(await booked()).toEqual(await settled())
      expect(await brokenRules(world)).toEqual([])
    }),
    { numRuns: runs, endOnFailure: true },
  )
}, 600_000)

test('what came late and was told to nobody comes with the long look of the week', async () => {
  await provider.control('webhooks', { mode: 'drop' })
  const [late] = await provider.tell(there, [{ date: `${day(20)}T01:00:00.000Z`, amount: '7.77' }])
  const key = late?._id ?? ''
  await fetchNow()
  await work()
  expect((await booked()).some((one) => one.startsWith(key))).toBe(false)
  world.clock.advance(8 * 24 * 3_600_000)
  await fetchFeedsJob.run(jobContext(world), {})
  await work()
  expect((await booked()).some((one) => one.startsWith(key))).toBe(true)
  expect(await booked()).toEqual(await settled())
})
