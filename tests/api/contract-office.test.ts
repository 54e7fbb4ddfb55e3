import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { type Client, withKey } from '#tests/support/client.ts'
import { contractOffice, rateOf } from '#tests/support/contracts.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { setUp, silentSms } from '#tests/support/gateways.ts'
import { sendForm, textFile } from '#tests/support/upload.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let office: Awaited<ReturnType<typeof contractOffice>>
let user: Client
let accounting: Client
let manager: Client
let icp: string

beforeAll(async () => {
  world = await makeWorld()
  office = await contractOffice(world)
  ;({ user, accounting, manager } = office)
})
afterAll(() => world.close())
beforeEach(() => {
  icp = office.nextIcp()
})

const active = (given?: Record<string, unknown>) => office.active(given)
const bring = ({ csv, ...more }: { csv: string; [field: string]: unknown }, key = withKey()) =>
  sendForm(accounting, 'POST /rateupdates/import', { csv: textFile(csv), ...more }, key)
const billTo = (id: number, day: string) => office.billTo(id, day)

describe('many contracts at once', () => {
  const file = (rows: string[]) => ['contract_number,rate_name,rate_amount', ...rows].join('\n')

  test('a dry run changes nothing and says what would happen', async () => {
    const { contract_number, id } = await active()
    const csv = file([`${contract_number},Day energy,0.26`, 'K-0,Day energy,0.26'])
    const reply = await bring({
      csv,
      valid_from_date: '2027-04-01',
      dry_run: true,
    })
    expect(reply.body.data.outcomes).toMatchObject([
      { contract_number, problem: null },
      { contract_number: 'K-0', problem: expect.stringContaining('couldn') },
    ])
    expect((await user.get('/rates', { contract_id: id })).status).toBe(260)
  })

  test('a file with a wrong row changes nothing; a right one changes all and can be taken back', async () => {
    const { contract_number, id } = await active()
    const valid_from_date = '2027-04-01'
    const wrong = file([`${contract_number},Day energy,0.26`, `${contract_number},Night,cheap`])
    const refused = await bring({ csv: wrong, valid_from_date })
    expect(refused.status).toBe(400)
    expect((await user.get('/rates', { contract_id: id })).status).toBe(260)
    const csv = file([`${contract_number},Day energy,0.26`, `${icp},Night energy,0.16`])
    const done = await bring({ csv, valid_from_date })
    expect(done.status, done.text).toBe(200)
    const { batch } = done.body.data
    const updates = await user.get('/rateupdates', { batch })
    const ids = updates.body.data.map((update: { id: number }) => update.id)
    expect(ids).toHaveLength(2)
    expect((await manager.delete('/rateupdates', { ids })).body.data.deleted).toEqual(ids)
    expect((await user.get('/rates', { contract_id: id })).status).toBe(260)
  })
})

test('a long file is read to its end', async () => {
  const { contract_number } = await active()
  const rows = Array.from({ length: 15_000 }, () => `K-0,Day energy ${'x'.repeat(70)},cheap`)
  const csv = ['contract_number,rate_name,rate_amount', ...rows, `${contract_number},Night,0.16`]
  const body = { csv: csv.join('\n'), valid_from_date: '2027-04-01', dry_run: true }
  const reply = await bring(body)
  expect(reply.status, reply.text.slice(0, 200)).toBe(200)
  expect(reply.body.data.outcomes).toMatchObject([{ contract_number, rows: [15_002] }])
  expect(reply.body.data.problems).toHaveLength(15_000)
})

test('a file that is sent again under its key is answered as the first time', async () => {
  const { contract_number, id } = await active()
  const csv = `contract_number,rate_name,rate_amount\n${contract_number},Day energy,0.26`
  const body = { csv, valid_from_date: '2027-04-01' }
  const key = withKey()
  const replies = await Promise.all(Array.from({ length: 5 }, () => bring(body, key)))
  expect(new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1)
  expect(replies[0]?.status, replies[0]?.text).toBe(200)
  expect((await user.get('/rates', { contract_id: id })).body.data).toHaveLength(1)
  const other = { ...body, valid_from_date: '2027-05-01' }
  expect((await bring(other, key)).status).toBe(409)
})

describe('notices', () => {
  test('a notice is shown first, sent once, and tells old beside new', async () => {
    const { id, contract_number } = await active()
    await accounting.put('/rate', rateOf(id))
    const added = await accounting.post('/contract/addrateupdates', {
      id,
      valid_from_date: '2027-04-01',
      rates: [{ rate_name: 'Day energy', rate_amount: '0.25' }],
    })
    const ids = [added.body.data.id]
    const preview = await accounting.post('/rateupdates/send', { ids, preview: true })
    expect(preview.body.data.notices).toMatchObject([
      { to: 'mere@example.co.nz', subject: 'Your rates change on 01 Apr 2027' },
    ])
    expect(preview.body.data.notices[0].text).toContain(contract_number)
    const before = await mails()
    expect((await accounting.post('/rateupdates/send', { ids })).status).toBe(202)
    expect(await mails()).toBe(before + 1)
    const again = await accounting.post('/rateupdates/send', { ids })
    expect(again.body.data.excluded).toMatchObject([{ reason: 'Has been told already.' }])
    expect(await mails()).toBe(before + 1)
  })

  // Shows: T21
  test('who has opted out or has no address is left out, with the reason', async () => {
    const quiet = await makeRow(user, customer)
    const { id } = await active({ customer_id: quiet.id })
    const added = await accounting.post('/contract/addrateupdates', {
      id,
      valid_from_date: '2027-04-01',
      rates: [{ rate_name: 'Day energy', rate_amount: '0.25' }],
    })
    const reply = await accounting.post('/rateupdates/send', { ids: [added.body.data.id] })
    expect(reply.body.data).toMatchObject({
      notices: [],
      excluded: [
        { reason: 'No email address, and no text message can go: no mobile number is known.' },
      ],
    })
  })

  test('who has no email address, or is reminded by SMS first, is told on the phone', async () => {
    const [organisation_id] = world.organisations
    world.config.channels = { organisations: [{ organisation_id, sms: silentSms }] }
    const byPhone = [{ days: 3, channel: 'sms' }]
    await setUp(await world.as('admin'), {
      ...{ sms_sender_service: '4321', sms_quiet_hours: 'none' },
      reminder_steps_by_class: { residential: byPhone },
    })
    const phone_mobile = '+64211234567'
    const agreed = { phone_mobile, email: 'hana@example.co.nz', receive_sms_reminders: true }
    const told = [
      { phone_mobile },
      { ...agreed, customer_type: 'residential' },
      { ...agreed, customer_type: 'commercial' },
      { ...agreed, customer_type: 'residential', receive_sms_reminders: false },
    ]
    const ids: number[] = []
    const contracts: { id: number; customer_id: number; contract_number: string }[] = []
    for (const given of told) {
      const { id: customer_id } = await makeRow(user, customer, given)
      const row = await active({ customer_id, connections: [office.nextIcp()] })
      await accounting.put('/rate', rateOf(row.id))
      const added = await accounting.post('/contract/addrateupdates', {
        ...{ id: row.id, valid_from_date: '2027-04-01', reason: 'The network charges more' },
        rates: [
          { rate_name: 'Day energy', rate_amount: '0.25' },
          { rate_name: 'Metering', rate_amount: '0.35', rate_unit: 'day' },
        ],
      })
      expect(added.status, added.text).toBeLessThan(300)
      ids.push(added.body.data.id)
      contracts.push({ ...row, customer_id })
    }
    const [first] = contracts
    const customer_id = first?.customer_id ?? 0
    const looked = await accounting.post('/departure/preview', { action: 'notice', ids })
    expect(looked.body.data).toMatchObject([
      ...[{ recipients: [phone_mobile] }, { recipients: [phone_mobile] }],
      ...[{ recipients: [agreed.email] }, { recipients: [agreed.email] }],
    ])
    const sent = await accounting.post('/rateupdates/send', { ids })
    expect(sent.status, sent.text).toBe(202)
    expect(sent.body.data.excluded).toEqual([])
    expect(sent.body.data.notices.map(({ channel }: { channel: string }) => channel)).toEqual([
      ...['sms', 'sms', 'email', 'email'],
    ])
    const [text] = (await user.get('/messages', { customer_id })).body.data
    expect(text).toMatchObject({ type: 'sms', kind: 'rate_notice', recipient: phone_mobile })
    expect(text.contract_id).toBe(first?.id)
    expect(text.text_plain).toBe(
      `First Energy: Your rates change on 01 Apr 2027. Contract ${first?.contract_number}, ` +
        'without GST: Day energy $0.25 per kWh (now $0.231), Metering $0.35 per day (new). ' +
        'The network charges more.',
    )
    const update = await user.get('/rateupdate', { id: ids[0] ?? 0 })
    expect(update.body.data).toMatchObject({ notice_recipient: phone_mobile })
    world.config.channels = { organisations: [] }
  })

  test('the supplier’s rates are told to those who pay them, and to nobody who pays ours', async () => {
    const email = 'tui@example.co.nz'
    const onBill = await makeRow(user, customer, { email, simple_invoicing: true })
    const ids: number[] = []
    for (const given of [{}, { customer_id: onBill.id }]) {
      const { id } = await active({ ...given, connections: [office.nextIcp()] })
      const added = await accounting.post('/contract/addsupplierrateupdates', {
        id,
        valid_from_date: '2027-04-01',
        rates: [{ rate_name: 'Bought energy', rate_amount: '0.1717' }],
      })
      ids.push(added.body.data.id)
    }
    const reply = await accounting.post('/supplierrateupdates/send', { ids })
    expect(reply.body.data).toMatchObject({
      notices: [{ to: email }],
      excluded: [{ reason: 'Pays our rates, not the supplier’s.' }],
    })
  })

  async function mails(): Promise<number> {
    const { rows } = await world.owner.query<{ count: string }>('select count(*) from letters')
    return Number(rows[0]?.count)
  }
})

describe('customer lists', () => {
  test('customers whose contract ends within the days asked for', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const inDays = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const soon = await makeRow(user, customer, { customer_status: 'active' })
    await active({ customer_id: soon.id, date_start: '2025-01-01', date_end: inDays(40) })
    const ids = async (days?: number) => {
      const query = { order: '-id', ...(days ? { days } : {}) }
      const reply = await user.get('/customers/active/contract/expiring', query)
      return (reply.body.data as { id: number }[]).map((row) => row.id)
    }
    expect(today < inDays(40)).toBe(true)
    expect(await ids()).toContain(soon.id)
    expect(await ids(30)).not.toContain(soon.id)
    const never = await user.get('/customers/active/neverinvoiced', { id: soon.id })
    expect(never.body.data).toHaveLength(1)
    const bad = await user.get('/customers/active/contract/expiring', { days: 'soon' })
    expect(bad.status).toBe(400)
  })

  test('active customers billed up to long ago, and prospects without an invoice', async () => {
    const late = await makeRow(user, customer, { customer_status: 'active' })
    const { id } = await active({ customer_id: late.id })
    await billTo(id, '2026-01-31')
    const list = await user.get('/customers/active/notinvoiced', { id: late.id })
    expect(list.body.data).toHaveLength(1)
    const prospect = await makeRow(user, customer, { customer_status: 'prospect' })
    const prospects = await user.get('/customers/prospects/notinvoiced', { id: prospect.id })
    expect(prospects.body.data).toHaveLength(1)
  })
})
