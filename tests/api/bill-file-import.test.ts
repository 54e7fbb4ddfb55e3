import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { supplier } from '#domain/suppliers/supplier.ts'
import { billCsv, energy, sendBills } from '#tests/support/bill-file.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let manager: Client

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  manager = await world.as('manager')
}, 60_000)
afterAll(() => world.close())

interface Row {
  id: number
  version: number
  row_number: number
  severity: string
  findings: { code: string; message: string }[]
  fields: Record<string, string>
  staged_status: string
  bill_id: number | null
}

const importOf = async (id: number) => (await user.get('/billimport', { id })).body.data
const rowsOf = async (id: number): Promise<Row[]> =>
  (await user.get('/stagedbilllines', { billimport_id: id })).body.data
const billOf = (id: number | null | undefined) => user.get('/bill', { id: Number(id) })

async function bring(csv: string, more: object = {}): Promise<number> {
  const reply = await sendBills(user, csv, more)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

async function accepted(...statements: string[]) {
  const id = await bring(billCsv(...statements.map((one) => energy(one, 'nobody'))))
  expect((await user.post('/billimport/accept', { id })).status).toBe(200)
  return { id, rows: await rowsOf(id) }
}

describe('a file of bills that waits', () => {
  let id: number

  test('is checked within the call, and a wrong row holds back its statement as a whole', async () => {
    id = await bring(
      billCsv(
        energy('W-1', 'nobody'),
        energy('W-1', 'nobody', 'lots', ''),
        energy('W-2', 'nobody'),
      ),
    )
    expect(await importOf(id)).toMatchObject({
      import_status: 'ready',
      rows_total: 3,
      rows_done: 3,
      rows_error: 2,
    })
    const [first, second, third] = await rowsOf(id)
    expect(first?.findings[0]?.message).toBe(
      'Row 3 of this statement is wrong, and it comes in as a whole.',
    )
    expect(second?.findings[0]?.message).toContain('“lots” is not a number')
    expect(third).toMatchObject({ severity: 'warning' })
    expect((await user.get('/billimport/counts', { id })).body.data).toMatchObject({
      total: 3,
      error: 2,
      warning: 1,
      accepted: 0,
    })
    expect((await user.get('/bills')).status).toBe(260)
  })

  test('is accepted in part; what is wrong waits, is mended in its cell and follows', async () => {
    const reply = await user.post('/billimport/accept', { id })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.data).toMatchObject({ import_status: 'ready', rows_accepted: 1 })
    const [, second] = await rowsOf(id)
    const fields = { ...second?.fields, quantity: '100', amount: '18.00' }
    const mended = await user.post('/stagedbillline', {
      id: second?.id,
      version: second?.version,
      fields,
    })
    expect(mended.status, mended.text).toBe(261)
    expect(mended.body.data.severity).toBe('ok')
    expect(mended.body.info.neighbours).toMatchObject([{ severity: 'warning' }])
    await user.post('/billimport/accept', { id })
    expect(await importOf(id)).toMatchObject({ import_status: 'done', rows_accepted: 3 })
    const [first] = await rowsOf(id)
    const { body } = await billOf(first?.bill_id)
    expect(body.data).toMatchObject({ bill_status: 'draft', source_name: 'april.csv' })
    expect(body.data.lines).toHaveLength(2)
  })

  test('refuses cells that no bill has, and changes of what is accepted', async () => {
    const [row] = await rowsOf(id)
    const late = await user.post('/stagedbillline', {
      id: row?.id,
      version: row?.version,
      fields: { amount: '1' },
    })
    expect(late.status).toBe(476)
    const other = await bring(billCsv(energy('W-3', 'nobody')))
    const [open] = await rowsOf(other)
    const change = { id: open?.id, version: open?.version }
    for (const fields of [{ colour: 'red' }, { amount: 1 }, ['amount']])
      expect((await user.post('/stagedbillline', { ...change, fields })).status).toBe(400)
  })

  test('comes a second time only if somebody means it', async () => {
    const csv = billCsv(energy('W-4', 'nobody'))
    const first = await bring(csv)
    const again = await sendBills(user, csv)
    expect(again.status).toBe(409)
    expect(again.body.info).toEqual({ billimport_id: first })
    expect((await sendBills(user, csv, { again: true })).status).toBe(201)
  })

  test('of unknown headings waits for its columns, which are remembered', async () => {
    const reply = await sendBills(user, 'a;b;c\nW-5;Energy;12.00\n')
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.data).toMatchObject({ import_status: 'mapping' })
    expect(reply.body.info.proposal).toMatchObject({ header: ['a', 'b', 'c'], mapping: {} })
    const mapping = { supplier_statement_number: 0, line_name: 1, amount: 2 }
    const half = await user.post('/billimport/map', {
      id: reply.body.data.id,
      mapping: { line_name: 1 },
    })
    expect(half.status).toBe(400)
    const said = await user.post('/billimport/map', { id: reply.body.data.id, mapping })
    expect(said.status, said.text).toBeLessThan(300)
    expect(said.body.data).toMatchObject({ import_status: 'ready', rows_total: 1 })
    const next = await sendBills(user, 'a;b;c\nW-6;Energy;13.00\n')
    expect(next.body.data).toMatchObject({ import_status: 'ready', mapping })
  })

  test('of many rows is left to a job, and is found again when it is ready', async () => {
    const rows = Array.from({ length: 2100 }, (_, at) => energy(`L-${at % 300}`, 'nobody'))
    const reply = await sendBills(user, billCsv(...rows))
    expect(reply.status, reply.text).toBe(202)
    expect(reply.body.data.import_status).toBe('checking')
    await runQueue(world)
    expect(await importOf(reply.body.data.id)).toMatchObject({
      import_status: 'ready',
      rows_total: 2100,
    })
  }, 120_000)
})

describe('an import of bills', () => {
  test('is taken back by a manager who says why; the drafts are gone, and it may come again', async () => {
    const { id, rows } = await accepted('U-1', 'U-2')
    expect((await user.post('/billimport/undo', { id, reason: 'Wrong file.' })).status).toBe(403)
    expect((await manager.post('/billimport/undo', { id })).status).toBe(400)
    const reply = await manager.post('/billimport/undo', { id, reason: 'Wrong file.' })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.data.import_status).toBe('undone')
    const bill_id = Number(rows[0]?.bill_id)
    expect((await user.get('/bills', { supplier_statement_number: 'U-1' })).status).toBe(260)
    const history = await user.get('/history', { object_class: 'bill', object_id: bill_id })
    expect(history.body.data[0]).toMatchObject({ action: 'delete', reason: 'Wrong file.' })
    expect((await accepted('U-1', 'U-2')).id).toBeGreaterThan(id)
  })

  test('stays while something was built on it, and the answer counts what', async () => {
    const { id, rows } = await accepted('U-3', 'U-4')
    await scopedApproval(Number(rows[0]?.bill_id))
    const reply = await manager.post('/billimport/undo', { id, reason: 'Wrong file.' })
    expect(reply.status).toBe(476)
    expect(reply.body.message).toContain('1 bill is approved')
    expect(reply.body.info.counts).toEqual({ approved: 1, invoiced: 0, replaced: 0 })
    expect((await billOf(rows[1]?.bill_id)).body.data.deleted_at).toBeNull()
    expect(await importOf(id)).toMatchObject({ import_status: 'done' })
  })

  test('that replaced a draft is not taken back: what it held before is gone', async () => {
    const { id: supplier_id } = await makeRow(manager, supplier, { allow_duplicate_file: true })
    const first = await bring(billCsv(energy('U-5', 'nobody')), { supplier_id })
    await user.post('/billimport/accept', { id: first })
    const csv = billCsv(energy('U-5', 'nobody', '700', '126.00'))
    const second = await bring(csv, { supplier_id })
    await user.post('/billimport/accept', { id: second })
    const reply = await manager.post('/billimport/undo', { id: second, reason: 'Wrong.' })
    expect(reply.body.info.counts).toEqual({ approved: 0, invoiced: 0, replaced: 1 })
  })
})

test('another organisation sees neither file nor rows', async () => {
  const id = await bring(billCsv(energy('O-1', 'nobody')))
  const [row] = await rowsOf(id)
  const other = await world.as('other')
  expect((await other.get('/billimport', { id })).status).toBe(404)
  expect((await other.post('/billimport/accept', { id })).status).toBe(404)
  expect((await other.post('/billimport/undo', { id, reason: 'Mine.' })).status).toBe(404)
  expect((await other.get('/stagedbilllines', { billimport_id: id })).status).toBe(260)
  expect((await other.post('/stagedbilllines/accept', { ids: [row?.id] })).status).toBe(404)
})

/** A bill is approved once it has a contract; here only its state matters. */
async function scopedApproval(id: number): Promise<void> {
  await world.owner.query(`select set_config('app.organisation_id', $1, false)`, [
    String(world.organisations[0]),
  ])
  await world.owner.query(`update bills set bill_status = 'approved' where id = $1`, [id])
}
