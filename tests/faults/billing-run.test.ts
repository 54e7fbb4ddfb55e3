import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#server/books/invariants-check.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { failpoints, type Step } from '#tests/support/billing-worker.ts'
import type { Client } from '#tests/support/client.ts'
import { manyContracts, splitSome } from '#tests/support/many-contracts.ts'
import { seed as firstSeed } from '#tests/support/seed.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// A billing run is killed at every delicate moment of each of its steps, and then again and again
// whenever it happens to be. The same contracts are billed undisturbed in the other organisation:
// in the end both have the same invoices, entries and mails.
const contracts = process.env.HEAVY ? 2000 : 120
const randomKills = process.env.HEAVY
  ? { drafts: 20, approve: 20, send: 53 }
  : { drafts: 2, approve: 1, send: 3 }
const program = fileURLToPath(new URL('../support/billing-worker.ts', import.meta.url))
const steps = ['drafts', 'approve', 'send'] as const

let world: World
let clients: [Client, Client]
// A step that is over before its kills are leaves them to the next: sending has time for all.
let unspent = 0
// Anybody can go through the same kills again.
let seed = firstSeed

beforeAll(async () => {
  world = await makeWorld()
  clients = [await world.as('admin'), await world.as('other')]
  console.log(`SEED=${seed}`)
})
afterAll(() => world.close())

function between(from: number, to: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return from + (seed % (to - from))
}

interface Run {
  place: 0 | 1
  id: number
}

type Death = { at: string } | { afterMs: number } | null

/** Starts a worker that may have to die; true when it was done before. */
async function work({ place, id }: Run, step: Step, death: Death): Promise<boolean> {
  const by = {
    user_id: world.userIds[place === 0 ? 'admin' : 'other'],
    name: 'Test',
    impersonator_id: null,
    impersonator_name: null,
  }
  const payload = { organisation_id: world.organisations[place], billingrun_id: id, by }
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      APP_URL: world.appUrl,
      STEP: step,
      PAYLOAD: JSON.stringify(payload),
      ...(death && 'at' in death && { FAILPOINT: death.at }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
  })
  const closed = once(child, 'close')
  if (death && 'afterMs' in death) {
    await expect.poll(() => said, { timeout: 30_000, interval: 5 }).toContain('begun')
    await Promise.race([sleep(death.afterMs), closed])
    child.kill('SIGKILL')
  }
  await closed
  return said.includes('done')
}

/** Every failpoint, then random moments; the last worker is left alone. Answers the kills. */
async function despiteKills(run: Run, step: Step): Promise<number> {
  let kills = 0
  const die = async (death: Death) => {
    const isDone = await work(run, step, death)
    if (!isDone) kills += 1
    return isDone
  }
  // With few contracts there is one transaction to die in, with many of them a few.
  const hit = () => (process.env.HEAVY ? between(1, 3) : 1)
  // The last one comes after the work: whoever starts next finds everything done.
  for (const point of failpoints.filter((one) => one !== 'beforeAck'))
    expect(await die({ at: `${point}#${hit()}` }), `${step} ${point}`).toBe(false)
  unspent += randomKills[step]
  while (unspent > 0) {
    if (await die({ afterMs: between(5, 800) })) break
    unspent -= 1
  }
  expect(await die({ at: 'beforeAck' })).toBe(false)
  expect(await work(run, step, null)).toBe(true)
  return kills
}

async function beginRun(place: 0 | 1): Promise<Run> {
  const organisation_id = world.organisations[place]
  const ids = await manyContracts(world.owner, organisation_id, contracts)
  await splitSome(world.owner, organisation_id, ids)
  // Rows that came all at once; elsewhere PostgreSQL gets to know them by itself.
  await world.owner.query('analyze')
  const choice = { contract_ids: ids, billed_to_date: '2026-10-31' }
  const made = await clients[place].put('/billingrun', choice)
  expect(made.status, made.text).toBe(201)
  return { place, id: made.body.data.id }
}

async function askFor({ place, id }: Run, step: Step): Promise<void> {
  if (step === 'drafts') return
  // The warnings are the same on both sides, and have been looked at.
  const acknowledge = Array.from({ length: 12 }, (_, n) => `W${String(n + 1).padStart(2, '0')}`)
  const body = step === 'approve' ? { id, acknowledge } : { id }
  const reply = await clients[place].post(`/billingrun/${step}`, body)
  expect(reply.status, reply.text).toBe(202)
}

const OWN = `'id', 'organisation_id', 'customer_id', 'contract_id', 'supplier_id', 'approved_at',
  'approved_by', 'invoiced_at', 'created_at', 'modified_at', 'search_text'`
const outcomes: Record<string, string> = {
  invoices: `select k.contract_number, to_jsonb(i) - array[${OWN}] as row
    from invoices i join contracts k on k.id = i.contract_id order by k.contract_number, i.id`,
  entries: `select c.name, t.event, a.account, a.amount::text from transactions t
    join accounttransactions a on a.transaction_id = t.id join customers c on c.id = t.customer_id
    order by c.name, t.event, a.account, a.amount`,
  mails: `select mail_to, count(*)::int, count(distinct unique_key)::int as keys from letters
    where unique_key like 'invoice %' group by mail_to order by mail_to`,
  balances: `select name, balance_total::text, account_credit::text from customers order by name`,
  items: `select item_status, count(*)::int from billingrun_items group by 1 order by 1`,
  runs: `select run_status, rows_done, rows_failed, rows_sent, undiscounted_total::text
    from billingruns`,
}

async function outcomeOf(place: 0 | 1, sql: string): Promise<object[]> {
  await scope(world.owner, world.organisations[place])
  return (await world.owner.query<object>(sql)).rows
}

// Shows: R01
test('a run that is killed again and again makes what an undisturbed one makes', async () => {
  const [run, oracle] = [await beginRun(0), await beginRun(1)]
  const began = performance.now()
  const undisturbed = (async () => {
    for (const step of steps) {
      await askFor(oracle, step)
      expect(await work(oracle, step, null)).toBe(true)
    }
  })()
  const kills: Record<string, number> = {}
  for (const step of steps) {
    await askFor(run, step)
    kills[step] = await despiteKills(run, step)
  }
  const seconds = Math.round((performance.now() - began) / 1000)
  await undisturbed
  console.log(`${contracts} contracts, kills ${JSON.stringify(kills)}, ${seconds} s`)
  const all = Object.values(kills).reduce((sum, count) => sum + count, 0)
  expect(all).toBeGreaterThanOrEqual(process.env.HEAVY ? 100 : 21)

  for (const [name, sql] of Object.entries(outcomes))
    expect(await outcomeOf(0, sql), name).toEqual(await outcomeOf(1, sql))
  const [made] = await outcomeOf(
    0,
    `select count(*)::int as invoices, count(distinct contract_id)::int as contracts,
       count(*) filter (where billing = 'split')::int as split,
       count(distinct invoice_number)::int as numbers,
       max(substr(invoice_number, 5)::int) - min(substr(invoice_number, 5)::int) + 1 as span
     from invoices`,
  )
  expect(made).toEqual({
    invoices: contracts,
    contracts,
    split: contracts / 4,
    numbers: contracts,
    span: contracts,
  })
  expect(await outcomeOf(0, outcomes.runs ?? '')).toMatchObject([{ run_status: 'done' }])
  const where = { organisation_id: world.organisations[0], user_id: null }
  const found = await world.database.read(where, (conn) => violations(conn, todayOf(world)))
  expect(found).toEqual([])
}, 1_800_000)
