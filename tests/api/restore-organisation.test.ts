import { createHash, randomBytes } from 'node:crypto'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { staff } from '#domain/identity/staff.ts'
import { buildApp } from '#server/app.ts'
import { leftOutTables } from '#server/exports/left-out-tables.ts'
import { makeExport } from '#server/exports/make-export-job.ts'
import { folderStore } from '#server/files/folder-store.ts'
import { type ZipContent, zipOf } from '#server/files/zip.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { type Database, openDatabase } from '#server/kit/database/database.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { keepCheckWord } from '#server/upkeep/field-key.ts'
import { restoreOrganisation } from '#server/upkeep/restore-organisation.ts'
import { type Client, makeClient } from '#tests/support/client.ts'
import { testConfig } from '#tests/support/config.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { demoDatabase, demoFiles, demoPassword } from '#tests/support/demo-database.ts'
import { unzipped } from '#tests/support/exported.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { anyPdf, sendForm, textFile, upload } from '#tests/support/upload.ts'

// The demonstration has rows of nearly everything: one of its brokers moves to a place of its own.
vi.setConfig({ testTimeout: 90_000 })

const folder = temporaryFolder()
const config = testConfig({ dataDir: join(folder.path, 'first') })
const elsewhere = { ...config, filesDir: join(folder.path, 'second') }
let first: TestDatabase
let second: TestDatabase
let owners: { first: pg.Client; second: pg.Client }
let database: Database
let app: FastifyInstance
let admin: Client
let organisation: number
let path: string
let archive: Buffer
let fileId: number
let waiting: Awaited<ReturnType<typeof filesOnTheirWay>>
const pdf = anyPdf('kept.pdf')

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

beforeAll(async () => {
  first = await cloneDatabase(demoDatabase)
  second = await cloneDatabase()
  owners = { first: await connected(first.ownerUrl), second: await connected(second.ownerUrl) }
  await keepCheckWord(owners.first, config.secrets.fields)
  cpSync(demoFiles, config.filesDir, { recursive: true })
  database = openDatabase({ url: first.appUrl })
  app = await buildApp({ config, database, clock: systemClock })
  admin = makeClient(app)
  expect((await admin.signIn('admin', demoPassword)).status).toBe(200)
  organisation = (await admin.get('/organisation')).body.data.id
  fileId = (await upload(admin, pdf)).body.data.id
  waiting = await filesOnTheirWay()
  const { id } = (await admin.get('/user')).body.data
  const { data } = (await admin.get('/staffs', { user_id: id })).body
  if (!data?.length) await makeRow(admin, staff, { user_id: id })
  const signal = new AbortController().signal
  const job = { database, config, clock: systemClock, signal, isLastAttempt: true }
  // As every hour: what became overdue since the demonstration’s last day is counted.
  await settleDiscounts.run(job, {})
  const reason = 'The broker moves to a place of its own'
  const asked = await admin.put('/export', { kind: 'organisation', reason })
  expect(asked.status, asked.text).toBe(202)
  // The demonstration has asked for others.
  const { rows } = await owners.first.query<{ data: object }>(
    `delete from pgboss.job where name = 'make-export' and data ->> 'export_id' = $1
     returning data`,
    [String(asked.body.data.id)],
  )
  await makeExport.run(job, makeExport.payload.parse(rows[0]?.data))
  const fetched = await admin.post('/export/download', { id: asked.body.data.id })
  expect(fetched.status, fetched.text.slice(0, 300)).toBe(200)
  archive = fetched.bytes
  path = join(folder.path, 'organisation.zip')
  writeFileSync(path, archive)
}, 240_000)
afterAll(async () => {
  await app.close()
  await database.close()
  await owners.first.end()
  await owners.second.end()
  await first.drop()
  await second.drop()
  folder.remove()
})

const lineOf = (at: number) => `05/11/2025;${at}.00;Payer ${at}`

/** Files of a bank that wait: one for its columns, one to be read, one whose undoing was begun. */
async function filesOnTheirWay() {
  const accounts = (await admin.get('/bankaccounts')).body.data
  const send = async (text: string) => {
    const sent = { content: textFile(text, 'bank.csv'), bankaccount_id: accounts[0].id }
    return (await sendForm(admin, 'PUT /bankimport', sent)).body.data.id as number
  }
  const lines = (count: number) => Array.from({ length: count }, (_, at) => lineOf(at + 1))
  const unmapped = await send(['Wann;Wieviel;Wer', ...lines(3)].join('\n'))
  const known = 'Date,Description,Amount,Balance'
  const rows = lines(5001).map((_, at) => `05/11/2025,Payer,${at + 7}.50,`)
  const unread = await send([known, ...rows].join('\n'))
  const half = await send([known, '05/11/2025,Somebody,1.11,'].join('\n'))
  await owners.first.query(`select set_config('app.organisation_id', $1, false)`, [organisation])
  await owners.first.query(`update bankimports set import_status = 'accepting' where id = $1`, [
    half,
  ])
  return { unmapped, unread, half }
}

const restore = (changes: object = {}) =>
  restoreOrganisation({
    ...{ from: path, ownerUrl: second.ownerUrl, config: elsewhere },
    store: folderStore(elsewhere.filesDir),
    ...changes,
  })

const OWN_TABLES = `select c.relname as name,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
      and format_type(a.atttypid, a.atttypmod) = 'numeric(14,2)' order by 1) as money
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition and exists (select from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'organisation_id') order by 1`

/** Counts and cents of every table, by plain SQL and by nothing of the product's. */
async function picture(client: pg.Client): Promise<Record<string, string>> {
  await client.query(`select set_config('app.organisation_id', '${organisation}', false)`)
  const { rows } = await client.query<{ name: string; money: string[] }>(OWN_TABLES)
  const found: Record<string, string> = {}
  for (const { name, money } of rows) {
    const sums = money.map((column) => `, sum("${column}")::text`).join('')
    const counted = await client.query({
      text: `select count(*)::text ${sums} from "${name}" where organisation_id = ${organisation}`,
      rowMode: 'array',
    })
    found[name] = counted.rows[0]?.join(' ') ?? ''
  }
  return found
}

// What belongs to sessions, links and the platform's own logs has no policy of the organisation.
const ofPlatform = [
  ...['api_keys', 'public_links', 'request_logs', 'row_versions', 'security_events', 'sessions'],
]

test('a damaged archive, another key and another version leave the place as it was', async () => {
  const place = archive.indexOf('customers.copy') + 400
  const broken = Buffer.from(archive)
  broken.writeUInt8((broken[place] ?? 0) ^ 255, place)
  const damaged = join(folder.path, 'damaged.zip')
  writeFileSync(damaged, broken)
  await expect(restore({ from: damaged })).rejects.toThrow(/customers.copy.* is damaged/)
  const secrets = { ...config.secrets, fields: [Buffer.alloc(32, 7)] }
  await expect(restore({ config: { ...elsewhere, secrets } })).rejects.toThrow('FIELD_SECRET')
  const notes = join(folder.path, 'notes.zip')
  writeFileSync(notes, 'Nothing of the kind')
  await expect(restore({ from: notes })).rejects.toThrow('no export of a whole organisation')
  expect((await owners.second.query('select from organisations')).rowCount).toBe(0)
})

/** The same archive after somebody has written in it, as whoever downloaded it can. */
async function edited(table: string, change: (text: string, columns: string[]) => string) {
  const files = new Map(unzipped(archive))
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '')
  const name = `tables/${table}.copy`
  const known = manifest.files.find((one: { name: string }) => one.name === name)
  const columns = known?.columns.map((one: { name: string }) => one.name) ?? []
  const bytes = Buffer.from(change(files.get(name)?.toString() ?? '', columns))
  files.set(name, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const told = { ...known, name, title: table, rows: known?.rows ?? 1, sums: known?.sums ?? {} }
  Object.assign(told, { sha256, size: bytes.length, columns: columns.map(named) })
  const others = manifest.files.filter((one: { name: string }) => one.name !== name)
  files.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, files: [...others, told] })))
  const from = join(folder.path, `edited-${table}.zip`)
  const contents = [...files].map(([file, content]) => zipped(file, content))
  const pieces: Buffer[] = []
  for await (const piece of zipOf(contents)) pieces.push(piece)
  writeFileSync(from, Buffer.concat(pieces))
  return from
}

const named = (name: string) => ({ name })

const zipped = (name: string, bytes: Buffer): ZipContent => ({
  ...{ name, size: bytes.length, crc: crc32(bytes) },
  async *open() {
    yield bytes
  },
})

// Shows: T30
test('an archive that was written in brings no table, no password and no row of anybody else', async () => {
  const roles = await edited('user_roles', (_, columns) => {
    columns.push('user_id', 'role_id')
    return '1\t1\n'
  })
  await expect(restore({ from: roles })).rejects.toThrow('exported with a table user_roles')
  const password = await edited('users', (text, columns) => {
    columns.push('password_hash')
    return text.replaceAll('\n', '\tknown\n')
  })
  await expect(restore({ from: password })).rejects.toThrow('exported with users.password_hash')
  const foreign = await edited('suppliers', (text, columns) => {
    const [line = ''] = text.split('\n')
    const cells = line.split('\t')
    cells[columns.indexOf('organisation_id')] = '987654'
    cells[columns.indexOf('id')] = '98765432'
    return `${text}${cells.join('\t')}\n`
  })
  await expect(restore({ from: foreign })).rejects.toThrow(/rows of suppliers that are another/)
  expect((await owners.second.query('select from organisations')).rowCount).toBe(0)
})

test('all of an organisation comes back: equal counts and cents in every table', async () => {
  const before = await picture(owners.first)
  await restore()
  const after = await picture(owners.second)
  const stays = new Set([...leftOutTables, ...ofPlatform])
  const moved = Object.keys(before).filter((name) => !stays.has(name))
  expect(moved.length).toBeGreaterThan(90)
  // The export itself was told in the history after the moment it tells of.
  const since = ['history', 'messages', 'messageevents', 'chain_heads', 'chain_links']
  for (const name of moved.filter((one) => !since.includes(one)))
    expect(`${name} ${after[name]}`).toBe(`${name} ${before[name]}`)
  for (const name of stays) expect(`${name} ${after[name]?.split(' ')[0]}`).toBe(`${name} 0`)
  expect(Number(before.transactions?.split(' ')[0])).toBeGreaterThan(50)
  const manifest = JSON.parse(unzipped(archive).get('manifest.json')?.toString() ?? '')
  expect(manifest.restore.left_out).toEqual(leftOutTables)
  for (const name of since) {
    const file = manifest.files.find((one: { title: string }) => one.title === name)
    expect(`${name} ${after[name]?.split(' ')[0]}`).toBe(`${name} ${file.rows}`)
  }
})

test('what came back works: it sleeps, its books add up, its files open, numbers go on', async () => {
  const { owner, other } = { owner: owners.second, other: openDatabase({ url: second.appUrl }) }
  const asleep = await owner.query('select is_active from organisations')
  expect(asleep.rows).toEqual([{ is_active: false }])
  const people = await owner.query(
    'select count(*)::int, count(password_hash)::int as known from users',
  )
  expect(people.rows[0].count).toBeGreaterThan(3)
  expect(people.rows[0].known).toBe(0)
  await owner.query('update organisations set is_active = true')
  const hash = await owners.first.query(`select password_hash from users where username = 'admin'`)
  await owner.query(
    `update users set password_hash = $1, confirmed_at = now(), terms_agreed = true`,
    [hash.rows[0].password_hash],
  )
  const copy = await buildApp({ config: elsewhere, database: other, clock: systemClock })
  const client = makeClient(copy)
  expect((await client.signIn('admin', demoPassword)).status).toBe(200)
  const verified = await client.post('/ledger/verify')
  expect(verified.body.data, verified.text).toMatchObject({ is_fine: true, violations: [] })
  expect(verified.body.data.invoices_checked).toBeGreaterThan(10)
  const opened = await client.post(`/file/${fileId}/download`)
  expect(opened.bytes.equals(pdf.bytes), opened.text.slice(0, 200)).toBe(true)
  const list = await client.get('/customers', { limit: 1, order: '-id' })
  const made = await client.put('/customer', { name: 'The first one here' })
  expect(made.status, made.text).toBe(201)
  expect(made.body.data.id).toBeGreaterThan(list.body.data[0].id)
  await copy.close()
  await other.close()
})

test('files that waited are read where it came to, also with a key that was changed meanwhile', async () => {
  const third = await cloneDatabase()
  const owner = await connected(third.ownerUrl)
  const [before = Buffer.alloc(0)] = config.secrets.fields
  const fresh = randomBytes(32)
  const withKeys = (...fields: [Buffer, ...Buffer[]]) => ({
    ...{ ...config, filesDir: join(folder.path, 'third') },
    secrets: { ...config.secrets, fields },
  })
  await keepCheckWord(owner, [fresh])
  const both = withKeys(fresh, before)
  const store = folderStore(both.filesDir)
  await restore({ ownerUrl: third.ownerUrl, config: both, store })
  // From here on nobody has the key from before.
  const only = withKeys(fresh)
  const other = openDatabase({ url: third.appUrl })
  await owner.query('update organisations set is_active = true')
  const { rows } = await owners.first.query(
    `select password_hash from users where username = 'admin'`,
  )
  await owner.query(
    `update users set password_hash = $1, confirmed_at = now(), terms_agreed = true`,
    [rows[0].password_hash],
  )
  const copy = await buildApp({ config: only, database: other, clock: systemClock })
  const client = makeClient(copy)
  expect((await client.signIn('admin', demoPassword)).status).toBe(200)
  const stateOf = async (id: number) => (await client.get('/bankimport', { id })).body.data
  expect(await stateOf(waiting.half)).toMatchObject({ import_status: 'ready' })
  const mapping = { transaction_date: 0, amount: 1, other_party: 2 }
  const mapped = await client.post('/bankimport/map', { id: waiting.unmapped, mapping })
  expect(mapped.body.success, mapped.text).toBe(true)
  expect(await stateOf(waiting.unmapped)).toMatchObject({ import_status: 'ready', rows_total: 3 })
  await runQueue({ owner, database: other }, { config: only }, 'check-bank-file')
  expect(await stateOf(waiting.unread)).toMatchObject({ import_status: 'ready', rows_total: 5001 })
  await copy.close()
  await other.close()
  await owner.end()
  await third.drop()
})

test('into an organisation that has something, nothing is restored', async () => {
  await expect(restore()).rejects.toThrow(/is not empty here/)
})
