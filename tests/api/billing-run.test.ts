import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { manyContracts } from '#tests/support/many-contracts.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let next = 1

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
})
afterAll(() => world.close())
beforeEach(() => scope(world.owner, world.organisations[0]))

async function contracts(count: number): Promise<number[]> {
  const ids = await manyContracts(world.owner, world.organisations[0], count, next)
  next += count
  return ids
}

async function start(contract_ids: number[]): Promise<number> {
  const reply = await accounting.put('/billingrun', { contract_ids, billed_to_date: '2026-10-31' })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

const readRun = async (id: number) => (await accounting.get('/billingrun', { id })).body.data

async function act(id: number, action: string, more: Record<string, unknown> = {}) {
  const reply = await accounting.post(`/billingrun/${action}`, { id, ...more })
  expect(reply.status, reply.text).toBe(202)
}

/** The invoices of contracts as the business sees them. */
async function invoicesOf(contract_ids: number[]) {
  const { rows } = await world.owner.query(
    `select contract_id, invoice_status, period_start, period_end, invoice_number,
       discounted_total_this_period as discounted, undiscounted_total_this_period as undiscounted,
       jsonb_array_length(lines) as lines
     from invoices where contract_id = any($1) and deleted_at is null order by contract_id`,
    [contract_ids],
  )
  return rows
}

test('a dry run says what each contract comes to, and keeps nothing', async () => {
  const ids = await contracts(3)
  await world.owner.query('delete from rates where contract_id = $1', [ids[1]])
  const reply = await accounting.post('/billingrun/new', {
    contract_ids: ids,
    billed_to_date: '2026-10-31',
  })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.info).toMatchObject({ total: 3, exceptions: 1 })
  expect(reply.body.data[1]).toMatchObject({ exception: 'The contract has no rates.' })
  expect(reply.body.data[0]).toMatchObject({
    period_start: '2026-09-01',
    period_end: '2026-10-31',
    exception: null,
    warnings: [],
  })
  expect(await invoicesOf(ids)).toEqual([])
})

test('a run makes the same invoices as the editor would, one for each contract', async () => {
  const ids = await contracts(3)
  const single: string[] = []
  for (const contract_id of ids) {
    const { rows } = await world.owner.query('select customer_id from contracts where id = $1', [
      contract_id,
    ])
    const period = { period_start: '2026-09-01', period_end: '2026-10-31' }
    const customer_id = Number(rows[0].customer_id)
    const reply = await accounting.post('/invoice/new', { customer_id, contract_id, ...period })
    single.push(reply.body.data.undiscounted_total_this_period)
  }
  const id = await start(ids)
  await runQueue(world)
  expect(await readRun(id)).toMatchObject({
    run_status: 'ready',
    rows_total: 3,
    rows_done: 3,
    rows_failed: 0,
  })
  const made = await invoicesOf(ids)
  expect(made.map((row) => row.undiscounted)).toEqual(single)
  expect(made.every((row) => row.lines === 8)).toBe(true)
  const { rows } = await world.owner.query(
    `select p.input from invoice_proofs p join invoices i on i.id = p.invoice_id
     where i.contract_id = $1`,
    [ids[0]],
  )
  expect(rows[0].input.lines).toEqual([])
  const listed = await accounting.get('/invoices', { contract_id: ids[0] ?? 0 })
  const proved = await accounting.get('/invoice/verify', { id: listed.body.data[0].id })
  expect(proved.body.data).toEqual({ isProved: true, differences: [] })
})

test('what stands in the way of one account keeps no other one out', async () => {
  const ids = await contracts(3)
  await world.owner.query('delete from rates where contract_id = $1', [ids[1]])
  const id = await start(ids)
  await runQueue(world)
  expect(await readRun(id)).toMatchObject({ rows_done: 2, rows_failed: 1, run_status: 'ready' })
  const items = await accounting.get('/billingrun/items', { id })
  expect(items.body.data[0]).toMatchObject({
    contract_id: ids[1],
    item_status: 'failed',
    message: 'The contract has no rates.',
  })
})

test('every kind of warning is told with its drafts, however few of them are listed', async () => {
  const ids = await contracts(3)
  const id = await start(ids)
  await runQueue(world)
  await world.owner.query(
    `update invoices set warnings = case when contract_id = $2
         then '[{"code": "W03", "message": "5 days"}, {"code": "W04", "message": "Estimated"}]'
         else '[{"code": "W04", "message": "Estimated"}]' end::jsonb
     where contract_id = any($1)`,
    [ids, ids[2]],
  )
  const items = await accounting.get('/billingrun/items', { id, limit: 1 })
  expect(items.body.data).toHaveLength(1)
  expect(items.body.info.draft_warnings).toEqual([
    { code: 'W03', message: '5 days', invoices: 1 },
    { code: 'W04', message: 'Estimated', invoices: 3 },
  ])
})

test('the same days are billed once, however often and by how many runs', async () => {
  const ids = await contracts(4)
  const [first, second] = [await start(ids), await start(ids)]
  await runQueue(world)
  expect(await readRun(first)).toMatchObject({ rows_done: 4, rows_failed: 0 })
  expect(await readRun(second)).toMatchObject({ rows_done: 0, rows_failed: 4 })
  expect(await invoicesOf(ids)).toHaveLength(4)
  const third = await start(ids)
  expect(await readRun(third)).toMatchObject({ rows_total: 0 })
  await runQueue(world)
})

test('a run that was stopped in the middle goes on where it was', async () => {
  const ids = await contracts(450)
  const id = await start(ids)
  const stopping = new AbortController()
  let chunks = 0
  const database = {
    ...world.database,
    write: async <T>(...args: Parameters<typeof world.database.write<T>>): Promise<T> => {
      const answer = await world.database.write<T>(...args)
      chunks += 1
      if (chunks === 1) stopping.abort()
      return answer
    },
  }
  await expect(runQueue(world, { signal: stopping.signal, database })).rejects.toThrow()
  expect(await readRun(id)).toMatchObject({ run_status: 'running', rows_done: 200 })
  await runQueue(world)
  expect(await readRun(id)).toMatchObject({ run_status: 'ready', rows_done: 450 })
  expect(await invoicesOf(ids)).toHaveLength(450)
})

test('a cancelled run takes its drafts with it when asked, and can be resumed', async () => {
  const ids = await contracts(3)
  const id = await start(ids)
  await runQueue(world)
  await act(id, 'cancel', { delete_drafts: true })
  expect(await readRun(id)).toMatchObject({ run_status: 'cancelled', rows_done: 0 })
  expect(await invoicesOf(ids)).toEqual([])
  await act(id, 'resume')
  await runQueue(world)
  expect(await readRun(id)).toMatchObject({ run_status: 'ready', rows_done: 3 })
  expect(await invoicesOf(ids)).toHaveLength(3)
})

test('a run is approved and sent as one, with numbers in a row', async () => {
  const ids = await contracts(4)
  const id = await start(ids)
  await runQueue(world)
  await world.owner.query(
    `update invoices set warnings = '[{"code": "W04", "message": "Estimated: Day energy."}]'
     where contract_id = $1`,
    [ids[3]],
  )
  await act(id, 'approve')
  await runQueue(world)
  expect(await readRun(id)).toMatchObject({ run_status: 'ready', rows_approved: 3 })
  await act(id, 'approve', { acknowledge: ['W04'] })
  await runQueue(world)
  expect(await readRun(id)).toMatchObject({ rows_approved: 4 })
  const numbers = (await invoicesOf(ids)).map((row) => Number(row.invoice_number.slice(4)))
  expect(numbers).toEqual(numbers.map((_number, place) => (numbers[0] ?? 0) + place))
  await act(id, 'send')
  await runQueue(world)
  expect(await readRun(id)).toMatchObject({ run_status: 'done', rows_sent: 4 })
  expect((await invoicesOf(ids)).every((row) => row.invoice_status === 'invoiced')).toBe(true)
})

test('many approved at once leave the traces that each would leave alone', async () => {
  const ids = await contracts(3)
  const id = await start(ids)
  await runQueue(world)
  const alone = await accounting.get('/invoices', { contract_id: ids[1] ?? 0 })
  const single = await accounting.post('/invoice/approve', { id: alone.body.data[0].id })
  expect(single.status, single.text).toBe(200)
  await act(id, 'approve')
  await runQueue(world)
  expect(await readRun(id)).toMatchObject({ run_status: 'ready', rows_approved: 3 })
  const { rows } = await world.owner.query(
    `select i.invoice_status, i.version, i.approved_by = h.actor_name as is_told,
       h.object_version, h.customer_id = i.customer_id as is_theirs,
       h.changes -> 'invoice_number' ->> 1 = i.invoice_number as is_numbered,
       h.changes -> 'invoice_status' as states, length(h.changes -> 'approved_at' ->> 1) as moment,
       (select array_agg(key order by key) from jsonb_object_keys(h.changes) key) as changed,
       p.sha256 = encode(sha256(convert_to(p.input::text || p.trace::text, 'UTF8')), 'hex')
         as is_sealed
     from invoices i join history h on h.object_class = 'invoice' and h.object_id = i.id
       and h.action = 'approve' join invoice_proofs p on p.invoice_id = i.id
     where i.contract_id = any($1) order by i.contract_id`,
    [ids],
  )
  expect(rows).toHaveLength(3)
  expect(rows[1]).toMatchObject({ is_sealed: true, is_numbered: true, is_told: true })
  expect(rows[0]).toEqual(rows[1])
  expect(rows[2]).toEqual(rows[1])
})

test('days nobody billed are listed with what they come to', async () => {
  const [contract_id] = await contracts(1)
  await start([contract_id ?? 0])
  await runQueue(world)
  const reply = await accounting.get('/billingrun/coverage', {
    from: '2026-09-01',
    to: '2026-11-10',
  })
  expect(reply.status, reply.text).toBe(200)
  const gap = reply.body.data.gaps.find((one: { contract_ids: number[] }) =>
    one.contract_ids.includes(contract_id ?? 0),
  )
  expect(gap).toMatchObject({ from: '2026-11-01', to: '2026-11-10', days: 10 })
  expect(Number(gap.estimated_amount)).toBeGreaterThan(0)
  expect(reply.body.data.overlaps).toEqual([])
})

test('a run offers what can be done with it now, and refuses the rest', async () => {
  const offered = async (who: Client, id: number) => {
    const { available_actions } = (await who.get('/billingrun', { id })).body.info
    return available_actions.map(({ action, to, allowed }: Record<string, unknown>) =>
      allowed ? `${action} → ${to}` : `no ${action}`,
    )
  }
  const id = await start(await contracts(1))
  expect(await offered(accounting, id)).toEqual(['cancel → cancelled'])
  const early = await accounting.post('/billingrun/send', { id })
  expect(early.status, early.text).toBe(476)
  expect(early.body.message).toContain('the billing run is running')
  await runQueue(world)
  const ready = ['approve → approving', 'send → sending', 'resume → running', 'cancel → cancelled']
  expect(await offered(accounting, id)).toEqual(ready)
  const reader = await world.as('user')
  expect(await offered(reader, id)).toEqual(['no approve', 'no send', 'no resume', 'no cancel'])
  await act(id, 'approve')
  expect(await offered(accounting, id)).toEqual(['cancel → ready'])
  await runQueue(world)
  await act(id, 'send')
  await runQueue(world)
  expect(await readRun(id)).toMatchObject({ run_status: 'done' })
  expect(await offered(accounting, id)).toEqual([])
})
