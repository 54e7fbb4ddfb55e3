import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GoCardlessDouble, goCardless } from '#tests/support/gocardless-double.ts'

let double: GoCardlessDouble
beforeAll(async () => {
  double = await goCardless('2026-05-05T10:00', ['--delay', '0'])
})
afterAll(() => double.close())

const redirect_uri = 'https://ours.example/back'
const exit_uri = 'https://ours.example/left'

async function flow(more: object = {}) {
  const request = await double.make('billing_requests', {
    mandate_request: { currency: 'NZD', scheme: 'becs_nz', metadata: { ours: '7' } },
  })
  const links = { billing_request: request.id }
  const made = await double.make('billing_request_flows', {
    redirect_uri,
    exit_uri,
    links,
    ...more,
  })
  return { request: request.id, url: String(made.authorisation_url) }
}

async function post(url: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields)
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const { status, headers } = answer
  return { status, location: headers.get('location'), text: await answer.text() }
}

const payer = {
  given_name: 'Mere',
  family_name: 'Hapi',
  email: 'mere@example.com',
  account_holder_name: 'M Hapi',
  account_number: '12-3113-0003869-00',
}

test('a payer gives the authority on the hosted page and comes back', async () => {
  const { request, url } = await flow({ prefilled_customer: { email: 'mere@example.com' } })
  const page = await fetch(url)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('value="mere@example.com"')
  const wrong = await post(url, { ...payer, account_number: '12-3113-0003868-00', step: 'details' })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('Check the bank account number.')
  const look = await post(url, { ...payer, step: 'details' })
  expect([look.status, look.location]).toEqual([200, null])
  expect(look.text).toContain('Check your details')
  expect((await double.get('billing_requests', request)).status).toBe('pending')
  expect(await post(url, { ...payer, step: 'confirm' })).toMatchObject({
    status: 303,
    location: redirect_uri,
  })
  const { status, links } = await double.get('billing_requests', request)
  expect(status).toBe('fulfilled')
  expect(await double.get('mandates', links.mandate_request_mandate ?? '')).toMatchObject({
    status: 'pending_submission',
    scheme: 'becs_nz',
    metadata: { ours: '7' },
    links: { customer: links.customer, customer_bank_account: links.customer_bank_account },
  })
  await double.control('quiet')
  expect(double.heard.events.find((one) => one.action === 'fulfilled')).toMatchObject({
    resource_type: 'billing_requests',
    links: {
      billing_request: request,
      mandate_request_mandate: links.mandate_request_mandate,
      customer: links.customer,
      customer_bank_account: links.customer_bank_account,
    },
  })
  expect(await (await fetch(url)).text()).toContain('set up already')
})

test('a payer who leaves is led out, and nothing is set up', async () => {
  const { request, url } = await flow()
  expect(await post(url, { step: 'cancel' })).toMatchObject({ status: 303, location: exit_uri })
  expect((await double.get('billing_requests', request)).status).toBe('pending')
  const actions = (await double.list('events', `billing_request=${request}`)).map(
    (one) => one.action,
  )
  expect(actions).toEqual(['flow_exited', 'flow_created', 'created'])
})

test('a company is known by its name, and what a payer types is shown as words', async () => {
  const { url } = await flow()
  const company = { ...payer, given_name: '', family_name: '', company_name: '<b>Quay & Co</b>' }
  const look = await post(url, { ...company, step: 'details' })
  expect(look.text).toContain('&#60;b&#62;Quay &#38; Co')
  expect(look.text).not.toContain('<b>')
})

test('a request can be fulfilled step by step, without a page', async () => {
  const { request } = await flow()
  const act = (action: string, data: object = {}) =>
    double.call('POST', `/billing_requests/${request}/actions/${action}`, { data })
  expect((await act('fulfil')).status).toBe(422)
  const { given_name, family_name, email } = payer
  await act('collect_customer_details', { customer: { given_name, family_name, email } })
  await act('collect_bank_account', { ...payer, country_code: 'NZ' })
  expect((await act('confirm_payer_details')).body.billing_requests.status).toBe('ready_to_fulfil')
  expect((await act('fulfil')).body.billing_requests).toMatchObject({
    status: 'fulfilled',
    actions: [{ status: 'completed' }, { status: 'completed' }, { status: 'completed' }],
  })
  expect((await act('cancel')).status).toBe(422)
})

test('a page is open for a week', async () => {
  const { request, url } = await flow()
  const cancelled = await flow()
  await double.call('POST', `/billing_requests/${cancelled.request}/actions/cancel`)
  expect((await fetch(cancelled.url)).status).toBe(410)
  await double.control('clock', { to: '2026-05-12T11:00' })
  expect((await fetch(url)).status).toBe(410)
  expect((await double.simulate('billing_request_fulfilled', request)).status).toBe(200)
  expect((await double.get('billing_requests', request)).status).toBe('fulfilled')
})
