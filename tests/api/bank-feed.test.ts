import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { type Akahu, akahu, connect, token } from '#tests/support/akahu.ts'
import { type Bank, makeBank } from '#tests/support/banking.ts'
import type { Client } from '#tests/support/client.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { sendForm, textFile } from '#tests/support/upload.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let provider: Akahu
let accounting: Client
let admin: Client
let bank: Bank
let there: string

beforeAll(async () => {
  provider = await akahu(4)
  world = await makeWorld({ akahu: provider.settings })
  accounting = await world.as('accounting')
  admin = await world.as('admin')
  await scope(world.owner, world.organisations[0])
  bank = await makeBank(world, accounting, await world.as('manager'))
  there = await provider.account(await numberOf(bank.account))
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const hook = `${url}/api/v1/webhooks/akahu/${provider.settings.webhookKey}`
  await provider.control('webhooks', { url: hook })
  await connect(admin, bank.account, there)
  await work()
})
afterAll(async () => {
  await world.close()
  await provider.close()
})
beforeEach(() => scope(world.owner, world.organisations[0]))

const day = (ago: number) => addDays(todayOf(world), -ago)
const noon = (ago: number) => `${day(ago)}T00:00:00.000Z`
const numberOf = async (id: number) =>
  (await accounting.get('/bankaccount', { id })).body.data.bank_account_number

/** The webhooks have arrived, and what they asked for is done. */
async function work() {
  await provider.control('quiet')
  await runQueue(world, { config: world.config, clock: world.clock })
}

interface Line {
  id: number
  bank_line_id: string
  transaction_date: string
  amount: string
  taken_back_at: string | null
}

async function linesOf(id = bank.account): Promise<Line[]> {
  const reply = await accounting.get('/banktransactions', { bankaccount_id: id, limit: 100 })
  return reply.body.data ?? []
}

const lineOf = async (key: string) =>
  (await linesOf()).filter(({ bank_line_id }) => bank_line_id === key)
const stateOf = async (id = bank.account) =>
  (await accounting.get('/bankaccount/feed', { id })).body.data

describe('connecting', () => {
  test('offers the accounts a token opens, ours first, and never shows the token', async () => {
    await provider.control('accounts', { name: 'Another', formatted_account: '01-0001-0000001-00' })
    const asked = { id: bank.account, user_token: token }
    const reply = await admin.post('/bankaccount/feedaccounts', asked)
    expect(reply.body.data[0], reply.text).toMatchObject({ name: 'Everyday', is_ours: true })
    expect(reply.body.data).toContainEqual(expect.objectContaining({ is_ours: false }))
    const state = await accounting.get('/bankaccount/feed', { id: bank.account })
    expect(state.body.data).toMatchObject({ is_offered: true, feed: { feed_status: 'working' } })
    const history = await admin.get('/history', { object_class: 'bankaccount' })
    for (const { text } of [reply, state, history]) expect(text).not.toContain(token)
    const { rows } = await world.owner.query('select user_token from bankfeeds')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('is an admin’s to do, who has just given the password', async () => {
    const asked = { id: bank.account, user_token: token, provider_account_id: there }
    const manager = await world.as('manager')
    expect((await manager.post('/bankaccount/connect', asked)).status).toBe(403)
    expect((await manager.post('/bankaccount/disconnect', { id: bank.account })).status).toBe(403)
    const late = await world.as('admin')
    world.clock.advance(6 * 60_000)
    const reply = await late.post('/bankaccount/connect', asked)
    expect(reply.body, reply.text).toMatchObject({ code: 403 })
    admin = await world.as('admin')
    accounting = await world.as('accounting')
  })

  test('to an account with another number, or with a token nobody knows, is refused', async () => {
    const asked = { id: bank.savings, user_token: token, provider_account_id: there }
    const other = await admin.post('/bankaccount/connect', asked)
    expect(other.status, other.text).toBe(400)
    expect(other.text).toContain('That account is')
    const unknown = await admin.post('/bankaccount/feedaccounts', {
      id: bank.account,
      user_token: 'no such token',
    })
    expect(unknown.body.errors, unknown.text).toMatchObject([{ field: 'user_token' }])
  })

  test('where no provider is set up is said to be not there yet', async () => {
    const plain = await makeWorld()
    const client = await plain.as('admin')
    const own = await makeBank(plain, client, client)
    const asked = { id: own.account, user_token: token }
    expect((await client.post('/bankaccount/feedaccounts', asked)).status).toBe(501)
    const state = await client.get('/bankaccount/feed', { id: own.account })
    expect(state.body.data).toEqual({ is_offered: false, feed: null })
    await plain.close()
  })
})

describe('lines of the feed', () => {
  test('come in when the provider tells of them, page by page, and once', async () => {
    const lines = Array.from({ length: 11 }, (_, at) => ({
      date: noon(at % 5),
      amount: `${10 + at}.5`,
      description: `PAYER ${at}`,
    }))
    const told = await provider.tell(there, lines)
    await work()
    const here = await linesOf()
    const keys = here.map(({ bank_line_id }) => bank_line_id)
    expect(keys.toSorted()).toEqual(told.map(({ _id }) => _id).toSorted())
    expect(here.find((one) => one.bank_line_id === told[3]?._id)).toMatchObject({
      amount: '13.50',
      transaction_date: day(3),
      source: 'feed',
    })
    const fetched = await accounting.post('/bankaccount/fetch', { id: bank.account })
    expect(fetched.status, fetched.text).toBe(200)
    await work()
    expect(await linesOf()).toHaveLength(11)
    expect(await stateOf()).toMatchObject({ feed: { feed_status: 'working', waiting_rows: 0 } })
  })

  test('carry the digits the bank wrote, and the day it is in Auckland', async () => {
    const [sum, large] = await provider.tell(there, [
      { date: `${day(3)}T10:30:00.000Z`, amount: '0.30000000000000004' },
      { date: `${day(3)}T13:30:00.000Z`, amount: '9007199254.93', description: 'LARGE' },
      { date: noon(2), amount: '12e1' },
    ])
    await work()
    expect(await lineOf(sum?._id ?? '')).toMatchObject([
      { amount: '0.30', transaction_date: day(3) },
    ])
    expect(await lineOf(large?._id ?? '')).toMatchObject([
      { amount: '9007199254.93', transaction_date: day(2) },
    ])
    expect((await linesOf()).some(({ amount }) => amount === '120.00')).toBe(true)
  })

  test('wait at the bank until they are settled', async () => {
    const pending = { date: noon(1), amount: '71.00', is_pending: true }
    const [told] = await provider.tell(there, [pending])
    await accounting.post('/bankaccount/fetch', { id: bank.account })
    await work()
    expect(await lineOf(told?._id ?? '')).toEqual([])
    await provider.control('settle', { id: told?._id })
    await work()
    expect(await lineOf(told?._id ?? '')).toHaveLength(1)
  })

  test('that the bank calls otherwise are the same lines', async () => {
    const [told] = await provider.tell(there, [{ date: noon(1), amount: '82.00' }])
    await work()
    const [before] = await lineOf(told?._id ?? '')
    const renamed = await provider.control<{ _id: string }>('rename', { id: told?._id })
    await work()
    expect(await lineOf(told?._id ?? '')).toEqual([])
    const [after] = await lineOf(renamed._id)
    expect(after?.id).toBe(before?.id)
  })

  test('of an account that the provider calls otherwise go on coming', async () => {
    const account = await provider.control<{ _id: string }>('rename-account', { id: there })
    there = account._id
    const [told] = await provider.tell(there, [{ date: noon(1), amount: '83.00' }])
    await work()
    expect(await lineOf(told?._id ?? '')).toHaveLength(1)
  })
})

describe('a line that the bank takes back', () => {
  test('goes when nobody has explained it', async () => {
    const [told] = await provider.tell(there, [{ date: noon(1), amount: '91.00' }])
    await work()
    await provider.control('remove', { ids: [told?._id] })
    await work()
    expect(await lineOf(told?._id ?? '')).toEqual([])
  })

  test('goes at the next look when nobody told of it', async () => {
    const [told] = await provider.tell(there, [{ date: noon(1), amount: '92.00' }])
    await work()
    await provider.control('webhooks', { mode: 'drop' })
    await provider.control('remove', { ids: [told?._id] })
    await provider.control('webhooks', { mode: 'normal' })
    await accounting.post('/bankaccount/fetch', { id: bank.account })
    await work()
    expect(await lineOf(told?._id ?? '')).toEqual([])
  })

  test('is marked when it is matched, and goes once the match is off', async () => {
    const [told] = await provider.tell(there, [{ date: noon(1), amount: '93.00' }])
    await work()
    const [line] = await lineOf(told?._id ?? '')
    const id = line?.id ?? 0
    await bank.match(id, [{ kind: 'aside', amount: '93.00' }])
    await provider.control('remove', { ids: [told?._id] })
    await work()
    const [marked] = await lineOf(told?._id ?? '')
    expect(marked).toMatchObject({ id, transaction_status: 'matched' })
    expect(marked?.taken_back_at).not.toBeNull()
    const tasks = await accounting.get('/tasks', { q: 'took back' })
    expect(tasks.body.data, tasks.text).toHaveLength(1)
    await bank.unmatch(id)
    await accounting.post('/bankaccount/fetch', { id: bank.account })
    await work()
    expect(await lineOf(told?._id ?? '')).toEqual([])
    const [task] = (await accounting.get('/tasks', { q: 'took back' })).body.data
    expect(task).toMatchObject({ task_status: 'done' })
  })
})

describe('the feed and files', () => {
  const slashed = (iso: string) => iso.split('-').reverse().join('/')

  async function take(text: string, bankaccount_id: number, name = 'bank.csv') {
    const sent = { content: textFile(text, name), bankaccount_id }
    const reply = await sendForm(accounting, 'PUT /bankimport', sent)
    expect(reply.status, reply.text).toBe(201)
    await accounting.post('/bankimport/accept', { id: reply.body.data.id })
    return reply.body.data
  }

  test('tell the same lines: CSV then feed adds none, feed then OFX adds none', async () => {
    const number = await numberOf(bank.savings)
    const savings = await provider.account(number, 'Savings')
    const days = [9, 9, 8, 8, 7]
    const amounts = ['15.00', '15.00', '-4.40', '20.00', '31.31']
    const rows = days.map((ago, at) => `${slashed(day(ago))},LINE ${at},${amounts[at]},`)
    await take(['Date,Description,Amount,Balance', ...rows].join('\n'), bank.savings, 'tsb.csv')
    expect(await linesOf(bank.savings)).toHaveLength(5)
    const told = days.map((ago, at) => ({ date: noon(ago), amount: amounts[at] ?? '' }))
    await provider.tell(savings, told)
    await connect(admin, bank.savings, savings)
    await work()
    expect(await linesOf(bank.savings)).toHaveLength(5)
    // One that only the feed has, the same as two of the file, is a third.
    await provider.tell(savings, [{ date: noon(2), amount: '15.00', description: 'THIRD' }])
    await work()
    expect(await linesOf(bank.savings)).toHaveLength(6)
    const entries = [...told, { date: noon(2), amount: '15.00' }].map(
      ({ date, amount }, at) =>
        `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${date.slice(0, 10).replaceAll('-', '')}<TRNAMT>${amount}<FITID>f${at}<NAME>X${at}</STMTTRN>`,
    )
    const ofx = `OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>NZD<BANKACCTFROM><ACCTID>${number}</BANKACCTFROM><BANKTRANLIST>${entries.join('\n')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
    expect(await take(ofx, bank.savings, 'bank.ofx')).toMatchObject({ rows_new: 0, rows_known: 6 })
    expect(await linesOf(bank.savings)).toHaveLength(6)
  })

  test('one more than a file had of a day it went beyond waits, and is asked about once', async () => {
    const [account] = (await provider.settled()).slice(-1)
    const doubtful = { date: noon(8), amount: '20.00', description: 'AGAIN' }
    await provider.tell(account?._account ?? '', [doubtful])
    await work()
    const state = await stateOf(bank.savings)
    expect(state).toMatchObject({ feed: { waiting_rows: 1 } })
    await accounting.post('/bankaccount/fetch', { id: bank.savings })
    await work()
    expect(await stateOf(bank.savings)).toEqual(
      expect.objectContaining({ feed: expect.objectContaining({ waiting_rows: 1 }) }),
    )
    const bankimport_id = state.feed.waiting_import_id
    const [row] = (await accounting.get('/stagedbanklines', { bankimport_id })).body.data
    const { id, version } = row
    await accounting.post('/stagedbankline', { id, version, decision: 'new' })
    await accounting.post('/bankimport/accept', { id: bankimport_id })
    expect(await linesOf(bank.savings)).toHaveLength(7)
    await accounting.post('/bankaccount/fetch', { id: bank.savings })
    await work()
    expect(await linesOf(bank.savings)).toHaveLength(7)
    const undone = await accounting.post('/bankimport/undo', {
      id: bankimport_id,
      reason: 'A mistake',
    })
    expect(undone.status, undone.text).toBe(476)
  })
})

describe('consent that ends', () => {
  test('breaks the feed, tells who can mend it, and lines come again once it is back', async () => {
    await provider.control('revoke', { token })
    await work()
    expect(await stateOf()).toMatchObject({ feed: { feed_status: 'broken' } })
    const positions = (await accounting.get('/bankaccounts/positions')).body.data
    expect(positions[0]).toMatchObject({ feed_status: 'broken' })
    const asked = async () => (await admin.get('/tasks', { q: 'feed of Everyday' })).body.data
    expect(await asked()).toMatchObject([{ task_status: 'open', role_name: 'admin' }])
    await provider.control('consent', { token })
    const [told] = await provider.tell(there, [{ date: noon(0), amount: '55.00' }])
    await connect(admin, bank.account, there)
    await work()
    expect(await lineOf(told?._id ?? '')).toHaveLength(1)
    expect(await stateOf()).toMatchObject({ feed: { feed_status: 'working', message: null } })
    expect(await asked()).toMatchObject([{ task_status: 'done' }])
  })

  test('by disconnecting forgets the token, and leaves the lines', async () => {
    const before = (await linesOf(bank.savings)).length
    const reply = await admin.post('/bankaccount/disconnect', { id: bank.savings })
    expect(reply.status, reply.text).toBe(200)
    expect(await stateOf(bank.savings)).toMatchObject({ feed: null })
    expect(await linesOf(bank.savings)).toHaveLength(before)
    const again = await accounting.post('/bankaccount/fetch', { id: bank.savings })
    expect(again.status).toBe(476)
  })
})
