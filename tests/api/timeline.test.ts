import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import { billingRows } from '#tests/support/billing-rows.ts'
import type { Client } from '#tests/support/client.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { anyPdf, upload } from '#tests/support/upload.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let manager: Client
const folder = temporaryFolder()

beforeAll(async () => {
  world = await makeWorld({ dataDir: folder.path })
  user = await world.as('user')
  accounting = await world.as('accounting')
  manager = await world.as('manager')
})
afterAll(async () => {
  await world.close()
  folder.remove()
})

async function made(path: string, body: object): Promise<{ id: number; version: number }> {
  const reply = await manager.put(path, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

const timeline = async (id: number, more: Record<string, string | number> = {}) =>
  (await user.get('/customer/timeline', { id, ...more })).body

const summaries = async (id: number, more = {}) =>
  (await timeline(id, more)).data.map((event: { summary: string }) => event.summary)

// Shows: E19
test('everything that happens to a customer is told on one timeline, newest first', async () => {
  const { id, version } = await made('/customer', { name: 'Hemi Parata', city: 'Porirua' })
  await manager.post('/customer', { id, version, city: 'Gisborne' })
  const contract = await made('/contract', { customer_id: id, contract_number: 'K-77' })
  await made('/rate', {
    contract_id: contract.id,
    rate_name: 'Day energy',
    rate_amount: '0.231',
    rate_type: 'variable',
    rate_unit: 'kWh',
    valid_from_date: '2026-01-01',
  })
  const meter = await made('/meter', { customer_id: id, meter_number: 'MTR-1' })
  await made('/note', {
    subject: 'Meter',
    text_plain: 'Dog in the yard.',
    reference_object: 'meter',
    reference_id: meter.id,
  })
  await made('/enquiry', { subject: 'Solar panels', customer_id: id })
  await made('/proposal', { name: 'Winter offer', customer_id: id })
  expect(await summaries(id)).toEqual([
    'Proposal “Winter offer” created',
    'Enquiry “Solar panels” created',
    'Dog in the yard.',
    'Meter MTR-1 created',
    'Rates from 01 Jan 2026 of contract K-77: Day energy 0.231',
    'Contract K-77 created',
    'Customer changed',
    'Customer created',
  ])
  const { data } = await timeline(id, { kinds: 'customer' })
  expect(data[0]).toMatchObject({
    kind: 'customer',
    action: 'update',
    actor: 'manager Test',
    changes: [{ label: 'City', from: 'Porirua', to: 'Gisborne' }],
  })
})

test('invoices, payments and files are told with everything else', async () => {
  const { id } = await newCustomer(user)
  const { invoice_number } = await sentInvoice(accounting, id)
  await accounting.put('/invoicepayment', {
    customer_id: id,
    amount_incl_gst: '40.00',
    payment_date: '2026-11-10',
    reference: invoice_number,
  })
  const about = { reference_object: 'customer', reference_id: id }
  const added = await upload(user, anyPdf('scan.pdf'), about)
  expect(added.status, added.text).toBe(201)
  expect(await summaries(id, { kinds: 'invoice,payment,file' })).toEqual([
    'File “scan.pdf” created',
    `Payment of $40.00 received, ${invoice_number}`,
    `Invoice ${invoice_number} sent to the customer`,
    `Invoice ${invoice_number} approved`,
    `Invoice ${invoice_number} written: $103.50`,
  ])
})

test('notes and files hang on money as well, and tell of it what people call it', async () => {
  const admin = await world.as('admin')
  const kinds = ['invoicepayment', 'billpayment', 'adjustment'] as const
  for (const reference_object of kinds) {
    const reference_id = Number(await billingRows[reference_object]?.(admin))
    const about = { reference_object, reference_id }
    const { id } = await made('/note', { subject: 'Rang', text_plain: 'Asked for it.', ...about })
    const added = await upload(user, anyPdf('receipt.pdf'), about)
    expect(added.status, added.text).toBe(201)
    for (const list of ['/notes', '/files']) {
      const rows = (await user.get(list, about)).body.data
      expect(rows, `${list} ${reference_object}`).toHaveLength(1)
    }
    const { customer_id } = (await user.get(`/${reference_object}`, { id: reference_id })).body.data
    if (customer_id) expect(await summaries(customer_id)).toContain('Asked for it.')
    expect((await user.get('/note', { id })).body.data.written_by).toBe('manager Test')
  }
  const { text } = await manager.get('/notes/csv', { titled: 1 })
  expect(text).toContain('Payment to a supplier')
})

// Shows: E19
test('a timeline is narrowed to kinds, and to none that do not exist', async () => {
  const { id } = await made('/customer', { name: 'Kauri Coast Dairy' })
  await made('/enquiry', { subject: 'Solar panels', customer_id: id })
  expect(await summaries(id, { kinds: 'enquiry' })).toEqual(['Enquiry “Solar panels” created'])
  expect(await summaries(id, { kinds: 'enquiry,customer' })).toHaveLength(2)
  expect((await user.get('/customer/timeline', { id, kinds: 'weather' })).status).toBe(400)
})

test('masked values are never told', async () => {
  const { id, version } = await made('/customer', {
    name: 'Bank Customer',
    bank_account_number: '12-3113-0003869-00',
  })
  await manager.post('/customer', { id, version, bank_account_number: '12-3113-0003877-00' })
  const reply = await user.get('/customer/timeline', { id })
  expect(reply.text).toContain('Bank account number')
  expect(reply.text).not.toMatch(/3869|3877|869|877/)
})

test('another organisation’s customer has no timeline here', async () => {
  const { id } = await made('/customer', { name: 'Hemi Parata' })
  const other = await world.as('other')
  expect((await other.get('/customer/timeline', { id })).status).toBe(404)
})

/** So many notes, as if somebody had typed them. */
async function fillHistory(customer_id: number, count: number, object_class = 'note') {
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    `insert into history (organisation_id, object_class, object_id, action, changes, actor_name,
       source, request_id, customer_id)
     select $1, $2, n, 'create', jsonb_build_object('text_plain', jsonb_build_array(null, 'Note ' || n)),
       'Aroha', 'screen', $4, $3 from generate_series(1, $5::int) n`,
    [
      world.organisations[0],
      object_class,
      customer_id,
      object_class === 'note' ? null : 'import 1',
      count,
    ],
  )
}

test('pages follow one another without gap or overlap', async () => {
  const { id } = await made('/customer', { name: 'Busy Customer' })
  await fillHistory(id, 130)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = await timeline(id, cursor ? { cursor } : {})
    seen.push(...page.data.map((event: { summary: string }) => event.summary))
    cursor = page.info.next_cursor
  } while (cursor)
  expect(seen).toHaveLength(131)
  expect(new Set(seen).size).toBe(131)
  expect(seen.at(0)).toBe('Note 130')
  expect(seen.at(-1)).toBe('Customer created')
})

test('what is brought in later stands where it belongs in time', async () => {
  const { id } = await made('/customer', { name: 'Older than the system' })
  await world.owner.query(
    `insert into history (organisation_id, object_class, object_id, action, changes, actor_name,
       source, customer_id, created_at)
     values ($1, 'note', 1, 'create', '{"text_plain": [null, "Signed up."]}', 'Aroha', 'import', $2,
       '2020-02-29')`,
    [world.organisations[0], id],
  )
  expect(await summaries(id)).toEqual(['Customer created', 'Signed up.'])
})

test('hundreds of imported readings are one event', async () => {
  const { id } = await made('/customer', { name: 'Metered Customer' })
  await fillHistory(id, 700, 'meterreading')
  const { data, info } = await timeline(id)
  expect(data.map((event: { count: number }) => event.count)).toEqual([700, 1])
  expect(info.next_cursor).toBeNull()
})

test('a page of a long timeline is read from its index, however long it is', async () => {
  const { id } = await made('/customer', { name: 'Old Customer' })
  await fillHistory(id, 5000)
  await world.owner.query('analyze history')
  const plan = await world.database.read(
    { organisation_id: world.organisations[0], user_id: null },
    (conn) =>
      conn.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off, timing off) select id from history
         where organisation_id = scope_organisation() and customer_id = $1
           and (created_at, id) < ($2::timestamptz, 0) and object_class = any($3)
         order by created_at desc, id desc limit 160`,
        [id, '9999-01-01T00:00:00Z', ['note', 'contract']],
      ),
  )
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toContain('history_customer')
  expect(text).not.toContain('Sort')
  expect(text).toMatch(/rows=160/)
})
