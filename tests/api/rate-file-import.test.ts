import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { contractOffice } from '#tests/support/contracts.ts'
import { sendRates } from '#tests/support/rate-file.ts'
import { sendForm, textFile } from '#tests/support/upload.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let manager: Client
let office: Awaited<ReturnType<typeof contractOffice>>

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  office = await contractOffice(world)
}, 60_000)
afterAll(() => world.close())
beforeEach(() => {
  office.nextIcp()
})

const day = { valid_from_date: '2027-04-01' }
const file = (...rows: string[]) => ['contract_number,rate_name,rate_amount', ...rows].join('\n')

async function bring(csv: string, more: object = day): Promise<number> {
  const reply = await sendRates(accounting, csv, more)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

const rowsOf = async (id: number) =>
  (await accounting.get('/stagedrates', { rateimport_id: id })).body.data
const ratesOf = (contract_id: number) => user.get('/rates', { contract_id })

test('a file of rates waits as a whole: nothing comes in while a row has an error', async () => {
  const { contract_number, id: contract_id } = await office.active()
  const id = await bring(
    file(`${contract_number},Day energy,0.26`, `${contract_number},Night,cheap`),
  )
  const [good, bad] = await rowsOf(id)
  expect(good).toMatchObject({
    severity: 'information',
    group_key: `${contract_number} 2027-04-01`,
  })
  expect(bad.findings[0].message).toBe('“cheap” is not an amount.')
  const whole = await accounting.post('/rateimport/accept', { id })
  expect(whole.status).toBe(476)
  expect(whole.body.message).toContain('1 row has errors')
  expect((await ratesOf(contract_id)).status).toBe(260)
  const fields = { ...bad.fields, rate_amount: '0.16' }
  const mended = await accounting.post('/stagedrate', { id: bad.id, version: bad.version, fields })
  expect(mended.status, mended.text).toBe(261)
  const done = await accounting.post('/rateimport/accept', { id })
  expect(done.status, done.text).toBe(200)
  expect(done.body.data).toMatchObject({ import_status: 'done', rows_accepted: 2 })
  expect((await ratesOf(contract_id)).body.data).toHaveLength(2)
})

test('a row that nobody can mend is left out, and the others come in', async () => {
  const { contract_number } = await office.active()
  const id = await bring(file(`${contract_number},Day energy,0.26`, 'K-0,Day energy,0.26'))
  const [, unknown] = await rowsOf(id)
  expect(unknown.findings[0].message).toContain('find that contract')
  await accounting.post('/stagedrates/reject', { ids: [unknown.id] })
  const done = await accounting.post('/rateimport/accept', { id })
  expect(done.body.data).toMatchObject({
    import_status: 'done',
    rows_accepted: 1,
    rows_rejected: 1,
  })
})

test('what it would change is told before, for the last year to be priced', async () => {
  const { contract_number, id: contract_id } = await office.active()
  const id = await bring(file(`${contract_number},Day energy,0.26`))
  expect((await accounting.get('/rateimport/changes', { id })).body.data).toMatchObject([
    { contract_id, valid_from_date: '2027-04-01', rates: [{ rate_name: 'Day energy' }] },
  ])
})

test('an import of rates is taken back by a manager who says why', async () => {
  const { contract_number, id: contract_id } = await office.active()
  const id = await bring(file(`${contract_number},Day energy,0.26`))
  await accounting.post('/rateimport/accept', { id })
  const reason = 'The wrong tariff.'
  expect((await accounting.post('/rateimport/undo', { id, reason })).status).toBe(403)
  const reply = await manager.post('/rateimport/undo', { id, reason })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.data.import_status).toBe('undone')
  expect((await ratesOf(contract_id)).status).toBe(260)
})

test('an import of rates stays once something was billed with them, and the answer counts what', async () => {
  const { contract_number, id: contract_id } = await office.active()
  const id = await bring(file(`${contract_number},Day energy,0.26`))
  await accounting.post('/rateimport/accept', { id })
  await office.billTo(contract_id, '2027-04-30')
  const reply = await manager.post('/rateimport/undo', { id, reason: 'The wrong tariff.' })
  expect(reply.status).toBe(476)
  expect(reply.body.message).toContain('1 contract is billed with these rates')
  expect(reply.body.info.counts).toEqual({ billed: 1 })
  expect((await ratesOf(contract_id)).body.data).toHaveLength(1)
})

test('rates that came in one call are an import like any other', async () => {
  const { contract_number, id: contract_id } = await office.active()
  const csv = textFile(file(`${contract_number},Day energy,0.26`))
  const taken = await sendForm(accounting, 'POST /supplierrateupdates/import', { csv, ...day })
  expect(taken.status, taken.text).toBe(200)
  const { body } = await accounting.get('/rateimports', { batch: taken.body.data.batch })
  expect(body.data[0]).toMatchObject({ side: 'buy', import_status: 'done', rows_accepted: 1 })
  const [{ id }] = body.data
  const reply = await manager.post('/rateimport/undo', { id, reason: 'The wrong tariff.' })
  expect(reply.status, reply.text).toBe(200)
  expect((await user.get('/supplierrates', { contract_id })).status).toBe(260)
})

test('another organisation sees neither file nor rows', async () => {
  const { contract_number } = await office.active()
  const id = await bring(file(`${contract_number},Day energy,0.26`))
  const other = await world.as('other')
  expect((await other.get('/rateimport', { id })).status).toBe(404)
  expect((await other.get('/rateimport/changes', { id })).status).toBe(404)
  expect((await other.post('/rateimport/accept', { id })).status).toBe(404)
  expect((await other.get('/stagedrates', { rateimport_id: id })).status).toBe(260)
})
