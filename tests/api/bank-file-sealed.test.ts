import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { buildApp } from '#server/app.ts'
import { todayOf } from '#server/kit/http/context.ts'
import type { FieldKeys } from '#server/kit/rows/seal.ts'
import { keepCheckWord } from '#server/upkeep/field-key.ts'
import { rotateFieldKey } from '#server/upkeep/rotate-field-key.ts'
import { sealWaitingFiles } from '#server/upkeep/seal-waiting-files.ts'
import { type Bank, makeBank } from '#tests/support/banking.ts'
import { type Client, makeClient, withKey } from '#tests/support/client.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { sendForm, textFile } from '#tests/support/upload.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let bank: Bank
beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  bank = await makeBank(world, accounting, await world.as('manager'))
})
afterAll(() => world.close())

const day = () => addDays(todayOf(world), -5).split('-').reverse().join('/')
const PAYER = '12-3113-0003869-00'
const secrets = /3113.?0003869|quiet particulars|kererū trust/i

/** With headings that nobody knows it waits for its columns; with none its first line is a row. */
const unknown = (amount: string, heading = 'When;Wert;Wer;Wofür;Konto') =>
  `${heading}\n${rowOf(amount)}`
const rowOf = (amount: string) => `${day()};${amount};Kererū Trust;Quiet particulars;${PAYER}`

const large = () =>
  [
    'Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge',
    ...Array.from(
      { length: 5001 },
      (_, at) => `Direct Credit,Many,Loud particulars,12-3113-0004970-00,R${at},1.00,${day()},,`,
    ),
  ].join('\r\n')

async function send(text: string, client = accounting) {
  const sent = { content: textFile(text, 'bank.csv'), bankaccount_id: bank.account }
  const reply = await sendForm(client, 'PUT /bankimport', sent, withKey())
  expect([201, 202], reply.text).toContain(reply.status)
  return reply.body
}

/** Where in the database one may read it, whatever kind of column it stands in. */
async function placesOf(words: RegExp): Promise<string[]> {
  const { owner } = world
  await scope(owner, world.organisations[0])
  await owner.query("select set_config('app.user_id', $1, false)", [`${world.userIds.accounting}`])
  const { rows: columns } = await owner.query<{ t: string; c: string; is_bytes: boolean }>(
    `select format('%I.%I', table_schema, table_name) as t, column_name as c,
       data_type = 'bytea' as is_bytes
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
       and data_type in ('text', 'jsonb', 'json', 'bytea', 'ARRAY')`,
  )
  const found: string[] = []
  for (const { t, c, is_bytes } of columns) {
    const text = is_bytes ? `encode(${c}, 'escape')` : `${c}::text`
    const { rows } = await owner.query<{ it: string }>(
      `select ${text} as it from ${t} where ${c} is not null`,
    )
    if (rows.some(({ it }) => words.test(it))) found.push(`${t}.${c}`)
  }
  return found
}

test('a file that waits for its columns can be read by nobody in the database', async () => {
  const { data, info } = await send(unknown('3.21'))
  expect(data.import_status).toBe('mapping')
  // Days, amounts and accounts are still told apart.
  expect(info.proposal).toMatchObject({
    header: ['When', 'Wert', 'Wer', 'Wofür', 'Konto'],
    sample: [['00/00/0000', '0.00', 'xxxxxx xxxxx', 'xxxxx xxxxxxxxxxx', '00-0000-0000000-00']],
  })
  const bare = await send(unknown('4.32', rowOf('4.31')))
  expect(bare.info.proposal.header).toContain('00-0000-0000000-00')
  expect(await placesOf(secrets)).toEqual([])
})

test('a first line with an account number in it is not remembered as headings', async () => {
  const { data } = await send(unknown('6.54', rowOf('6.53')))
  const mapping = { transaction_date: 0, amount: 1, other_party: 2 }
  const mapped = await accounting.post('/bankimport/map', { id: data.id, mapping })
  expect(mapped.status, mapped.text).toBe(201)
  expect(await placesOf(/3113.?0003869/)).toEqual([])
})

test('what an earlier release left waiting in clear is sealed when this one starts', async () => {
  const { data } = await send(unknown('7.65'))
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    `update bankimport_files set content = $2, sealed_content = null where bankimport_id = $1`,
    [data.id, unknown('7.65')],
  )
  expect(await placesOf(secrets)).toContain('public.bankimport_files.content')
  expect(await sealWaitingFiles(world.owner, world.config.secrets.fields)).toBe(1)
  expect(await sealWaitingFiles(world.owner, world.config.secrets.fields)).toBe(0)
  expect(await placesOf(/3113.?0003869/)).toEqual([])
  await mapAndAccept(accounting, data.id, '7.65')
})

async function mapAndAccept(client: Client, id: number, amount: string) {
  const mapping = { transaction_date: 0, amount: 1, other_party: 2, other_account: 4 }
  const mapped = await client.post('/bankimport/map', { id, mapping })
  expect(mapped.body.data, mapped.text).toMatchObject({ import_status: 'ready', rows_new: 1 })
  const accepted = await client.post('/bankimport/accept', { id })
  expect(accepted.body.data, accepted.text).toMatchObject({ import_status: 'done' })
  const { data } = (await client.get('/banktransactions', { bankimport_id: id })).body
  expect(data).toMatchObject([{ amount, other_party: 'Kererū Trust' }])
}

test('a file that waits to be read can be read by nobody in the database', async () => {
  const { data } = await send(large())
  expect(data.import_status).toBe('checking')
  expect(await placesOf(/3113.?0004970|loud particulars/i)).toEqual([])
  await runQueue(world)
  const read = await accounting.get('/bankimport', { id: data.id })
  expect(read.body.data).toMatchObject({ import_status: 'ready', rows_new: 5001 })
  const { rows } = await world.owner.query(
    'select from bankimport_files where bankimport_id = $1',
    [data.id],
  )
  expect(rows, 'is not kept once its rows wait').toEqual([])
})

// Shows: V11.2.2
test('a file that waits while the key changes is read and accepted with the new one', async () => {
  const { fields: old } = world.config.secrets
  const fresh = [randomBytes(32)] as const
  const both: FieldKeys = [...fresh, ...old]
  await world.owner.query('delete from key_checks')
  await keepCheckWord(world.owner, old)
  const { data } = await send(unknown('8.76', 'Quand;Combien;Qui;Pourquoi;Compte'))
  const report = await rotateFieldKey({ ownerUrl: world.ownerUrl, keys: both })
  expect(report.bankimport_files).toMatchObject({ lost: 0 })
  expect(report.bankimport_files?.sealed).toBeGreaterThan(0)
  const config = { ...world.config, secrets: { ...world.config.secrets, fields: fresh } }
  const app = await buildApp({ config, database: world.database, clock: world.clock })
  const client = makeClient(app)
  await client.signIn('accounting', password)
  await mapAndAccept(client, data.id, '8.76')
  await app.close()
})
