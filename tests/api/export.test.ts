import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { entities } from '#domain/entities.ts'
import { staff } from '#domain/identity/staff.ts'
import { reports } from '#domain/reports/report-list.ts'
import { type Client, withKey } from '#tests/support/client.ts'
import { centsIn, exported, recordsOf, sha256, workOnExports } from '#tests/support/exported.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { workedExample } from '#tests/support/reporting.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

const folder = temporaryFolder()
const ACCOUNT = '12-3113-0003869-000'
let world: World
let admin: Client
let hidden: number
let guarded: number

beforeAll(async () => {
  world = await makeWorld({ dataDir: folder.path })
  admin = await world.as('admin')
  await workedExample(admin)
  const words = { name: '=1+1 "Ōtaki", ＝', street: '@home, by the sea', suburb: '-12.50' }
  hidden = (await makeRow(admin, customer, { ...words, bank_account_number: ACCOUNT })).id
  guarded = (await makeRow(admin, customer, { bank_account_number: ACCOUNT })).id
})
afterAll(async () => {
  await world.close()
  folder.remove()
})

const query = async (text: string, values: unknown[] = []) => {
  await scope(world.owner, world.organisations[0])
  return (await world.owner.query(text, values)).rows
}

/** What lies in the store, without what is on its way in. */
const stored = () => {
  const root = join(folder.path, 'files')
  if (!existsSync(root)) return []
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((path) => statSync(path).isFile())
}

const names = entities
  .filter(({ scope: of, name }) => of === 'organisation' && name !== 'export')
  .map(({ name }) => name)

// Shows: R26, T09
test('everything that can be chosen is written, counted, summed up and proved', async () => {
  const choices = (await admin.get('/export/choices')).body.data
  expect(choices.entities.map(({ name }: { name: string }) => name).toSorted()).toEqual(
    names.toSorted(),
  )
  const told = choices.reports.map(({ name }: { name: string }) => name)
  expect(told).toEqual(Object.keys(reports))
  const { manifest, files, row, headers } = await exported(world, admin, {
    entities: names,
    reports: told,
  })
  expect(headers['content-disposition']).toMatch(/export-\d{4}-\d\d-\d\d_[\d-]{8}\.zip/)
  expect(manifest).toMatchObject({ format: 1, kind: 'data', has_masked: false })
  expect(manifest.files).toHaveLength(names.length + told.length)
  expect(row).toMatchObject({ files_done: manifest.files.length, asked_by: 'admin Test' })
  for (const file of manifest.files) {
    const bytes = files.get(file.name)
    expect(bytes && sha256(bytes), file.name).toBe(file.sha256)
    const records = recordsOf(bytes?.toString() ?? '')
    expect(records, file.name).toHaveLength(file.rows)
    for (const [column, sum] of Object.entries(file.sums))
      expect(centsIn(records.map((one) => one[column])), `${file.name} ${column}`).toBe(
        centsIn([String(sum)]),
      )
  }
  for (const plural of ['customers', 'invoices', 'bills', 'accounttransactions']) {
    const [{ count }] = await query(`select count(*)::int from ${plural} where deleted_at is null`)
    expect(recordsOf(files.get(`${plural}.csv`)?.toString() ?? '')).toHaveLength(count)
  }
  const [{ owed }] = await query('select sum(balance)::text as owed from invoices')
  const invoices = manifest.files.find(({ name }: { name: string }) => name === 'invoices.csv')
  expect(invoices.sums.balance).toBe(owed)
  expect(files.has('payments_to_suppliers.csv')).toBe(true)
  expect(files.has('payments_from_customers.csv')).toBe(true)
})

// Shows: T09
test('words that look like formulas become words, and macrons stay', async () => {
  const { files } = await exported(world, admin, { entities: ['customer'] })
  const records = recordsOf(files.get('customers.csv')?.toString() ?? '')
  expect(records.find(({ id }) => id === String(hidden))).toMatchObject({
    name: `'=1+1 "Ōtaki", ＝`,
    street: `'@home, by the sea`,
    suburb: `'-12.50`,
  })
  expect(Object.keys(records[0] ?? {})).not.toContain('bank_account_number')
})

test('lines of JSON hold what lists answer, narrowed to a period where rows have a day', async () => {
  const body = { entities: ['invoice', 'customer'], format: 'jsonl' }
  const whole = await exported(world, admin, body)
  const lines = (files: Map<string, Buffer>, name: string) =>
    (files.get(name)?.toString() ?? '').split('\n').filter(Boolean)
  const [invoice] = lines(whole.files, 'invoices.jsonl').map((line) => JSON.parse(line))
  const listed = (await admin.get('/invoice', { id: invoice.id })).body.data
  expect(invoice).toEqual(listed)
  const before = { period_start: '2019-01-01', period_end: '2019-12-31' }
  const narrowed = await exported(world, admin, { ...body, ...before })
  expect(lines(narrowed.files, 'invoices.jsonl')).toEqual([])
  expect(lines(narrowed.files, 'customers.jsonl')).toEqual(lines(whole.files, 'customers.jsonl'))
})

test('one is made at a time; asked twice under one key it is one, stopped it leaves nothing', async () => {
  const kept = stored()
  const key = withKey()
  const body = { entities: ['customer'] }
  const first = await admin.put('/export', body, key)
  const again = await admin.put('/export', body, key)
  expect([again.status, again.text]).toEqual([202, first.text])
  const second = await admin.put('/export', { entities: ['supplier'] })
  expect(second.status).toBe(429)
  expect(second.headers['retry-after']).toBe('120')
  expect(second.body.message).toContain('Customers')
  const { id } = first.body.data
  expect((await admin.post('/export/download', { id })).status).toBe(476)
  expect((await admin.post('/export/cancel', { id })).status).toBe(202)
  await workOnExports(world)
  expect((await admin.get('/export', { id })).body.data.export_status).toBe('cancelled')
  expect(stored()).toEqual(kept)
  expect((await admin.post('/export/resume', { id })).status).toBe(202)
  await workOnExports(world)
  expect((await admin.get('/export', { id })).body.data.export_status).toBe('done')
  expect((await admin.post('/export/discard', { id })).status).toBe(200)
  await workOnExports(world)
  expect(stored()).toEqual(kept)
  expect((await admin.post('/export/download', { id })).body.message).toContain('expired')
})

test('an export that was stopped while it was being made ends there', async () => {
  const kept = stored()
  const asked = await admin.put('/export', { entities: names })
  const { id } = asked.body.data
  const working = workOnExports(world)
  await expect
    .poll(async () => (await admin.get('/export', { id })).body.data.files_done, { interval: 5 })
    .toBeGreaterThan(0)
  expect((await admin.post('/export/cancel', { id })).status).toBe(202)
  await working
  await workOnExports(world)
  const row = (await admin.get('/export', { id })).body.data
  expect(row).toMatchObject({ export_status: 'cancelled', manifest: null })
  expect(row.files_done).toBeLessThan(names.length)
  expect(stored()).toEqual(kept)
  expect(readdirSync(join(folder.path, 'files', 'incoming'))).toEqual([])
})

test('exports are for admins, and other admins hear of them', async () => {
  for (const person of ['user', 'accounting', 'manager'] as const) {
    const client = await world.as(person)
    expect((await client.put('/export', { entities: ['customer'] })).status).toBe(403)
    expect((await client.get('/exports')).status).toBe(403)
  }
  const { id } = await exported(world, admin, { entities: ['customer'] })
  const manager = await world.as('manager')
  expect((await manager.post('/export/download', { id })).status).toBe(403)
  const other = await world.as('other')
  expect((await other.post('/export/download', { id })).status).toBe(404)
  expect((await other.get('/export', { id })).status).toBe(404)
  const told = await query(
    `select recipient from messages where unique_key like 'export ${id} %' order by 1`,
  )
  expect(told).toEqual([{ recipient: 'padmin@example.co.nz' }])
  const history = await query(
    `select action, actor_name from history where object_class = 'export' and object_id = $1
     order by id`,
    [id],
  )
  expect(history.map(({ action }) => action)).toEqual(['create', 'done', 'download'])
})

// Shows: V14.2.6
test('hidden details need a permission, a fresh proof and a reason, to ask and to fetch', async () => {
  const body = { entities: ['customer'], with_masked: true, reason: 'Moving to another bank' }
  expect((await admin.put('/export', { ...body, reason: undefined })).status).toBe(400)
  expect((await admin.put('/export', body)).status).toBe(403)
  await makeRow(admin, staff, { user_id: world.userIds.admin, view_customer_direct_debit: true })
  const set = { customer_id: guarded, code: 'frost-480' }
  await makeRow(admin, staff, {
    ...{ user_id: world.userIds.padmin, set_customer_direct_debit_password: true },
  })
  const padmin = await world.as('padmin')
  expect((await padmin.put('/guardcode', set)).status).toBeLessThan(300)
  const { id, files } = await exported(world, admin, body)
  const records = recordsOf(files.get('customers.csv')?.toString() ?? '')
  const account = (wanted: number) =>
    records.find((one) => one.id === String(wanted))?.bank_account_number
  expect(account(hidden)?.replace(/\D/g, '')).toBe(ACCOUNT.replace(/\D/g, ''))
  expect(account(guarded)).toMatch(/^••••/)
  const [mail] = await query(
    `select text_plain from messages where unique_key like 'export ${id} %'`,
  )
  expect(mail.text_plain).toContain('Hidden details')
  expect(mail.text_plain).toContain('Moving to another bank')
  expect((await padmin.post('/export/download', { id })).status).toBe(403)
  world.clock.advance(6 * 60_000)
  for (const late of [
    await admin.post('/export/download', { id }),
    await admin.put('/export', body),
  ]) {
    expect(late.status).toBe(403)
    expect(late.body.info).toMatchObject({ step_up: true })
  }
})

test('after seven days an export is gone, its bytes with it', async () => {
  const before = stored()
  const { id } = await exported(world, admin, { entities: ['customer'] })
  expect(stored().length).toBeGreaterThan(before.length)
  world.clock.advance(7 * 86_400_000 - 60_000)
  const job = { name: 'tidy-exports', data: {} }
  const tidy = async () => {
    await world.owner.query(`insert into pgboss.job (name, data) values ($1, $2)`, [
      job.name,
      job.data,
    ])
    await workOnExports(world)
  }
  await tidy()
  admin = await world.as('admin')
  expect((await admin.post('/export/download', { id })).status).toBe(200)
  world.clock.advance(120_000)
  expect((await admin.post('/export/download', { id })).status).toBe(476)
  await tidy()
  expect((await admin.get('/export', { id })).body.data.export_status).toBe('expired')
  expect((await query('select count(*)::int from export_parts'))[0].count).toBe(0)
})

test('what nobody can mean is refused by its field', async () => {
  const refused = async (body: object, field: string) => {
    const reply = await admin.put('/export', body)
    expect([reply.status, reply.body.errors?.[0]?.field], reply.text).toEqual([400, field])
  }
  await refused({}, 'entities')
  await refused({ entities: ['user'] }, 'entities')
  await refused({ reports: ['weather'] }, 'reports')
  await refused({ entities: ['note'], period_start: '2018-12-31' }, 'period_start')
  const turned = { period_start: '2026-05-01', period_end: '2026-04-01' }
  await refused({ entities: ['note'], ...turned }, 'period_end')
  await refused({ kind: 'organisation', entities: ['note'] }, 'kind')
})
