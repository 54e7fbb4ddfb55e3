import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
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

/** Whoever was invited and is waited for, as the list has them. */
const waiting = async () =>
  ((await office.accounting.get('/directdebit/invitations')).body.data ?? []) as {
    id: number
    customer_id: number
    opened_at: string | null
    has_begun: boolean
    is_expired: boolean
  }[]

// Shows: V3.5.3, T12
test('the office sees whom it waits for and how far they came, and takes an invitation back', async () => {
  await office.at('2027-07-01')
  const email = 'hemi@example.co.nz'
  const { id: customer_id } = await newCustomer(office.user, { email })
  const found = async () => (await waiting()).find((one) => one.customer_id === customer_id)
  expect((await put({ customer_id, source: 'online' })).status).toBe(201)
  expect(await found()).toMatchObject({ email, opened_at: null, has_begun: false })
  await office.work()
  const token = await invited(email)
  const look = () => {
    const url = '/api/v1/public/directdebit'
    return office.world.guest().send({ method: 'GET', url, headers: withToken(token) })
  }
  expect((await look()).status).toBe(200)
  // Mail programs fetch what they find in a mail; that is not somebody reading it.
  expect(await found()).toMatchObject({ opened_at: null })
  const guest = office.world.guest()
  await guest.get('/options')
  const note = (client: Client, more: Record<string, string> = {}) =>
    client.post('/public/directdebit/opened', {}, { ...withToken(token), ...more })
  expect((await note(office.user)).status).toBe(200)
  expect((await note(guest, { 'user-agent': 'Googlebot/2.1' })).status).toBe(200)
  expect(await found()).toMatchObject({ opened_at: null })
  expect((await note(guest)).status).toBe(200)
  expect(await found()).toMatchObject({ opened_at: expect.stringMatching(/^2027-0[67]/) })
  await goToProvider(token)
  expect(await found()).toMatchObject({ has_begun: true, is_expired: false })
  // Sent again, the earlier link ends and the waiting begins anew.
  const first = (await found())?.id
  expect((await put({ customer_id, source: 'online', email })).status).toBe(201)
  expect(await found()).toMatchObject({ opened_at: null, has_begun: false })
  expect((await found())?.id).not.toBe(first)
  expect((await look()).status).toBe(469)
  const asked = { id: (await found())?.id }
  expect((await office.user.post('/directdebit/withdrawinvitation', asked)).status).toBe(403)
  const stranger = await office.world.as('other')
  expect((await stranger.post('/directdebit/withdrawinvitation', asked)).status).toBe(404)
  const withdrawn = await office.accounting.post('/directdebit/withdrawinvitation', asked)
  expect(withdrawn.status, withdrawn.text).toBe(200)
  expect(await found()).toBeUndefined()
  expect((await office.accounting.post('/directdebit/withdrawinvitation', asked)).status).toBe(476)
})

test('what is given on the page of a link that was sent again meanwhile is an authority', async () => {
  const email = 'again@example.co.nz'
  const { id: customer_id } = await newCustomer(office.user, { email })
  await put({ customer_id, source: 'online' })
  await office.work()
  const page = await goToProvider(await invited(email))
  expect((await put({ customer_id, source: 'online' })).status).toBe(201)
  await office.work()
  expect((await authorise(page)).status).toBe(303)
  await office.sync()
  expect(await stories.mandatesOf(customer_id)).toMatchObject([
    { source: 'online', is_current: true },
  ])
  expect((await waiting()).filter((one) => one.customer_id === customer_id)).toEqual([])
})

test('what is given after its invitation was withdrawn is not used, and ended at the provider', async () => {
  const email = 'withdrawn@example.co.nz'
  const { id: customer_id } = await newCustomer(office.user, { email })
  await put({ customer_id, source: 'online' })
  await office.work()
  const page = await goToProvider(await invited(email))
  const id = (await waiting()).find((one) => one.customer_id === customer_id)?.id
  const withdrawn = await office.accounting.post('/directdebit/withdrawinvitation', { id })
  expect(withdrawn.status, withdrawn.text).toBe(200)
  expect((await authorise(page)).status).toBe(303)
  await office.sync()
  const [row, ...more] = await stories.mandatesOf(customer_id)
  expect(more).toEqual([])
  expect(row).toMatchObject({ mandate_status: 'cancelled', is_current: false, ended_by: 'us' })
  const there = await office.double.get('mandates', await stories.mandateOf(row.id))
  expect(there.status).toBe('cancelled')
  expect(await stories.tasks('A customer authorised us by an invitation%')).toHaveLength(1)
  expect(await stories.told(customer_id)).toEqual(['invitation'])
})

test('an address that is none is named when somebody is invited', async () => {
  const { id: customer_id } = await newCustomer(office.user)
  const reply = await put({ customer_id, source: 'online', email: 'not an address' })
  expect(reply.status).toBe(466)
  expect(reply.body.errors).toMatchObject([{ field: 'email' }])
})

test('only a demonstration lets days pass at the banks, and what falls due there happens', async () => {
  const asked = { working_days: 1 }
  expect((await office.accounting.get('/doublebank')).body.data).toEqual({ now: null })
  expect((await office.accounting.post('/doublebank', asked)).status).toBe(501)
  office.world.config.gocardless.isDouble = true
  expect((await office.accounting.post('/doublebank', asked)).status).toBe(501)
  await office.world.owner.query('update organisations set demo = true where id = $1', [
    office.world.organisations[0],
  ])
  const { now } = (await office.accounting.get('/doublebank')).body.data
  const moved = await office.accounting.post('/doublebank', asked)
  expect(moved.status, moved.text).toBe(261)
  const days = (Date.parse(moved.body.data.now) - Date.parse(now)) / 86_400_000
  expect([1, 2, 3, 4, 5]).toContain(Math.round(days))
  expect((await office.accounting.post('/doublebank', { working_days: 21 })).status).toBe(400)
  expect((await office.user.post('/doublebank', asked)).status).toBe(403)
})
