import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatBankAccount } from '#domain/kit/bank-account.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { matchLinesJob } from '#server/bank/match-lines-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { enqueueUnlessWaiting } from '#server/kit/jobs/job.ts'
import { type Bank, makeBank } from '#tests/support/banking.ts'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { sendForm, textFile } from '#tests/support/upload.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let manager: Client
let bank: Bank

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  await scope(world.owner, world.organisations[0])
  bank = await makeBank(world, accounting, manager)
})
afterAll(() => world.close())
beforeEach(() => scope(world.owner, world.organisations[0]))

const day = (ago: number) => addDays(todayOf(world), -ago)
const slashed = (iso: string) => iso.split('-').reverse().join('/')

interface Row {
  date: string
  amount: string
  party: string
  particulars: string
}

const anz = (rows: readonly Row[]) =>
  [
    'Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge',
    ...rows.map(
      ({ date, amount, party, particulars }) =>
        `Direct Credit,${party},${particulars},,,${amount},${slashed(date)},,`,
    ),
  ].join('\r\n')

const ofx = (rows: readonly Row[], account: string) => `OFXHEADER:100
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>NZD<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>
${rows
  .map(
    ({ date, amount, party, particulars }, at) =>
      `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${date.replaceAll('-', '')}<TRNAMT>${amount}<FITID>${date}${at}<NAME>${party}<MEMO>${particulars}</STMTTRN>`,
  )
  .join('\n')}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

const someRows = (count: number, from = 20): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    date: day(from - (at % 10)),
    amount: `${10 + at}.${String(at % 100).padStart(2, '0')}`,
    party: `PAYER ${at}`,
    particulars: `P${at}`,
  }))

const send = (text: string, more: object = {}, name = 'bank.csv') =>
  sendForm(accounting, 'PUT /bankimport', {
    content: textFile(text, name),
    bankaccount_id: bank.account,
    ...more,
  })

async function take(text: string, more: object = {}) {
  const reply = await send(text, more)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

async function accept(id: number) {
  const reply = await accounting.post('/bankimport/accept', { id })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}

async function lines() {
  const { rows } = await world.owner.query<{ count: number }>(
    `select count(*)::int as count from banktransactions where deleted_at is null
       and bankaccount_id = $1`,
    [bank.account],
  )
  return rows[0]?.count
}

const numberOf = async () => {
  const { body } = await manager.get('/bankaccount', { id: bank.account })
  return formatBankAccount(body.data.bank_account_number)
}

describe('a file of a bank', () => {
  // Shows: T26
  test('stages first; accepted it makes lines, and the same file again makes none', async () => {
    const before = (await lines()) ?? 0
    const file = anz(someRows(30))
    const staged = await take(file)
    expect(staged).toMatchObject({ layout: 'anz', import_status: 'ready', rows_new: 30 })
    expect(await lines()).toBe(before)
    expect(await accept(staged.id)).toMatchObject({ import_status: 'done', rows_accepted: 30 })
    expect(await lines()).toBe(before + 30)
    const again = await take(file)
    expect(again).toMatchObject({ rows_new: 0, rows_known: 30 })
    await accept(again.id)
    expect(await lines()).toBe(before + 30)
    const other = await take(ofx(someRows(30), await numberOf()))
    expect(other).toMatchObject({ layout: 'ofx', rows_new: 0, rows_known: 30 })
  })

  test('that names the other account is known again, though that is sealed by then', async () => {
    const bnz = [
      'Date,Amount,Payee,Particulars,Code,Reference,Tran Type,This Party Account,Other Party Account,Serial,Transaction Code,Batch Number,Originating Bank/Branch,Processed Date',
      `${slashed(day(4))},61.61,KAURI CAFE,INV-1,C-1,POWER,BP,${await numberOf()},12-3113-0003869-00,,050,1,12-3113,${slashed(day(4))}`,
    ].join('\r\n')
    const staged = await take(bnz)
    expect(staged).toMatchObject({ layout: 'bnz', rows_new: 1 })
    await accept(staged.id)
    expect(await take(bnz)).toMatchObject({ rows_new: 0, rows_known: 1 })
  })

  test('true twins stay two, and a row too many of a known day waits for somebody', async () => {
    const twin = { date: day(8), amount: '77.00', party: 'TWIN', particulars: 'SAME' }
    const staged = await take(anz([twin, twin]))
    expect(staged).toMatchObject({ rows_new: 2 })
    await accept(staged.id)
    const changed = { ...twin, particulars: 'OTHER' }
    const doubtful = await take(anz([changed]))
    expect(doubtful).toMatchObject({ rows_doubtful: 1 })
    const [row] = (await accounting.get('/stagedbanklines', { bankimport_id: doubtful.id })).body
      .data
    const { id, version } = row
    const said = await accounting.post('/stagedbankline', { id, version, decision: 'new' })
    expect(said.body.data, said.text).toMatchObject({ row_status: 'new' })
    expect(await accept(doubtful.id)).toMatchObject({ rows_accepted: 1, import_status: 'done' })
  })

  test('a row that cannot be read is mended in its place, the others go on', async () => {
    const good = { date: day(6), amount: '5.55', party: 'GOOD', particulars: 'OK' }
    const bad = { ...good, amount: '12.345', party: 'BAD' }
    const staged = await take(anz([good, bad]))
    expect(staged).toMatchObject({ rows_new: 1, rows_error: 1 })
    expect(await accept(staged.id)).toMatchObject({ import_status: 'ready', rows_accepted: 1 })
    const rows = (await accounting.get('/stagedbanklines', { bankimport_id: staged.id })).body.data
    const { id, version } = rows.find((row: { row_status: string }) => row.row_status === 'error')
    await accounting.post('/stagedbankline', { id, version, amount: '12.35' })
    expect(await accept(staged.id)).toMatchObject({ import_status: 'done', rows_accepted: 2 })
  })

  test('of nobody known waits for its columns, which are remembered', async () => {
    const text = (amount: string) => `When;Wert;Wer\n${slashed(day(5))};${amount};ACME`
    const staged = await take(text('3.21'))
    expect(staged).toMatchObject({ layout: 'generic', import_status: 'mapping' })
    const mapping = { transaction_date: 0, amount: 1, other_party: 2 }
    const mapped = await accounting.post('/bankimport/map', { id: staged.id, mapping })
    expect(mapped.body.data, mapped.text).toMatchObject({ import_status: 'ready', rows_new: 1 })
    expect(await take(text('4.56'))).toMatchObject({ import_status: 'ready', rows_new: 1 })
  })

  // Shows: T26
  test('is refused where it is not ours, not of the account chosen, or no such file', async () => {
    const rows = someRows(1)
    const foreign = await send(ofx(rows, '12-3113-0003869-00'))
    expect(foreign.body.errors?.[0]?.message).toContain('This file belongs to 12-3113-0003869-')
    const other = await send(ofx(rows, await numberOf()), { bankaccount_id: bank.savings })
    expect(other.status).toBe(400)
    expect((await send(anz(rows), { bankaccount_id: undefined })).status).toBe(400)
    expect((await send('')).status).toBe(400)
    expect((await send('%PDF-1.7\n')).status).toBe(415)
    expect((await send('PK\u0003\u0004x')).status).toBe(415)
  })

  test('keeps account numbers sealed, in rows and lines, and the text not at all', async () => {
    const header =
      'Date,Amount,Payee,Particulars,Code,Reference,Tran Type,This Party Account,Other Party Account,Serial,Transaction Code,Batch Number,Originating Bank/Branch,Processed Date'
    const date = slashed(day(4)).replace(/20(\d\d)$/, '$1')
    const own = await numberOf()
    const row = `${date},61.00,SEALED LTD,X,Y,Z,BP,${own},12-3113-0003869-00,,050,1,12-3113,${date}`
    const staged = await take(`${header}\n${row}`)
    await accept(staged.id)
    const { rows } = await world.owner.query(
      `select row_to_json(t)::text as it from banktransactions t where other_party = 'SEALED LTD'
       union all select row_to_json(s)::text from stagedbanklines s where other_party = 'SEALED LTD'
       union all select content from bankimport_files`,
    )
    const all = JSON.stringify(rows)
    expect(all).toContain('|v1.')
    expect(all).not.toMatch(/3113.?0003869/)
  })
})

describe('what came in', () => {
  const waiting = `select id from pgboss.job where name = 'match-bank-lines' and state = 'created'`

  test('is looked at once, however many files were accepted before that', async () => {
    await runQueue(world)
    for (const party of ['ONE', 'TWO', 'THREE'])
      await accept((await take(anz([{ ...(someRows(1)[0] as Row), party }]))).id)
    expect((await world.owner.query(waiting)).rows).toHaveLength(1)
    await runQueue(world)
    expect((await world.owner.query(waiting)).rows).toHaveLength(0)
  })

  test('the look that waits begins after the lines are there that rely on it', async () => {
    const [organisation_id] = world.organisations
    const ask = () =>
      world.database.write({ organisation_id, user_id: null }, async (conn) => {
        await enqueueUnlessWaiting(conn, matchLinesJob, { organisation_id })
        return (await world.owner.query(`${waiting} for update skip locked`)).rows
      })
    expect(await ask()).toHaveLength(0)
    expect(await ask()).toHaveLength(0)
    expect((await world.owner.query(`${waiting} for update skip locked`)).rows).toHaveLength(1)
  })

  test('is matched by the job, and taken back only when that is asked for as well', async () => {
    const customer = await newCustomer(user)
    const page = await sentInvoice(accounting, customer.id)
    const paid = { date: day(0), amount: page.discounted_total, party: 'SOMEBODY' }
    const staged = await take(anz([{ ...paid, particulars: page.invoice_number }]))
    await accept(staged.id)
    await runQueue(world)
    const [line] = (await accounting.get('/banktransactions', { bankimport_id: staged.id })).body
      .data
    expect(line).toMatchObject({ transaction_status: 'matched', matched_by: 'automatic' })
    const undo = (client: Client, more = {}) =>
      client.post('/bankimport/undo', { id: staged.id, reason: 'The wrong file', ...more })
    const refused = await undo(accounting)
    expect([refused.status, refused.body.info.counts]).toEqual([476, { matched: 1, reconciled: 0 }])
    expect((await undo(accounting, { unmatch: true })).status).toBe(403)
    const done = await undo(manager, { unmatch: true })
    expect(done.body.data, done.text).toMatchObject({ import_status: 'undone' })
    const gone = await accounting.get('/banktransaction', { id: line.id })
    expect(gone.body.data.deleted_at).not.toBeNull()
    const [payment] = (await accounting.get('/invoicepayments', { customer_id: customer.id })).body
      .data
    expect(payment.payment_status).toBe('cancelled')
  })

  test('a line that a second file holds as well stays with it', async () => {
    const rows = someRows(10, 28).map((row) => ({ ...row, party: `SHARED ${row.party}` }))
    const first = await take(anz(rows))
    await accept(first.id)
    const second = await take(anz(rows.slice(5)))
    expect(second).toMatchObject({ rows_known: 5 })
    await accept(second.id)
    const before = (await lines()) ?? 0
    const reply = await accounting.post('/bankimport/undo', {
      id: first.id,
      reason: 'Not this one',
    })
    expect(reply.status, reply.text).toBe(200)
    expect(await lines()).toBe(before - 5)
    expect(await take(anz(rows))).toMatchObject({ rows_new: 5, rows_known: 5 })
  })
})
