import { afterAll, beforeAll, expect, test } from 'vitest'
import { tendDebitsJob } from '#server/directdebit/fetch-events-job.ts'
import { newCustomer, runJob } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { type DebitStories, debitStories } from '#tests/support/debit-stories.ts'
import { type Debiting, debiting } from '#tests/support/debiting.ts'
import { doubleToken } from '#tests/support/gocardless-double.ts'
import { guardCode, permit } from '#tests/support/guarding.ts'
import { anyPdf, upload } from '#tests/support/upload.ts'

let office: Debiting
let stories: DebitStories

const due = { due_date: '2027-05-21', discounted_date: '2027-05-21' }
const put = (body: object) => office.accounting.put('/mandate', body)
const act = (action: string, id: number, more: object = {}) =>
  office.accounting.post(`/mandate/${action}`, { id, ...more })

beforeAll(async () => {
  office = await debiting('2027-05-05')
  stories = debitStories(office)
}, 60_000)
afterAll(() => office.close())

const customerOf = async () => (await newCustomer(office.user)).id

test('who connects proves who they are, with a token that the provider knows', async () => {
  const given = { token: doubleToken, webhook_secret: 'a-second-secret' }
  for (const client of [office.user, office.accounting, office.manager])
    expect((await client.post('/directdebit/connect', given)).status).toBe(403)
  const wrong = await office.admin.post('/directdebit/connect', { ...given, token: 'nonsense' })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('"token"')
  expect((await office.admin.post('/directdebit/connect', { token: doubleToken })).status).toBe(400)
  office.world.clock.advance(6 * 60_000)
  const stale = await office.admin.post('/directdebit/connect', given)
  expect(stale.status).toBe(403)
  expect(stale.body.message).toContain('password again')
  const again = await office.world.as('admin')
  const connected = await again.post('/directdebit/connect', given)
  expect(connected.status, connected.text).toBe(200)
  expect(connected.text).not.toContain(doubleToken)
  expect(connected.text).not.toContain('a-second-secret')
  expect(connected.body.data.connection.webhook_url).toContain('/api/v1/webhooks/gocardless/')
})

test('what opens the account lies sealed, with the secret before it beside the new one', async () => {
  const [kept] = await stories.ask<Record<string, string>>('select * from ddconnections')
  expect(JSON.stringify(kept)).not.toMatch(/a-token-of-the-tests|a-second-secret|a-secret-of/)
  expect(kept?.former_webhook_secret).toBeTruthy()
  expect(kept?.former_webhook_secret).not.toBe(kept?.webhook_secret)
})

test('another organisation is not connected by this one: 501, and its rows are its own', async () => {
  const other = await office.world.as('other')
  const { body } = await other.get('/directdebit')
  expect(body.data).toEqual({ is_connected: false, connection: null })
  const customer = (await newCustomer(other)).id
  const asked = await other.put('/mandate', stories.byPhone(customer))
  expect(asked.status).toBe(501)
  expect((await other.post('/invoicepayment/collect', { customer_id: customer })).status).toBe(501)
  expect((await other.post('/directdebit/sync', {})).status).toBe(501)
  // Not even its own customer by the first one's name.
  expect((await put(stories.byPhone(customer))).status).toBe(404)
})

test.each([
  ['an account number', { bank_account_number: undefined }, 400],
  ['a number that is no account', { bank_account_number: '12-3113-0003869-01x' }, 400],
  ['a number that fails its sum', { bank_account_number: '12-3113-0003868-00' }, 400],
  ['a bank that is none', { bank_account_number: '99-3113-0003869-00' }, 400],
  ['a number that is cut', { bank_account_number: '12-3113-00038' }, 471],
  ['whose account it is', { account_holder: undefined }, 400],
  ['a consent', { consent: undefined }, 400],
  [
    'a text that was read out',
    { consent: { text_version: 'nz-2026-1', at: '2027-05-04T00:00:00Z' } },
    400,
  ],
  [
    'a consent of the past',
    { consent: { text_version: 'nz-2026-1', at: '2028-05-04T00:00:00Z', script_read: true } },
    400,
  ],
  ['a source', { source: 'fax' }, 400],
])(
  'without %s no authority is made, and the provider is not asked',
  async (_what, wrong, status) => {
    const customer = await customerOf()
    const before = (await office.double.list('mandates')).length
    const reply = await put(stories.byPhone(customer, wrong))
    expect(reply.status, reply.text).toBe(status)
    await office.work()
    expect(await stories.mandatesOf(customer)).toEqual([])
    expect((await office.double.list('mandates')).length).toBe(before)
  },
)

test('an authority given on paper needs its form, and one of our own', async () => {
  const customer = await customerOf()
  const consent = { text_version: 'nz-2026-1', at: office.world.clock.now().toISOString() }
  const paper = { source: 'paper', consent }
  expect((await put(stories.byPhone(customer, paper))).status).toBe(400)
  const foreign = stories.byPhone(customer, { ...paper, consent: { ...consent, file_id: 987_654 } })
  expect((await put(foreign)).status).toBe(404)
  const form = await upload(office.accounting, anyPdf('form.pdf'))
  const signed = { ...paper, consent: { ...consent, file_id: form.body.data.id } }
  const wasted = { id: form.body.data.id }
  expect((await office.user.delete('/file', wasted)).status).toBe(262)
  const deleted = await put(stories.byPhone(customer, signed))
  expect(deleted.body.errors).toMatchObject([{ field: 'consent.file_id' }])
  expect((await office.user.post('/file/restore', wasted)).status).toBe(200)
  const made = await put(stories.byPhone(customer, signed))
  expect(made.status, made.text).toBe(201)
  await office.work()
  const [row] = await stories.mandatesOf(customer)
  expect(row).toMatchObject({
    source: 'paper',
    mandate_status: 'pending_submission',
    is_current: true,
    consent_file_id: form.body.data.id,
  })
  // It is what the authority rests on: nobody deletes it.
  const needed = await office.manager.delete('/file', wasted)
  expect(needed.status).toBe(476)
  expect(needed.body.message).toContain('still used by 1 direct debit authority')
  // The number is the provider's alone: we keep its end.
  const kept = await stories.ask<object>(
    'select m.*, c.sealed_input from mandates m join ddcalls c on c.mandate_id = m.id where m.id = $1',
    [row.id],
  )
  expect(JSON.stringify(kept)).not.toMatch(/3113\D*\d{7}/)
  expect(kept[0]).toMatchObject({ sealed_input: null })
  const mirrored = await stories.customer(customer)
  expect(mirrored.gocardless_mandate_status).toBe('pending_submission')
  expect(await stories.told(customer)).toEqual(['set'])
})

test('a signed form shows the whole account: it opens for who may see that, after the guard code', async () => {
  const customer = await customerOf()
  const form = await upload(office.user, anyPdf('authority.pdf'))
  const file_id: number = form.body.data.id
  const open = async (client: Client, call: string) =>
    (await client.post(`/file/${file_id}/${call}`)).status
  // Until it stands for an authority it is a file like any other.
  expect(await open(office.user, 'view')).toBe(200)
  const at = office.world.clock.now().toISOString()
  const consent = { text_version: 'nz-2026-1', at, file_id }
  const made = await put(stories.byPhone(customer, { source: 'paper', consent }))
  expect(made.status, made.text).toBe(201)
  for (const call of ['view', 'download']) expect(await open(office.user, call)).toBe(403)
  expect((await office.user.post('/file/zip', { ids: [file_id] })).status).toBe(403)
  expect(await open(office.accounting, 'view')).toBe(200)
  await permit(office.world, 'manager', { view: true, set: true })
  const manager = await office.world.as('manager')
  const set = await manager.put('/guardcode', { customer_id: customer, code: guardCode })
  expect(set.status, set.text).toBe(201)
  const guarded = await office.accounting.post(`/file/${file_id}/view`)
  expect(guarded.body.info).toMatchObject({ guard_code: true, customer_id: customer })
  const typed = { customer_id: customer, code: guardCode }
  expect((await office.accounting.post('/guardcode/verify', typed)).status).toBe(200)
  expect(await open(office.accounting, 'download')).toBe(200)
})

test('a user cannot give, end or bring back an authority', async () => {
  const customer = await customerOf()
  const id = await office.authorise(customer)
  expect((await office.user.put('/mandate', stories.byPhone(customer))).status).toBe(403)
  for (const action of ['cancel', 'reinstate'])
    expect((await office.user.post(`/mandate/${action}`, { id, reason: 'No' })).status).toBe(403)
  const other = await office.world.as('other')
  expect((await other.get('/mandate', { id })).status).toBe(404)
})

test('a second authority takes the place of the first: its debits move over, and it is ended', async () => {
  const { customer, mandate, invoice, debit } = await stories.collected(due)
  const second = await put(stories.byPhone(customer))
  expect(second.status).toBe(409)
  const replaced = await put(stories.byPhone(customer, { replace: true }))
  expect(replaced.status, replaced.text).toBe(201)
  await office.work()
  // What waits for another call is asked for again a little later.
  office.world.clock.advance(60_000)
  await runJob(office.world, tendDebitsJob)
  await office.work()
  const next = replaced.body.data.id
  expect(await stories.mandate(next)).toMatchObject({ is_current: true, replaces_id: mandate })
  expect(await stories.mandate(mandate)).toMatchObject({
    is_current: false,
    mandate_status: 'cancelled',
    ended_by: 'us',
  })
  const debits = await office.debitsOf(customer)
  expect(debits.map(({ id, debit_state }) => [id, debit_state])).toEqual([
    [debit, 'cancelled'],
    [expect.any(Number), 'planned'],
  ])
  expect(debits[1]).toMatchObject({
    invoice_id: invoice,
    amount_incl_gst: '103.50',
    charge_date: '2027-05-21',
  })
  const payments = await office.double.list('payments', `mandate=${await stories.mandateOf(next)}`)
  expect(payments.map(({ status, amount }) => [status, amount])).toEqual([
    ['pending_submission', 10_350],
  ])
  const old = await office.double.get('mandates', await stories.mandateOf(mandate))
  expect(old.status).toBe('cancelled')
  // They hear of the change, and not that nothing would be collected.
  expect(await stories.told(customer)).toEqual(['set', 'set', 'changed'])
  // The one before cannot come back beside it.
  expect((await act('reinstate', mandate)).status).toBe(409)
})

test('an authority that we ended comes back, once each time, and ten times at most', async () => {
  const { customer, mandate, debit } = await stories.collected(due)
  expect((await act('cancel', mandate)).status).toBe(400)
  expect((await act('reinstate', mandate)).status).toBe(476)
  const cancelled = await act('cancel', mandate, { reason: 'They asked' })
  expect(cancelled.status, cancelled.text).toBe(200)
  await office.work()
  await office.sync()
  expect(await stories.mandate(mandate)).toMatchObject({
    mandate_status: 'cancelled',
    is_current: false,
    ended_by: 'us',
  })
  expect((await office.debitsOf(customer))[0]).toMatchObject({
    id: debit,
    debit_state: 'cancelled',
  })
  expect((await stories.customer(customer)).gocardless_mandate_status).toBe('cancelled')
  const back = await act('reinstate', mandate)
  expect(back.status, back.text).toBe(200)
  await office.work()
  await office.sync()
  expect(await stories.mandate(mandate)).toMatchObject({
    is_current: true,
    reinstated: 1,
    ended_by: null,
  })
  // The page that is not due yet is collected again.
  const debits = await office.debitsOf(customer)
  expect(debits.map(({ debit_state }) => debit_state)).toEqual(['cancelled', 'planned'])
  // Its first debit makes it active: that is no second time.
  await office.double.simulate('payment_submitted', await stories.paymentOf(debits[1]?.id ?? 0))
  await office.sync()
  expect(await stories.mandate(mandate)).toMatchObject({ mandate_status: 'active', reinstated: 1 })
  await stories.ask('update mandates set reinstated = 10 where id = $1', [mandate])
  await act('cancel', mandate, { reason: 'They asked' })
  await office.work()
  const often = await act('reinstate', mandate)
  expect(often.status).toBe(476)
  expect(often.body.message).toContain('ten times')
})

test('what the customer’s bank ended needs a paper form, and time, for nine months', async () => {
  const { customer, mandate, invoice } = await stories.collected(due)
  await office.double.simulate('mandate_cancelled', await stories.mandateOf(mandate))
  await office.sync()
  expect(await stories.mandate(mandate)).toMatchObject({
    mandate_status: 'cancelled',
    ended_by: 'bank',
    ended_date: '2027-05-05',
  })
  expect((await office.debitsOf(customer))[0]).toMatchObject({ debit_state: 'cancelled' })
  const back = await act('reinstate', mandate)
  expect(back.status).toBe(476)
  expect(back.body.message).toContain('paper form')
  for (const source of ['phone', 'online']) {
    const asked = await put({ ...stories.byPhone(customer), source })
    expect(asked.status).toBe(476)
    expect(asked.body.message).toContain('paper form')
  }
  const form = await upload(office.accounting, anyPdf('signed.pdf'))
  const consent = {
    text_version: 'nz-2026-1',
    at: office.world.clock.now().toISOString(),
    file_id: form.body.data.id,
  }
  const made = await put(stories.byPhone(customer, { source: 'paper', consent }))
  expect(made.status, made.text).toBe(201)
  await office.work()
  // Ten working days from Wednesday 5 May, which the page’s debit waits for.
  expect(await stories.mandate(made.body.data.id)).toMatchObject({
    first_charge_from: '2027-05-19',
  })
  const debits = await office.debitsOf(customer)
  expect(debits.at(-1)).toMatchObject({ debit_state: 'planned', charge_date: '2027-05-21' })
  const stop = { id: debits.at(-1)?.id, reason: 'Sooner' }
  expect((await office.accounting.post('/invoicepayment/cancel', stop)).status).toBe(200)
  await office.work()
  const asked = await office.accounting.post('/invoicepayment/collect', {
    customer_id: customer,
    invoice_id: invoice,
    charge_date: '2027-05-18',
    requested_by_customer: true,
    note: 'On the phone',
  })
  expect(asked.body.info).toMatchObject({ code: 'M004' })
})

test('whose account it is sees who may, after the guard code', async () => {
  const customer = await customerOf()
  const id = await office.authorise(customer)
  const details = (client = office.user) => client.post('/mandate/details', { id })
  expect((await details()).status).toBe(403)
  await permit(office.world, 'user', { view: true })
  await permit(office.world, 'manager', { view: true, set: true })
  const open = await details()
  expect(open.status, open.text).toBe(200)
  expect(open.body.data).toMatchObject({ account_holder: 'M HAPI' })
  const manager = await office.world.as('manager')
  const set = await manager.put('/guardcode', { customer_id: customer, code: guardCode })
  expect(set.status, set.text).toBe(201)
  const closed = await details()
  expect(closed.status).toBe(403)
  expect(closed.body.info).toMatchObject({ guard_code: true })
  await office.user.post('/guardcode/verify', { customer_id: customer, code: guardCode })
  expect((await details()).status).toBe(200)
  const shown = await office.user.get('/mandate', { id })
  expect(shown.text).not.toContain('M HAPI')
})

test('an authority is ended, replaced and brought back by who may see it, after the guard code', async () => {
  const customer = await customerOf()
  const id = await office.authorise(customer)
  const cancel = () => office.accounting.post('/mandate/cancel', { id, reason: 'They asked' })
  const replace = () => put(stories.byPhone(customer, { replace: true }))
  const invite = { customer_id: customer, source: 'online', replace: true }
  await permit(office.world, 'accounting', { view: false })
  for (const asked of [cancel(), replace(), put(invite)]) expect((await asked).status).toBe(403)
  // What nobody can see yet is set up by whoever does the accounts.
  const fresh = await customerOf()
  expect((await put(stories.byPhone(fresh))).status).toBe(201)
  await permit(office.world, 'accounting', { view: true })
  await permit(office.world, 'manager', { view: true, set: true })
  const manager = await office.world.as('manager')
  const guarded = await customerOf()
  for (const customer_id of [customer, guarded]) {
    const set = await manager.put('/guardcode', { customer_id, code: guardCode })
    expect(set.status, set.text).toBe(201)
  }
  for (const asked of [cancel(), replace(), put(stories.byPhone(guarded))])
    expect((await asked).body.info).toMatchObject({ guard_code: true })
  // The customer types their account themselves.
  expect((await put({ customer_id: guarded, source: 'online' })).status).toBe(201)
  const typed = { customer_id: customer, code: guardCode }
  expect((await office.accounting.post('/guardcode/verify', typed)).status).toBe(200)
  expect((await cancel()).status).toBe(200)
  await office.work()
  const back = await office.accounting.post('/mandate/reinstate', { id })
  expect(back.status, back.text).toBe(200)
})

test('nobody disconnects while money is under way, and nothing is collected afterwards', async () => {
  const admin = await office.world.as('admin')
  const refused = await admin.post('/directdebit/disconnect', { reason: 'Another provider' })
  expect(refused.status).toBe(476)
  expect(refused.body.message).toContain('under way')
  expect(
    (await (await office.world.as('manager')).post('/directdebit/disconnect', { reason: 'x' }))
      .status,
  ).toBe(403)
  await stories.ask(
    `update invoicepayments set payment_status = 'cancelled', debit_state = 'cancelled'
     where payment_status = 'pending'`,
  )
  const done = await admin.post('/directdebit/disconnect', { reason: 'Another provider' })
  expect(done.status, done.text).toBe(200)
  expect((await admin.post('/directdebit/disconnect', { reason: 'Again' })).status).toBe(476)
  const accounting = await office.world.as('accounting')
  const many = await accounting.post('/invoices/collect', { ids: [1], dry_run: true })
  expect(many.status).toBe(501)
})
