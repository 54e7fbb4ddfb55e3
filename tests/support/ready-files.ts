import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { expect } from 'vitest'
import { entityNamed } from '#domain/entities.ts'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import { zipOf } from '#server/files/zip.ts'
import { madeArchive } from './archive.ts'
import { billingRows } from './billing-rows.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'
import { pngOf } from './pictures.ts'
import { everyWarning, settingIs } from './supplied.ts'
import { anyPdf, textFile, upload } from './upload.ts'
import { password, scope, type World } from './world.ts'

type Body = Record<string, unknown>
type Prepare = (client: Client) => Promise<Body>

let sequence = 6_800_000
const why = { reason: 'The supplier sent a corrected one' }

async function stored(client: Client, fields: Body = {}, sent = anyPdf()): Promise<number> {
  const made = await upload(client, sent, fields)
  expect(made.status, made.text).toBe(201)
  return made.body.data.id
}

async function archive(): Promise<Buffer> {
  const entries = ['april.pdf', 'may.pdf'].map(anyPdf).map(({ name, bytes }) => ({
    name,
    size: bytes.length,
    crc: crc32(bytes),
    async *open() {
      yield bytes
    },
  }))
  const parts: Buffer[] = []
  for await (const part of zipOf(entries)) parts.push(part)
  return Buffer.concat(parts)
}

/** A supplier's statement of a contract that is here. */
async function statement(client: Client): Promise<Body> {
  const [supplier, contract] = [entityNamed('supplier'), entityNamed('contract')]
  if (!supplier || !contract) throw new Error('There are no contracts.')
  sequence += 1
  const icp = makeIcp(sequence, 'UN')
  const { id } = await makeRow(client, contract, {
    supplier_id: (await makeRow(client, supplier)).id,
    connections: [icp],
    date_start: '2026-01-01',
    date_end: null,
  })
  const agreed = await client.post('/contract/activate', { id, reason: 'Agreed elsewhere' })
  expect(agreed.status, agreed.text).toBe(200)
  const heads = 'statement,icp,issued,due,from,to,charge,quantity,unit,rate,amount'
  const row = `S-${sequence},${icp},2/5/2026,20/5/2026,1/4/2026,30/4/2026,Energy,600,kWh,0.18,108.00`
  return { csv: textFile(`${heads}\n${row}\n`, `${sequence}.csv`) }
}

async function invoicedBill(client: Client): Promise<Body> {
  const id = await billingRows.invoice?.(client)
  const [bill] = (await client.get('/bills', { invoice_id: Number(id) })).body.data
  const approve = { id, send: true, posted: true, acknowledge: everyWarning }
  const sent = await client.post('/invoice/approve', approve)
  expect(sent.body.data?.invoiced_at, sent.text).toEqual(expect.any(String))
  return { id: bill.id, ...why }
}

/** A payment that may leave in a bank file: both sides have an account. */
async function bankFile(world: World, client: Client): Promise<Body> {
  await settingIs(world, 'payee_hold_days', 0)
  const own = (await client.get('/organisation')).body.data
  const account = { bank_account_number: makeBankAccount('02', '0012') }
  await client.post('/organisation', { id: own.id, version: own.version, ...account })
  const id = await billingRows.billpayment?.(client)
  const { supplier_id } = (await client.get('/billpayment', { id: Number(id) })).body.data
  const payee = (await client.get('/supplier', { id: supplier_id })).body.data
  const change = { id: supplier_id, version: payee.version }
  const theirs = { bank_account_number: makeBankAccount('01', '0902', supplier_id) }
  const known = await client.post('/supplier', { ...change, ...theirs })
  expect(known.status, known.text).toBe(261)
  expect((await client.post('/billpayment/approve', { id })).status).toBe(200)
  return { ids: [id], layout: 'bnz', payment_date: '2030-12-31' }
}

async function mayDecrypt({ owner, organisations, userIds }: World): Promise<void> {
  await scope(owner, organisations[0])
  const admin = userIds.admin
  await owner.query(
    `insert into staffs (organisation_id, name, is_active, user_id)
     select $1, 'Ana', true, $2 where not exists (select from staffs where user_id = $2)`,
    [organisations[0], admin],
  )
  await owner.query('update staffs set can_decrypt = true where user_id = $1', [admin])
}

let pictures = 0

/** Calls that come with a file, make one or are about one. */
export const fileCalls = (world: World): Record<string, Prepare> => ({
  'PUT /file': async () => ({ content: anyPdf(`${randomUUID()}.pdf`) }),
  'PUT /logo': async () => ({
    // Another one each time: the same picture is kept once.
    content: { name: 'logo.png', bytes: pngOf({ width: 30 + ++pictures, height: 10 }) },
  }),
  'POST /file/unzip': async (client) => ({
    file_id: await stored(client, {}, { name: `${randomUUID()}.zip`, bytes: await archive() }),
  }),
  'POST /file/zip': async (client) => ({ ids: [await stored(client), await stored(client)] }),
  'POST /file/zip/download': async (client) => ({
    job_id: await madeArchive(world, client, [await stored(client)]),
  }),
  'POST /file/:file_id/download': async (client) => ({ file_id: await stored(client) }),
  'POST /file/:file_id/view': async (client) => ({ file_id: await stored(client) }),
  'POST /file/:file_id/encrypt': async (client) => ({ file_id: await stored(client) }),
  'POST /file/:file_id/decrypt': async (client) => {
    await mayDecrypt(world)
    expect((await client.post('/user/stepup', { password })).status).toBe(200)
    return { file_id: await stored(client, { encrypt: 'true' }) }
  },
  'POST /bills/import': statement,
  'POST /bill/replace': invoicedBill,
  'POST /billpayments/file': (client) => bankFile(world, client),
})
