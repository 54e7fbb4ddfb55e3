import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#server/billing/invariants-check.ts'
import { todayOf } from '#server/context.ts'
import type { Client } from '#tests/support/client.ts'
import { manyContracts } from '#tests/support/many-contracts.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

const contracts = process.env.HEAVY ? 2000 : 400
const kills = process.env.HEAVY ? 93 : 8
const program = fileURLToPath(new URL('../support/billing-worker.ts', import.meta.url))

let world: World
let accounting: Client
// Anybody can go through the same kills again.
let seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  console.log(`SEED=${seed}`)
})
afterAll(() => world.close())

function between(from: number, to: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return from + (seed % (to - from))
}

/** Starts a worker and kills it after a while; true when it was done before. */
async function work(step: string, id: number, killAfterMs: number | null): Promise<boolean> {
  const by = { user_id: world.userIds.accounting, name: 'Test' }
  const nobody = { impersonator_id: null, impersonator_name: null }
  const payload = {
    organisation_id: world.organisations[0],
    billingrun_id: id,
    by: { ...by, ...nobody },
  }
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      APP_URL: world.appUrl,
      STEP: step,
      PAYLOAD: JSON.stringify(payload),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
  })
  const closed = once(child, 'close')
  await expect.poll(() => said, { timeout: 30_000, interval: 5 }).toContain('begun')
  if (killAfterMs !== null) {
    await Promise.race([sleep(killAfterMs), closed])
    child.kill('SIGKILL')
  }
  await closed
  return said.includes('done')
}

async function workThrough(step: string, id: number, times: number): Promise<number> {
  let killed = 0
  for (let turn = 0; turn < times; turn += 1)
    if (!(await work(step, id, between(5, 800)))) killed += 1
  expect(await work(step, id, null)).toBe(true)
  return killed
}

const readRun = async (id: number) => (await accounting.get('/billingrun', { id })).body.data

test('a run that is killed again and again makes what an undisturbed one would', async () => {
  const ids = await manyContracts(world.owner, world.organisations[0], contracts)
  const choice = { contract_ids: ids, billed_to_date: '2026-10-31' }
  const oracle = await accounting.post('/billingrun/new', choice)
  const made = await accounting.put('/billingrun', choice)
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data

  const drafts = await workThrough('drafts', id, kills)
  expect(await readRun(id)).toMatchObject({
    run_status: 'ready',
    rows_done: contracts,
    rows_failed: 0,
    undiscounted_total: oracle.body.info.undiscounted_total,
  })
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query(
    `select contract_id::int, count(*)::int as invoices,
       sum(undiscounted_total_this_period)::text as amount
     from invoices where contract_id = any($1) group by contract_id order by contract_id`,
    [ids],
  )
  expect(rows).toEqual(
    oracle.body.data.map(
      (one: { contract_id: number; undiscounted_total_this_period: string }) => ({
        contract_id: one.contract_id,
        invoices: 1,
        amount: one.undiscounted_total_this_period,
      }),
    ),
  )

  expect((await accounting.post('/billingrun/approve', { id })).status).toBe(202)
  const approvals = await workThrough('approve', id, Math.ceil(kills / 2))
  expect(await readRun(id)).toMatchObject({ run_status: 'ready', rows_approved: contracts })
  console.log(`${drafts} kills while drafts were made, ${approvals} while they were approved`)
  const numbers = await world.owner.query(
    `select count(distinct invoice_number)::int as numbers,
       max(substr(invoice_number, 5)::int) - min(substr(invoice_number, 5)::int) + 1 as span
     from invoices`,
  )
  expect(numbers.rows).toEqual([{ numbers: contracts, span: contracts }])
  const where = { organisation_id: world.organisations[0], user_id: null }
  const found = await world.database.read(where, (conn) => violations(conn, todayOf(world)))
  expect(found).toEqual([])
}, 900_000)

test('sending that is killed leaves every invoice sent once', async () => {
  const count = process.env.HEAVY ? 120 : 25
  const ids = await manyContracts(world.owner, world.organisations[0], count, contracts + 1)
  const made = await accounting.put('/billingrun', {
    contract_ids: ids,
    billed_to_date: '2026-10-31',
  })
  const { id } = made.body.data
  expect(await work('drafts', id, null)).toBe(true)
  await accounting.post('/billingrun/approve', { id })
  expect(await work('approve', id, null)).toBe(true)
  await accounting.post('/billingrun/send', { id })
  await workThrough('send', id, Math.ceil(kills / 2))
  expect(await readRun(id)).toMatchObject({ run_status: 'done', rows_sent: count })
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query(
    `select count(*)::int as mails, count(distinct unique_key)::int as keys from mails
     where unique_key like 'invoice %'`,
  )
  expect(rows).toEqual([{ mails: count, keys: count }])
  const booked = await world.owner.query(
    `select count(*)::int as entries from transactions where event = 'invoice_sent'`,
  )
  expect(booked.rows).toEqual([{ entries: count }])
  const where = { organisation_id: world.organisations[0], user_id: null }
  const found = await world.database.read(where, (conn) => violations(conn, todayOf(world)))
  expect(found).toEqual([])
}, 600_000)
