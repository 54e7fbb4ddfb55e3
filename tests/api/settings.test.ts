import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { guardingSettings, organisationSettings } from '#domain/identity/organisation-settings.ts'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { make } from '#tests/support/make.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let admin: Client

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
})
afterAll(() => world.close())

test.each([
  ['late_fee_amount', '-1.00'],
  ['late_fee_amount', 10],
  ['reminder_steps', [3, -1]],
  ['reminder_steps', '3, 10'],
  ['split_collection', 'nobody'],
  ['Send_Receipts', 'yes'],
  ['rate_notice_days', 4000],
  ['digest_email', 'accountant'],
])('%s is not set to %j, and the answer says what is meant', async (name, value) => {
  const reply = await admin.put('/organisationconfig', { name, value })
  expect(reply.status, reply.text).toBe(400)
  const asks = Object.entries(organisationSettings).find(([one]) => one === name.toLowerCase())
  expect(reply.body.errors).toMatchObject([{ field: 'value', message: asks?.[1].asks }])
})

test('a setting that was right is not made wrong later', async () => {
  const right = { name: 'not_invoiced_days', value: 40 }
  const { id, version } = (await admin.put('/organisationconfig', right)).body.data
  const wrong = await admin.post('/organisationconfig', { id, version, value: 'soon' })
  expect(wrong.status, wrong.text).toBe(400)
  expect((await admin.get('/organisationconfig', { id })).body.data.value).toBe(40)
})

test('a name that nothing reads is refused, with the one that was meant', async () => {
  const store = (name: string) => admin.put('/organisationconfig', { name, value: 5 })
  const near = await store('rate_notice_dys')
  expect([near.status, near.body.errors[0].field]).toEqual([400, 'name'])
  expect(near.body.errors[0].message).toContain('Did you mean rate_notice_days?')
  expect((await store('our.own')).status).toBe(400)
})

test('a choice is added to a list that is there, and to no other', async () => {
  const add = (list_name: string) =>
    admin.put('/option', { list_name, value: 'solar', label: 'Solar' })
  expect((await add('icp_type')).status).toBe(201)
  const none = await add('icp_types')
  expect([none.status, none.body.errors[0].field]).toEqual([400, 'list_name'])
  expect(none.body.errors[0].message).toContain('icp_type,')
})

test.each([
  ['timezone', 'Mars/Olympus', 'Pacific/Auckland'],
  ['timezone', '+13:00', 'Pacific/Auckland'],
  ['language', 'mi-NZ', 'en-NZ'],
  ['locale', 'en-US', 'en-NZ'],
])(
  'nobody chooses a %s of %s, and the answer names what may be chosen',
  async (field, value, may) => {
    const { version } = (await admin.get('/user')).body.data
    const reply = await admin.post('/user', { version, [field]: value })
    expect(reply.status, reply.text).toBe(400)
    expect(reply.body.errors).toMatchObject([{ field, message: expect.stringContaining(may) }])
  },
)

test('somebody elsewhere reads what happened on their own clocks, which are named', async () => {
  const user = await world.as('user')
  const { version } = (await user.get('/user')).body.data
  const saved = await user.post('/user', { version, timezone: 'australia/sydney' })
  expect(saved.body.data.timezone).toBe('Australia/Sydney')
  const customer_id = (await admin.put('/customer', make(customer))).body.data.id
  await world.owner.query(
    `insert into history (organisation_id, customer_id, object_class, object_id, action, changes,
       actor_name, source)
     values ($1, $2, 'contract', 1, 'update',
       '{"accepted_at": [null, "2026-02-02T11:30:09Z"]}', 'Hana', 'screen')`,
    [world.organisations[0], customer_id],
  )
  const told = async (client: Client) => {
    const { data } = (await client.get('/customer/timeline', { id: customer_id })).body
    return data.flatMap((event: { changes: { to: string }[] }) => event.changes.map(({ to }) => to))
  }
  expect(await told(admin)).toEqual(['2026-02-03 00:30:09'])
  expect(await told(user)).toEqual(['2026-02-02 22:30:09 Sydney'])
})

// None of these is a value of any kind of setting.
const nonsense = ['=abc', -1, 1.5, null, { any: 'thing' }, [['3']]]
const unguarded = Object.entries(organisationSettings).filter(
  ([name]) => !guardingSettings.some((one) => one === name),
)

test('no setting of any kind takes what makes no sense, and each says what it takes', async () => {
  for (const [name, { asks }] of unguarded)
    for (const value of nonsense) {
      const reply = await admin.put('/organisationconfig', { name, value })
      expect(reply.status, `${name} ${JSON.stringify(value)}`).toBe(400)
      if (value !== null) expect(reply.body.errors, name).toMatchObject([{ message: asks }])
    }
})

test.each(['abc', 5, [], { R99: {} }, { R04: { severity: 'fatal' } }, { R04: { isOn: 'no' } }])(
  'the reading rules are not set to %j',
  async (value) => {
    const reply = await admin.put('/organisationconfig', { name: 'Reading_Rules', value })
    expect(reply.status, reply.text).toBe(400)
    const message = expect.stringContaining('by code from R01 to R13')
    expect(reply.body.errors).toMatchObject([{ field: 'value', message }])
  },
)

test.each([[{ W99: {} }], [{ E01: { isOn: false } }], [{ W07: { parameters: { times: '-1' } } }]])(
  'the bill rules are not set to %j',
  async (value) => {
    const reply = await admin.put('/organisationconfig', { name: 'bill_rules', value })
    expect(reply.status, reply.text).toBe(400)
    const message = expect.stringContaining('by code from E01 to W11')
    expect(reply.body.errors).toMatchObject([{ field: 'value', message }])
  },
)

test('a step of reminding names a template and a type that are there, and is told which are', async () => {
  const put = (name: string, value: unknown) => admin.put('/organisationconfig', { name, value })
  const unknown = await put('reminder_steps', [{ days: 3, template: 999_999 }])
  expect(unknown.status, unknown.text).toBe(400)
  expect(unknown.body.errors[0].message).toContain('choose one of reminder (Reminder), reminder_2')
  const nobody = await put('reminder_steps_by_class', { pensioner: [5] })
  expect(nobody.status, nobody.text).toBe(400)
  expect(nobody.body.errors[0].message).toContain('residential (Residential), commercial')
  const name = 'reminder_steps_by_class'
  const choices = (await admin.get('/organisationconfig/choices', { name })).body.data
  expect(choices.customer_type).toContainEqual({ value: 'commercial', label: 'Commercial' })
  expect(choices.template).toContainEqual({ value: 'reminder_3', label: 'Third reminder' })
})

test('a series of numbers goes on with what an admin says, and never back to what was given', async () => {
  const list = async () => (await admin.get('/numberseries')).body.data
  const stand = async (name: string) =>
    (await list()).find((one: { name: string }) => one.name === name)
  const put = (asked: Record<string, unknown>) => admin.post('/numberseries', asked)
  expect(await list()).toHaveLength(6)
  const { next_value: next } = await stand('customer_number')
  const typed = await admin.put('/customer', make(customer, { customer_number: 'CUST-700' }))
  expect(typed.status, typed.text).toBe(201)
  const back = await put({ name: 'customer_number', next_value: next - 1 })
  expect([back.status, back.body.errors[0].field]).toEqual([400, 'next_value'])
  const taken = await put({ name: 'customer_number', prefix: 'CUST-', next_value: 700 })
  expect(taken.body.errors[0].message).toContain('CUST-701 or a later one')
  for (const prefix of ['inv-', 'IN-V-', 'INVOICE-']) {
    const clash = await put({ name: 'customer_number', prefix })
    expect(clash.body.errors[0].field, prefix).toBe('prefix')
  }
  for (const prefix of ['Cust', 'CU-ST-']) {
    const compared = await put({ name: 'customer_number', prefix, next_value: 700 })
    expect(compared.body.errors[0].message).toContain(`${prefix}701 or a later one`)
  }
  const odd = await put({ name: 'customer_number', prefix: '=A1' })
  expect(odd.body.errors[0].message).toContain('letters and hyphens')
  const done = await put({ name: 'customer_number', prefix: 'CUST-', next_value: 701 })
  expect(done.status, done.text).toBe(261)
  const made = await admin.put('/customer', make(customer, { customer_number: undefined }))
  expect(made.body.data.customer_number).toBe('CUST-701')
  expect((await stand('customer_number')).changes).toMatchObject([
    { from: `C-${next}`, to: 'CUST-701', by: 'admin Test' },
  ])
  expect((await (await world.as('manager')).post('/numberseries', {})).status).toBe(403)
})

test('a number that was given never comes again, by whatever prefixes a series goes', async () => {
  const put = (name: string, prefix: string, next_value: number) =>
    admin.post('/numberseries', { name, prefix, next_value })
  expect((await put('customer_number', 'LOOP-', 1)).status).toBe(261)
  const made = (await admin.put('/customer', make(customer, { customer_number: undefined }))).body
  expect(made.data.customer_number).toBe('LOOP-1')
  const { id, version } = made.data
  const renamed = await admin.post('/customer', { id, version, customer_number: 'RENAMED' })
  expect(renamed.status, renamed.text).toBe(261)
  expect((await put('customer_number', 'AWAY-', 1)).status).toBe(261)
  const back = await put('customer_number', 'loop-', 1)
  expect([back.status, back.body.errors[0].field]).toEqual([400, 'next_value'])
  expect(back.body.errors[0].message).toContain('loop-2 or a later one')
  const bare = await put('customer_number', 'LOOP', 1)
  expect(bare.body.errors[0].message).toContain('LOOP2 or a later one')
  // What had it may still be found by it: nothing else is to be.
  const others = await put('contract_number', 'LOOP-', 500)
  expect(others.body.errors[0].message).toContain('begins the numbers of customers')
  expect((await put('customer_number', 'LOOP-', 2)).status).toBe(261)
  const short = await put('contract_number', 'Q', 1)
  expect(short.body.errors[0].message).toContain('Q1 is too short')
})

test('a prefix of before with figures in it goes on, and is changed to no other like it', async () => {
  await scope(world.owner, world.organisations[0])
  const stored = (prefix: string, next: number) =>
    world.owner.query(
      `update series set prefix = $1, next_value = $2 where name = 'customer_number'`,
      [prefix, next],
    )
  const put = (asked: object) => admin.post('/numberseries', { name: 'customer_number', ...asked })
  const stand = async () =>
    (await admin.get('/numberseries')).body.data.find(
      ({ name }: { name: string }) => name === 'customer_number',
    )
  expect((await put({ prefix: 'OFFER-', next_value: 1 })).status).toBe(261)
  for (const prefix of ['Q2026-', 'R2026']) {
    await stored(prefix, 1)
    expect(await stand()).toMatchObject({ prefix, next_value: 1, fixed: null })
    const kept = await put({ prefix, next_value: 12 })
    expect(kept.body.message, kept.text).toBe(`The next number is ${prefix}12.`)
    const back = await put({ prefix, next_value: 11 })
    expect(back.body.errors[0].message).toContain(`${prefix}12 or a later one`)
    const other = await put({ prefix: `${prefix}7-` })
    expect(other.body.errors[0].message).toContain('letters and hyphens')
  }
  const made = await admin.put('/customer', make(customer, { customer_number: undefined }))
  expect(made.body.data.customer_number, made.text).toBe('R202612')
  expect((await put({ prefix: 'OFFER-', next_value: 5 })).body.message).toContain('OFFER-5')
  const again = await put({ prefix: 'R', next_value: 202_612 })
  expect(again.body.errors[0].message).toContain('R202613 or a later one')
})

test('of two admins who choose the same prefix at once, one gets it', async () => {
  for (const round of ['A', 'B', 'C', 'D', 'E']) {
    const prefix = `SAME${round}-`
    const choose = (name: string) => admin.post('/numberseries', { name, prefix, next_value: 100 })
    const replies = await Promise.all(['contract_number', 'proposal_number'].map(choose))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([261, 400])
  }
})

test('numbers without gaps begin where an admin says, and go on by themselves from the first one', async () => {
  const put = (next_value: number) =>
    admin.post('/numberseries', { name: 'invoice_number', prefix: 'HEB-', next_value })
  expect((await put(5000)).status).toBe(261)
  const payer = await newCustomer(admin)
  const { invoice_number } = await sentInvoice(admin, payer.id)
  expect(invoice_number).toBe('HEB-5000')
  const later = await put(6000)
  expect(later.status, later.text).toBe(476)
  expect(later.body.message).toContain('since HEB-5000 was given')
})

test('reading rules that were right are not made wrong later', async () => {
  const right = { name: 'reading_rules', value: { R04: { isOn: false } } }
  const { id, version } = (await admin.put('/organisationconfig', right)).body.data
  const wrong = await admin.post('/organisationconfig', { id, version, value: 'none' })
  expect(wrong.status, wrong.text).toBe(400)
  expect((await admin.post('/organisationconfig', { id, version, value: {} })).status).toBe(261)
})

test('a setting tells who changed it from what to what, over its return to the standard', async () => {
  const name = 'rate_notice_days'
  const changes = async (client: Client) =>
    (await client.get('/organisationconfig/changes', { name })).body.data
  expect(await changes(admin)).toEqual([])
  const { id, version } = (await admin.put('/organisationconfig', { name, value: 40 })).body.data
  await admin.post('/organisationconfig', { id, version, value: 50 })
  await admin.delete('/organisationconfig', { id })
  await admin.put('/organisationconfig', { name: 'Rate_Notice_Days', value: 60 })
  const told = await changes(await world.as('user'))
  expect(told).toMatchObject([
    { from: null, to: 60, by: 'admin Test', at: expect.any(String) },
    { from: 50, to: null },
    { from: 40, to: 50 },
    { from: null, to: 40 },
  ])
  expect(await changes(await world.as('other'))).toEqual([])
  const unknown = await admin.get('/organisationconfig/changes', { name: 'our.own' })
  expect(unknown.status).toBe(400)
})
