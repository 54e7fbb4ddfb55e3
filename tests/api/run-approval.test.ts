import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { approveInvoices } from '#server/invoices/approve-invoice.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { inNameOf } from '#server/kit/jobs/acting-person.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import type { Client } from '#tests/support/client.ts'
import { testConfig } from '#tests/support/config.ts'
import { manyContracts } from '#tests/support/many-contracts.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let job: JobContext

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  const { database } = world
  const { signal } = new AbortController()
  job = { database, config: testConfig(), clock: systemClock, signal, isLastAttempt: false }
})
afterAll(() => world.close())
beforeEach(() => scope(world.owner, world.organisations[0]))

interface DraftOfRun {
  id: number
  customer_id: number
}

let next = 1

/** A run of some contracts, and its drafts in their order. */
async function draftsOfRun(count: number): Promise<{ run: number; drafts: DraftOfRun[] }> {
  const contract_ids = await manyContracts(world.owner, world.organisations[0], count, next)
  next += count
  const made = await accounting.put('/billingrun', { contract_ids, billed_to_date: '2026-10-31' })
  expect(made.status, made.text).toBe(201)
  await runQueue(world)
  const { rows } = await world.owner.query<DraftOfRun>(
    'select id, customer_id from invoices where contract_id = any($1) order by contract_id',
    [contract_ids],
  )
  expect(rows).toHaveLength(count)
  return { run: made.body.data.id, drafts: rows }
}

const change = (sql: string, ...values: unknown[]) => world.owner.query(sql, values)

/** Everything that may stand in the way of an approval, one for each of these drafts. */
async function obstruct([warned, own, billed, wrong, held]: DraftOfRun[]): Promise<void> {
  const warning = JSON.stringify([{ code: 'W04', message: 'Estimated: Day energy.' }])
  await change('update invoices set warnings = $2 where id = $1', warned?.id, warning)
  await change('update invoices set discounted_total_this_period = 6000 where id = $1', own?.id)
  const bill = `insert into bills (organisation_id, customer_id, invoice_id, bill_status,
      supplier_statement_number, validations) values (scope_organisation(), $1, $2, $3, $4, $5)`
  await change(bill, billed?.customer_id, billed?.id, 'cancelled', 'S-1', '[]')
  await change(bill, wrong?.customer_id, wrong?.id, 'draft', 'S-2', '[{"code": "E01"}]')
  const admin = await world.as('admin')
  const taken = await admin.put('/datalock', { object_path: `/app/invoice/edit?id=${held?.id}` })
  expect(taken.status, taken.text).toBeLessThan(300)
}

test('a run refuses what a person is refused, in the same words', async () => {
  const { run, drafts } = await draftsOfRun(6)
  const [fine, ...obstructed] = drafts
  await obstruct(obstructed)
  const byHand: string[] = []
  for (const { id } of obstructed) {
    const refused = await accounting.post('/invoice/approve', { id })
    expect(refused.status, refused.text).toBeGreaterThanOrEqual(400)
    byHand.push(refused.body.message)
  }
  expect(new Set(byHand).size).toBe(5)
  const asked = await accounting.post('/billingrun/approve', { id: run })
  expect(asked.status, asked.text).toBe(202)
  await runQueue(world)
  const { rows } = await change(
    `select i.invoice_id, i.item_status, i.message from billingrun_items i
     where i.billingrun_id = $1 order by i.contract_id`,
    run,
  )
  expect(rows).toEqual([
    { invoice_id: fine?.id, item_status: 'approved', message: null },
    ...obstructed.map(({ id }, place) => ({
      invoice_id: id,
      item_status: 'made',
      message: byHand[place],
    })),
  ])
})

test('of many drafts at once those are approved that nothing speaks against', async () => {
  const { drafts } = await draftsOfRun(8)
  await obstruct(drafts.slice(1, 6))
  const ctx = inNameOf(systemContext(job, world.organisations[0], 'test'), {
    user_id: world.userIds.accounting,
    name: 'Accounting',
    impersonator_id: null,
    impersonator_name: null,
  })
  const ids = drafts.map(({ id }) => id)
  const approved = await world.database.write(
    { organisation_id: world.organisations[0], user_id: null },
    (conn) => approveInvoices(ctx, conn, ids.toReversed(), []),
  )
  expect([...approved]).toEqual([ids[7], ids[6], ids[0]])
  const { rows } = await change(
    'select invoice_number from invoices where id = any($1) order by id desc',
    [...approved],
  )
  const numbers = rows.map(({ invoice_number }) => Number(invoice_number.slice(4)))
  expect(numbers).toEqual([0, 1, 2].map((place) => (numbers[0] ?? 0) + place))
})
