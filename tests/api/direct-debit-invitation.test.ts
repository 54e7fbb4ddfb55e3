import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import { type DebitStories, debitStories } from '#tests/support/debit-stories.ts'
import { type Debiting, debiting } from '#tests/support/debiting.ts'
import { lettersWhere } from '#tests/support/letters.ts'
import { withToken } from '#tests/support/offers.ts'

let office: Debiting
let stories: DebitStories

const due = { due_date: '2027-05-21', discounted_date: '2027-05-21' }
const put = (body: object) => office.accounting.put('/mandate', body)

beforeAll(async () => {
  office = await debiting('2027-05-05')
  stories = debitStories(office)
}, 60_000)
afterAll(() => office.close())

/** What the invitation's mail opens. */
async function invited(email: string): Promise<string> {
  const mails = await lettersWhere(office.world.owner, 'mail_to = $1', [email])
  return /directdebit\/#([\w-]{43})/.exec(mails.at(-1)?.text_plain ?? '')?.[1] ?? ''
}

async function goToProvider(token: string): Promise<string> {
  const guest = office.world.guest()
  await guest.get('/options')
  const started = await guest.post('/public/directdebit/start', {}, withToken(token))
  expect(started.status, started.text).toBe(200)
  return started.body.data.url
}

/** As a browser without scripts does it: two forms, one after the other. */
async function authorise(url: string): Promise<Response> {
  const form = {
    given_name: 'Mere',
    family_name: 'Hapi',
    email: 'mere@example.co.nz',
    account_holder_name: 'M Hapi',
    account_number: '12-3113-0003869-00',
  }
  const send = (step: string, more: object = {}) =>
    fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ ...form, ...more, step }),
      redirect: 'manual',
    })
  expect((await send('details', { account_number: '12-3113-0003868-00' })).status).toBe(422)
  expect((await send('details')).status).toBe(200)
  return send('confirm')
}

test('invited by mail, a customer authorises us on the provider’s page, whichever they come back from', async () => {
  const email = 'mere@example.co.nz'
  const { id: customer } = await newCustomer(office.user, { email })
  await sentInvoice(office.accounting, customer, due)
  const asked = await put({ customer_id: customer, source: 'online' })
  expect(asked.status, asked.text).toBe(201)
  expect(asked.body.data).toEqual({ id: null, invited_to: email })
  await office.work()
  const token = await invited(email)
  const guest = office.world.guest()
  const url = '/api/v1/public/directdebit'
  const page = await guest.send({ method: 'GET', url, headers: withToken(token) })
  expect(page.status, page.text).toBe(200)
  expect(page.body.data).toMatchObject({ notice_days: 10, most: '$10,000.00', is_done: false })
  expect((await guest.send({ method: 'GET', url })).status).not.toBe(200)
  const first = await goToProvider(token)
  const second = await goToProvider(token)
  expect(second).not.toBe(first)
  const done = await authorise(first)
  expect(done.status).toBe(303)
  expect(done.headers.get('location')).toContain('/directdebit/done')
  expect(await stories.mandatesOf(customer)).toEqual([])
  await office.sync()
  const [row, ...more] = await stories.mandatesOf(customer)
  expect(more).toEqual([])
  expect(row).toMatchObject({
    source: 'online',
    is_current: true,
    consent_text_version: 'nz-2026-1',
  })
  // The page that was open and is not due yet.
  const [debit] = await office.debitsOf(customer)
  expect(debit).toMatchObject({
    debit_state: 'planned',
    charge_date: '2027-05-21',
    amount_incl_gst: '103.50',
  })
  const after = await guest.send({ method: 'GET', url, headers: withToken(token) })
  expect(after.body.data).toMatchObject({ is_done: true })
  expect((await stories.told(customer)).toSorted()).toEqual(['invitation', 'planned', 'set'])
})

test('a second invitation ends the first, and none outlives two weeks', async () => {
  const email = 'late@example.co.nz'
  const { id: customer } = await newCustomer(office.user, { email })
  await put({ customer_id: customer, source: 'online' })
  await office.work()
  const first = await invited(email)
  await put({ customer_id: customer, source: 'online' })
  await office.work()
  const second = await invited(email)
  const read = async (token: string) =>
    (
      await office.world
        .guest()
        .send({ method: 'GET', url: '/api/v1/public/directdebit', headers: withToken(token) })
    ).status
  expect(await read(first)).toBeGreaterThanOrEqual(400)
  expect(await read(second)).toBe(200)
  const { id: nobody } = await newCustomer(office.user, { email: null })
  expect((await put({ customer_id: nobody, source: 'online' })).status).toBe(400)
  office.world.clock.advance(14 * 86_400_000 + 1)
  expect(await read(second)).toBeGreaterThanOrEqual(400)
})
