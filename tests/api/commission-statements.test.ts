import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { booksHold } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { commissionOffice, done, inTime } from '#tests/support/commissioned.ts'
import { readReport } from '#tests/support/reporting.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>
const because = { reason: 'The office decided so' }
const DAY_MS = 86_400_000

beforeAll(async () => {
  world = await makeWorld()
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    `update organisations set gst_number = '49091850',
    bank_account_number = $1 where id = $2`,
    [makeBankAccount('12', '3113'), world.organisations[0]],
  )
  office = await commissionOffice(world)
})
afterAll(() => world.close())

/** Statements are of what was earned up to yesterday: a day passes, and people sign in anew. */
async function nextDay(days = 1) {
  world.clock.advance(days * DAY_MS)
  for (const who of ['user', 'accounting', 'manager'] as const)
    await (office[who] as Client).signIn(who, password)
}

const agreed = { gst_registered: true, gst_number: '35-901-981', bcti_agreed_on: '2026-01-01' }
const account = () => makeBankAccount('01', '0902')

/** A partner with a contract whose April invoice is paid: 26.04 at 10 % is 2.60, and more. */
async function earner(given: Record<string, unknown> = {}, signup = '90.00') {
  const partner_id = await office.newPartner({
    ...{ partner_rate_standard: '10', signup_commission_unit: 'fixed' },
    ...{ signup_commission_residential: signup, signup_commission_commercial: signup },
    ...{ email: 'partner@example.co.nz', bank_account_number: account(), ...agreed, ...given },
  })
  const contract = await office.brought({ partner_id })
  const invoice = await office.billed(contract)
  const payment = await office.pay(contract.customer_id, invoice, inTime)
  return { partner_id, contract, invoice, payment, customer_id: contract.customer_id }
}

const sendFor = (id: number) => office.manager.post('/partner/commission/send', { id })
const sent = async (id: number) => {
  const reply = await sendFor(id)
  expect(reply.status, reply.text).toBe(202)
  return reply.body.data
}

/** What the list of partners tells of one. */
const listedFor = async (partner_id: number) =>
  (await office.accounting.get('/partners/customercount')).body.data.find(
    (one: { partner_id: number }) => one.partner_id === partner_id,
  )

/** What the books owe a partner, in cents, added up here. */
async function owed(partner_id: number): Promise<number> {
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query(
    'select amount::text from accounttransactions where account = 2400 and partner_id = $1',
    [partner_id],
  )
  return rows.reduce((sum, { amount }) => sum - Math.round(Number(amount) * 100), 0)
}

describe('a statement', () => {
  test('is sent with its number, its GST and a digest that anybody can make again', async () => {
    const { partner_id, customer_id } = await earner()
    await nextDay()
    const row = await sent(partner_id)
    // 2.60 + 90.00 = 92.60; 15 % is 13.89.
    expect(row).toMatchObject({
      ...{ statement_status: 'sent', sum: '92.60', gst: '13.89', total: '106.49' },
      ...{ to_pay: '106.49', line_count: 2, gst_mode: 'buyer_created', previous_hash: '' },
    })
    expect(row.statement_number).toMatch(/^CS-\d{6}$/)
    const file = await office.accounting.get('/commissionstatement/proof', { id: row.id })
    expect(createHash('sha256').update(file.bytes).digest('hex')).toBe(row.hash)
    expect(await owed(partner_id)).toBe(10649)
    const verified = await office.accounting.post('/commissionstatement/verify', { id: row.id })
    expect(verified.body.data).toEqual({ wrong: [] })
    await booksHold(world, customer_id)
  })

  test('comes by mail with a link, and once only for two who send at the same moment', async () => {
    const { partner_id } = await earner()
    await nextDay()
    const replies = await Promise.all([sendFor(partner_id), sendFor(partner_id)])
    const codes = replies.map(({ status }) => status).sort()
    expect(codes[0]).toBe(202)
    expect([409, 476]).toContain(codes[1])
    const mails = await world.owner.query(
      `select recipient, attachment_name from messages where partner_id = $1 and kind = 'commission'`,
      [partner_id],
    )
    expect(mails.rows).toHaveLength(1)
    const again = await sendFor(partner_id)
    expect(again.status).toBe(476)
    expect(again.body.message).toContain('Nothing since CS-')
  })

  test('of nobody’s earnings, to no address or to an archived partner is not made', async () => {
    const nobody = await office.newPartner({ email: 'nobody@example.co.nz' })
    expect((await sendFor(nobody)).body.message).toContain('nothing was earned yet')
    const { partner_id } = await earner({ email: null })
    await nextDay()
    const reply = await sendFor(partner_id)
    expect(reply.status).toBe(476)
    expect(reply.body.message).toContain('no address')
    expect((await office.accounting.get('/commissionstatements', { partner_id })).status).toBe(260)
    expect((await sendFor(999_999_999)).status).toBe(404)
  })

  test('leaves out what somebody wants to look at, which waits for the next', async () => {
    const { partner_id } = await earner()
    await nextDay()
    const made = await office.accounting.put('/commissionstatement', { partner_id })
    expect(made.status, made.text).toBe(201)
    const { id } = made.body.data
    const lines = await office.accounting.get('/commissionstatement/lines', { id })
    const signup = lines.body.data.find((line: { kind: string }) => line.kind === 'signup')
    const chosen = { id, commission_ids: [signup.id], ...because }
    const less = await done(office.accounting, '/commissionstatement/leaveout', chosen)
    expect(less).toMatchObject({ line_count: 1, sum: '2.60', to_pay: '0.00' })
    const more = await done(office.accounting, '/commissionstatement/takein', chosen)
    expect(more).toMatchObject({ line_count: 2, sum: '92.60' })
    const second = await office.accounting.put('/commissionstatement', { partner_id })
    expect(second.status).toBe(476)
    expect((await office.accounting.delete('/commissionstatement', { id })).status).toBe(262)
    expect((await office.entries(partner_id)).map((one) => one.commission_status)).toEqual([
      'accrued',
      'accrued',
    ])
  })

  test('says while it is a draft what it comes to, when something of it goes back', async () => {
    const { partner_id, contract, customer_id } = await earner()
    const payment = await office.pay(customer_id, await office.billed(contract, 5), inTime)
    await nextDay()
    const draft = await office.accounting.put('/commissionstatement', { partner_id })
    expect(draft.body.data, draft.text).toMatchObject({ sum: '95.20', line_count: 3 })
    const { id, version } = draft.body.data
    await done(office.accounting, '/invoicepayment/cancel', { id: payment, ...because })
    const [listed] = (await office.accounting.get('/commissionstatements', { id })).body.data
    expect(listed).toMatchObject({ sum: '92.60', line_count: 2, to_pay: '106.49' })
    // Whoever looked at the other sum looks again.
    const unseen = await office.manager.post('/commissionstatement/send', { id, version })
    expect(unseen.status).toBe(474)
  })
})

describe('what is paid', () => {
  test('leaves in a bank file, and a line of the bank shows it', async () => {
    const { partner_id, customer_id } = await earner()
    await nextDay()
    const row = await sent(partner_id)
    const ids = [row.id]
    const preview = await office.accounting.post('/commissionstatements/file/preview', { ids })
    expect(preview.body.data).toMatchObject([{ amount: '106.49', refusal: null }])
    const body = { ids, layout: 'anz', payment_date: todayOf(world) }
    const file = await office.accounting.post('/commissionstatements/file', body)
    expect(file.status, file.text).toBe(200)
    expect(file.text).toContain('10649')
    expect(await owed(partner_id)).toBe(0)
    const paid = await office.accounting.get('/commissionstatement', { id: row.id })
    expect(paid.body.data).toMatchObject({ statement_status: 'paid' })
    const twice = await office.accounting.post('/commissionstatements/file', body)
    expect(twice.status).toBe(476)
    const bank = await office.manager.put('/bankaccount', {
      ...{ name: 'Everyday', bank_account_number: account() },
      ...{ opening_date: '2026-01-01', opening_balance: '0.00' },
    })
    const line = await office.accounting.put('/banktransaction', {
      ...{ bankaccount_id: bank.body.data.id, transaction_date: todayOf(world) },
      amount: '-106.49',
    })
    const id = line.body.data.id
    const parts = [{ kind: 'commission', amount: '-106.49', counterpart_id: row.id }]
    await done(office.accounting, '/banktransaction/match', { id, parts })
    const cleared = await office.accounting.get('/commissionstatement', { id: row.id })
    expect(cleared.body.data).toMatchObject({ statement_status: 'cleared', banktransaction_id: id })
    await done(office.accounting, '/banktransaction/unmatch', { id, ...because })
    const back = await office.accounting.get('/commissionstatement', { id: row.id })
    expect(back.body.data).toMatchObject({ statement_status: 'paid', banktransaction_id: null })
    await booksHold(world, customer_id)
  })

  test('is taken back from the next where the customer’s money went back', async () => {
    const { partner_id, customer_id, payment, contract, invoice } = await earner({}, '150.00')
    await nextDay()
    const first = await sent(partner_id)
    await done(office.accounting, '/commissionstatement/pay', { id: first.id })
    await done(office.accounting, '/invoicepayment/cancel', { id: payment, ...because })
    await nextDay()
    // Both went back: 2.60 and 150.00, with their GST.
    const second = await sent(partner_id)
    expect(second).toMatchObject({ sum: '-152.60', gst: '-22.89', total: '-175.49' })
    expect(second).toMatchObject({ to_pay: '0.00', carried: '-175.49', previous_hash: first.hash })
    expect(await owed(partner_id)).toBe(-17549)
    expect(await listedFor(partner_id)).toMatchObject({
      ...{ earned: '0.00', carried: '-175.49', owed: '-175.49' },
      last_statement: { id: second.id, number: second.statement_number },
    })
    const refused = await office.accounting.post('/commissionstatement/pay', { id: second.id })
    expect(refused.status).toBe(476)
    await office.pay(customer_id, invoice, inTime)
    await done(office.manager, '/commissionstatement/cancel', { id: second.id, ...because }).catch(
      () => undefined,
    )
    await office.manager.put('/commission', { partner_id, amount: '300.00', ...because })
    await nextDay()
    const third = await sent(partner_id)
    expect(Number(third.to_pay)).toBeGreaterThan(0)
    expect((await listedFor(partner_id)).owed).toBe(third.to_pay)
    expect(await owed(partner_id)).toBe(Math.round(Number(third.to_pay) * 100))
    await done(office.accounting, '/commissionstatement/pay', { id: third.id })
    expect(await owed(partner_id)).toBe(0)
    expect(contract.id).toBeGreaterThan(0)
    await booksHold(world, customer_id)
  })

  test('is less by the tax withheld, which is owed elsewhere', async () => {
    const { partner_id, customer_id } = await earner({
      ...{ gst_registered: false, bcti_agreed_on: null, gst_number: null },
      withholding_percent: '20',
    })
    await nextDay()
    const row = await sent(partner_id)
    expect(row).toMatchObject({ sum: '92.60', gst: '0.00', withheld: '18.52', to_pay: '74.08' })
    const early = { id: row.id, payment_date: '2026-01-01' }
    expect((await office.accounting.post('/commissionstatement/pay', early)).status).toBe(400)
    await done(office.accounting, '/commissionstatement/pay', { id: row.id })
    expect(await owed(partner_id)).toBe(0)
    const { rows } = await world.owner.query(
      'select sum(amount)::text from accounttransactions where account = 2420 and partner_id = $1',
      [partner_id],
    )
    expect(rows).toEqual([{ sum: '-18.52' }])
    const returned = { id: row.id, ...because }
    await done(office.accounting, '/commissionstatement/returned', returned)
    expect(await owed(partner_id)).toBe(9260)
    expect(await listedFor(partner_id)).toMatchObject({ earned: '0.00', owed: '92.60' })
    await booksHold(world, customer_id)
  })

  test('with GST only once the partner’s own tax invoice came, where nothing was agreed', async () => {
    const { partner_id, customer_id } = await earner({ bcti_agreed_on: null })
    await nextDay()
    const row = await sent(partner_id)
    expect(row).toMatchObject({ gst_mode: 'their_invoice', gst: '0.00', to_pay: '92.60' })
    const invoice = { tax_invoice_number: 'T-7', tax_invoice_date: todayOf(world) }
    await done(office.accounting, '/commissionstatement/taxinvoice', { id: row.id, ...invoice })
    const again = { id: row.id, ...invoice }
    expect((await office.accounting.post('/commissionstatement/taxinvoice', again)).status).toBe(
      476,
    )
    expect(await owed(partner_id)).toBe(10649)
    await done(office.accounting, '/commissionstatement/pay', { id: row.id })
    expect(await owed(partner_id)).toBe(0)
    await booksHold(world, customer_id)
  })
})

describe('what was sent', () => {
  test('is cancelled while it is the newest and unpaid; its number stays', async () => {
    const { partner_id, customer_id } = await earner()
    await nextDay()
    const first = await sent(partner_id)
    await office.manager.put('/commission', { partner_id, amount: '50.00', ...because })
    await nextDay()
    const second = await sent(partner_id)
    const older = await office.manager.post('/commissionstatement/cancel', {
      id: first.id,
      ...because,
    })
    expect(older.status).toBe(476)
    await done(office.manager, '/commissionstatement/cancel', { id: second.id, ...because })
    expect(await owed(partner_id)).toBe(10649 + 5000)
    expect(await listedFor(partner_id)).toMatchObject({
      ...{ earned: '50.00', carried: '0.00', owed: '156.49' },
      last_statement: { number: first.statement_number, sent_date: first.sent_date },
    })
    // Its number was given, and none is missing.
    const series = await readReport(office.accounting, { name: 'numbers', group: 'number' })
    const own = series.rows.filter(({ name }) => name.startsWith('CS-'))
    expect(own.map(({ name }) => name)).toContain(second.statement_number)
    expect(own.filter(({ values }) => values.gaps === 1)).toEqual([])
    expect(own.find(({ name }) => name === second.statement_number)).toMatchObject({
      ...{ to: `/app/commissionstatement?id=${second.id}`, values: { cancelled: 1 } },
    })
    const third = await sent(partner_id)
    expect(third).toMatchObject({ sum: '50.00', previous_hash: second.hash })
    expect(third.statement_number > second.statement_number).toBe(true)
    await booksHold(world, customer_id)
  })

  test('names a byte that was changed afterwards', async () => {
    const { partner_id } = await earner()
    await nextDay()
    const row = await sent(partner_id)
    const change = (from: string, to: string) =>
      world.owner.query(
        `update commission_documents set proof = replace(proof, $2, $3) where statement_id = $1`,
        [row.id, from, to],
      )
    await scope(world.owner, world.organisations[0])
    await change('"2.60"', '"2.61"')
    const verified = await office.accounting.post('/commissionstatement/verify', { id: row.id })
    const wrong = verified.body.data.wrong.join(' ')
    expect(wrong).toContain('another digest')
    expect(wrong).toContain('10 % of 26.04 is 2.60, not 2.61')
    await change('"2.61"', '"2.60"')
  })

  test('is read by its link alone, with the lines that were taken back since', async () => {
    const { partner_id, payment } = await earner()
    await nextDay()
    const row = await sent(partner_id)
    const message = await world.owner.query(
      `select id from messages where partner_id = $1 and kind = 'commission'`,
      [partner_id],
    )
    expect(message.rows).toHaveLength(1)
    const token = await linkOf(row.id)
    const headers = { 'x-link-token': token }
    const page = await byLink('/public/commission', headers)
    expect(page.status, page.text).toBe(200)
    expect(page.body.data).toMatchObject({ hash: row.hash, status: 'sent', taken_back: [] })
    const bytes = createHash('sha256').update(page.body.data.proof).digest('hex')
    expect(bytes).toBe(row.hash)
    await done(office.accounting, '/invoicepayment/cancel', { id: payment, ...because })
    const later = await byLink('/public/commission', headers)
    expect(later.body.data.taken_back).toHaveLength(2)
    const json = await byLink('/public/commission/json', headers)
    expect(createHash('sha256').update(json.bytes).digest('hex')).toBe(row.hash)
    const csv = await byLink('/public/commission/csv', headers)
    expect(csv.text).toContain('"2.60"')
    const wrong = { 'x-link-token': 'a'.repeat(43) }
    expect((await byLink('/public/commission', wrong)).status).toBe(469)
  })

  test('is nothing for users or for others', async () => {
    const { partner_id } = await earner()
    await nextDay()
    const row = await sent(partner_id)
    for (const call of ['/commissionstatement', '/commissionstatement/lines'])
      expect((await office.user.get(call, { id: row.id })).status).toBe(403)
    const other = await world.as('other')
    for (const call of ['/commissionstatement', '/commissionstatement/document'])
      expect((await other.get(call, { id: row.id })).status).toBe(404)
    expect((await other.post('/partner/commission/send', { id: partner_id })).status).toBe(404)
    const accounting = await office.accounting.post('/partner/commission/send', { id: partner_id })
    expect(accounting.status).toBe(403)
  })
})

const byLink = (path: string, headers: Record<string, string>) =>
  world.guest().send({ method: 'GET', url: `/api/v1${path}`, headers })

/** The secret of a link stands in a mail that is sealed: here another one is made for the same. */
async function linkOf(statement_id: number): Promise<string> {
  const token = createHash('sha256').update(`link ${statement_id}`).digest('base64url')
  await world.owner.query(
    `insert into public_links (token_hash, organisation_id, object_class, object_id, created_at,
       expires_at) values ($1, $2, 'commissionstatement', $3, now(), now() + interval '400 days')`,
    [createHash('sha256').update(token).digest(), world.organisations[0], statement_id],
  )
  return token
}

test('the run drafts for everybody once, and sends each by itself', async () => {
  const { partner_id } = await earner()
  const silent = await earner({ email: null })
  await nextDay()
  const first = await office.accounting.post('/commissionstatements/run', {})
  const drafted = first.body.data as { id: number; problem: string | null }[]
  expect(drafted.length).toBeGreaterThanOrEqual(2)
  expect(drafted.every(({ problem }) => problem === null)).toBe(true)
  const again = await office.accounting.post('/commissionstatements/run', {})
  expect(again.body.data).toEqual([])
  const mine = await office.accounting.get('/commissionstatements', {
    'partner_id.in': `${partner_id},${silent.partner_id}`,
    statement_status: 'draft',
    order: 'id',
  })
  const ids = mine.body.data.map(({ id }: { id: number }) => id)
  const results = await office.manager.post('/commissionstatements/send', { ids })
  const told = results.body.data as { problem: string | null; statement_number: string | null }[]
  expect(told.filter(({ statement_number }) => statement_number !== null)).toHaveLength(1)
  expect(told.filter(({ problem }) => problem?.includes('no address'))).toHaveLength(1)
})
