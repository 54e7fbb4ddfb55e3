import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealWhole } from '#server/kit/rows/seal.ts'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import { type DebitStories, debitStories } from '#tests/support/debit-stories.ts'
import { type Debiting, debiting } from '#tests/support/debiting.ts'
import { doubleToken, webhookSecret } from '#tests/support/gocardless-double.ts'

// Customers who authorised the office before it worked with us: the provider has it, and we do not.
let office: Debiting
let stories: DebitStories

beforeAll(async () => {
  office = await debiting('2027-05-05')
  stories = debitStories(office)
}, 60_000)
afterAll(() => office.close())

const customerOf = async () => (await newCustomer(office.user)).id
const take = (customer_id: number, provider_mandate_id?: string, more: object = {}) =>
  office.accounting.put('/mandate', { customer_id, source: 'import', provider_mandate_id, ...more })

let taken: { customer: number; name: string }

test('an authority that the provider has is used by its name there, and open pages are planned', async () => {
  const { id: name } = await office.double.mandate()
  const customer = await customerOf()
  const due = { due_date: '2027-05-21', discounted_date: '2027-05-21' }
  await sentInvoice(office.accounting, customer, due)
  const reply = await take(customer, name)
  expect(reply.status, reply.text).toBe(201)
  await office.work()
  const [mandate] = await stories.mandatesOf(customer)
  expect(mandate).toMatchObject({
    id: reply.body.data.id,
    source: 'import',
    is_current: true,
    mandate_status: 'pending_submission',
    consent_at: null,
  })
  expect(mandate.account_ending).toMatch(/\d$/)
  expect((await stories.customer(customer)).gocardless_mandate_status).toBe('pending_submission')
  expect(await office.debitsOf(customer)).toMatchObject([
    { debit_state: 'planned', amount_incl_gst: '103.50', charge_date: '2027-05-21' },
  ])
  const [debit] = await office.double.list('payments')
  expect(debit).toMatchObject({ amount: 10350, links: { mandate: name } })
  expect(await stories.told(customer)).toEqual(['set', 'planned'])
  expect(await office.double.list('mandates')).toHaveLength(1)
  taken = { customer, name }
})

test('what the provider has not, what has ended and what is taken already is refused', async () => {
  const customer = await customerOf()
  for (const name of [undefined, '', 'MD', 'MD1/../../payments', 'MD00NOBODYS']) {
    const wrong = await take(customer, name)
    expect(wrong.status, name).toBe(400)
    expect(wrong.text, name).toContain('provider_mandate_id')
  }
  expect((await take(customer, taken.name)).status).toBe(409)
  expect((await take(taken.customer, taken.name, { replace: true })).status).toBe(409)
  const { id: over } = await office.double.mandate()
  await office.double.call('POST', `/mandates/${over}/actions/cancel`, {})
  const ended = await take(customer, over)
  expect(ended.status).toBe(476)
  expect(ended.body.message).toContain('cancelled')
  expect(await stories.mandatesOf(customer)).toEqual([])
})

test('who may not, whose customer it is not and who is not connected take nothing over', async () => {
  const { id: provider_mandate_id } = await office.double.mandate()
  const asked = { customer_id: taken.customer, source: 'import', provider_mandate_id }
  expect((await office.user.put('/mandate', asked)).status).toBe(403)
  const other = await office.world.as('other')
  expect((await other.put('/mandate', asked)).status).toBe(404)
  const { id: customer_id } = await newCustomer(other)
  expect((await other.put('/mandate', { ...asked, customer_id })).status).toBe(501)
  expect((await office.accounting.put('/mandate', asked)).status).toBe(409)
})

test('while the provider does not answer nothing is kept, and it can be asked again', async () => {
  const customer = await customerOf()
  const { id: name } = await office.double.mandate()
  const away = { on: `GET /mandates/${name}`, mode: '500', times: 1 }
  await office.double.control('faults', away)
  expect((await take(customer, name)).status).toBe(503)
  expect(await stories.mandatesOf(customer)).toEqual([])
  expect((await take(customer, name)).status).toBe(201)
})

test('names that were noted before are looked up when the account is connected', async () => {
  const { id: name } = await office.double.mandate()
  const [first, same, unknown] = [await customerOf(), await customerOf(), await customerOf()]
  const keys = office.world.config.secrets.fields
  const noted = [
    [first, name],
    [same, name],
    [unknown, 'MD00NOBODYS'],
  ] as const
  for (const [id, there] of noted)
    await stories.ask('update customers set gocardless_mandate_id = $2 where id = $1', [
      id,
      sealWhole(keys, there),
    ])
  const token = { token: doubleToken, webhook_secret: webhookSecret }
  expect((await office.admin.post('/directdebit/connect', token)).status).toBe(200)
  await office.work()
  expect(await stories.mandatesOf(first)).toMatchObject([{ source: 'import', is_current: true }])
  for (const id of [same, unknown]) {
    expect(await stories.mandatesOf(id)).toEqual([])
    // The name would only be in the way of a new one.
    const [row] = await stories.ask<{ name: string | null }>(
      'select gocardless_mandate_id as name from customers where id = $1',
      [id],
    )
    expect(row).toEqual({ name: null })
  }
  expect(await stories.tasks('The provider does not know 2 authorities')).toHaveLength(1)
})
