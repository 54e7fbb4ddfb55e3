import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAccountNumber, sixteenDigits } from '#demo/gocardless/account-number.ts'
import { doubleToken, type GoCardlessDouble, goCardless } from '#tests/support/gocardless-double.ts'

let double: GoCardlessDouble
beforeAll(async () => {
  double = await goCardless('2026-05-05T10:00')
})
afterAll(() => double.close())

const firstError = ({ body }: { body: { error: { errors: Record<string, string>[] } } }) =>
  body.error.errors[0]

test('who brings no token, a wrong one or no version is told so', async () => {
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(`${double.url}/creditors`, { headers })
    const { error } = JSON.parse(await answer.text())
    expect(error).toMatchObject({
      type: 'invalid_api_usage',
      code: answer.status,
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      documentation_url: expect.stringContaining('developer.gocardless.com'),
    })
    return [answer.status, error.errors[0].reason]
  }
  const authorization = `Bearer ${doubleToken}`
  expect(await ask({})).toEqual([401, 'missing_authorization_header'])
  expect(await ask({ authorization: 'Bearer x' })).toEqual([401, 'access_token_not_found'])
  expect(await ask({ authorization })).toEqual([400, 'missing_version_header'])
  expect(await ask({ authorization, 'gocardless-version': '2014-11-03' })).toEqual([
    400,
    'version_not_found',
  ])
  const { status, headers, body } = await double.call('GET', '/creditors')
  expect([status, body.creditors.length, headers.get('ratelimit-limit')]).toEqual([200, 1, '1000'])
})

test('what a key has made is not made twice, until the key is forgotten after a day', async () => {
  const one = await goCardless('2026-05-05T10:00')
  const { id } = await one.mandate()
  const fields = { amount: 1000, currency: 'NZD', links: { mandate: id } }
  const made = await one.make('payments', fields, 'key 1')
  const again = await one.call('POST', '/payments', { payments: fields }, 'key 1')
  expect([again.status, again.body.error.type]).toEqual([409, 'invalid_state'])
  expect(firstError(again)).toEqual({
    message: 'A resource has already been created with this idempotency key',
    reason: 'idempotent_creation_conflict',
    links: { conflicting_resource_id: made.id },
  })
  const person = { given_name: 'A', family_name: 'B' }
  await one.make('customers', person, 'key 1')
  expect(await one.list('payments')).toHaveLength(1)
  await one.control('clock', { to: '2026-05-06T10:05' })
  const later = await one.make('payments', fields, 'key 1')
  expect(later.id).not.toBe(made.id)
  await one.close()
})

test('lists are read page by page, the latest first, in both directions', async () => {
  const { id: mandate } = await double.mandate()
  const ids: string[] = []
  for (const amount of [100, 200, 300, 400, 500])
    ids.unshift((await double.payment(mandate, amount)).id)
  const page = async (more: string) => {
    const { body } = await double.call('GET', `/payments?mandate=${mandate}&limit=2${more}`)
    return { ids: body.payments.map((one: { id: string }) => one.id), ...body.meta.cursors }
  }
  expect(await page('')).toEqual({ ids: ids.slice(0, 2), before: null, after: ids[1] })
  const second = await page(`&after=${ids[1]}`)
  expect(second).toEqual({ ids: ids.slice(2, 4), before: ids[2], after: ids[3] })
  expect(await page(`&after=${ids[3]}`)).toEqual({ ids: [ids[4]], before: ids[4], after: null })
  expect((await page(`&before=${ids[2]}`)).ids).toEqual(ids.slice(0, 2))
  const { created_at } = await double.get('payments', ids[2] ?? '')
  const since = await double.list('payments', `mandate=${mandate}&created_at[gt]=${created_at}`)
  expect(since.map((one) => one.id)).toEqual(ids.slice(0, 2))
  const { customer } = (await double.get('mandates', mandate)).links
  expect(await double.list('payments', `customer=${customer}`)).toHaveLength(5)
  expect(await double.list('payments', `mandate=${mandate}&status=cancelled`)).toEqual([])
  for (const query of ['limit=0', 'limit=501', 'after=PM1', 'created_at[on]=2026-01-01'])
    expect((await double.call('GET', `/payments?${query}`)).status, query).toBe(422)
  expect((await double.call('GET', '/payments?invoice=1')).status).toBe(400)
})

test('what does not fit is named field by field', async () => {
  const { id: mandate } = await double.mandate()
  const wrong = async (fields: object) => {
    const { status, body } = await double.call('POST', '/payments', {
      payments: { amount: 1000, currency: 'NZD', links: { mandate }, ...fields },
    })
    expect([status, body.error.type]).toEqual([422, 'validation_failed'])
    return body.error.errors[0]
  }
  expect(await wrong({ charge_date: '2026-05-06' })).toEqual({
    field: 'charge_date',
    message: "must be on or after mandate's next_possible_charge_date",
    request_pointer: '/payments/charge_date',
  })
  expect(await wrong({ currency: 'GBP' })).toMatchObject({ field: 'currency' })
  expect(await wrong({ amount: 12.5 })).toMatchObject({ field: 'amount' })
  expect(await wrong({ reference: 'INV-000000001' })).toMatchObject({ field: 'reference' })
  expect(await wrong({ links: {} })).toMatchObject({ request_pointer: '/payments/links/mandate' })
  expect(await wrong({ metadata: { a: '1', b: '2', c: '3', d: '4' } })).toMatchObject({
    field: 'metadata',
  })
  const bare = await double.call('POST', '/payments', { amount: 1 })
  expect([bare.status, firstError(bare)?.reason]).toEqual([400, 'invalid_document_structure'])
  const lost = await double.call('GET', '/payments/PM000')
  expect([lost.status, firstError(lost)?.reason]).toEqual([404, 'resource_not_found'])
})

test('a day on which banks rest is moved to the next on which they work', async () => {
  const { id } = await double.mandate()
  const dayOf = async (charge_date: string) =>
    (await double.payment(id, 1000, { charge_date })).charge_date
  expect(await dayOf('2026-05-23')).toBe('2026-05-25')
  expect(await dayOf('2026-06-01')).toBe('2026-06-02')
  expect(await dayOf('2026-12-25')).toBe('2026-12-29')
  expect((await double.payment(id, 1000)).charge_date).toBe('2026-05-07')
})

test.each([
  ['01-0902-0068389-00', true],
  ['08-6523-1954512-001', true],
  ['26-2600-0320871-032', true],
  ['09-0000-0037331-00', true],
  ['25-2545-3153624-00', true],
  ['31-2840-0115493-00', true],
  ['38-9000-0392156-03', true],
  ['12-3113-0003869-00', true],
  ['02-2025-0123452-00', true],
  ['01-0242-0100195-00', false],
  ['99-0000-0000000-00', false],
])('the account %s is checked as banks do: %s', (number, isRight) => {
  expect(isAccountNumber(sixteenDigits({ account_number: number }) ?? '')).toBe(isRight)
})

test('an account is taken whole or in parts, and only its ending is shown', async () => {
  const customer = await double.make('customers', { company_name: 'Harbour Ltd' })
  const account = (fields: object) =>
    double.call('POST', '/customer_bank_accounts', {
      customer_bank_accounts: {
        account_holder_name: 'Harbour Ltd',
        country_code: 'NZ',
        links: { customer: customer.id },
        ...fields,
      },
    })
  const parts = { bank_code: '12', branch_code: '3113', account_number: '0003869-00' }
  const whole = { account_number: '1231130003869000' }
  for (const given of [parts, whole]) {
    const { status, body } = await account(given)
    expect([status, body.customer_bank_accounts.account_number_ending]).toEqual([201, '9000'])
    expect(JSON.stringify(body)).not.toContain('0003869')
  }
  expect(firstError(await account({ account_number: '1231130003868000' }))).toMatchObject({
    field: 'account_number',
    message: 'did not pass modulus check',
  })
})

test('a mandate ends with what was not submitted yet, and what was submitted runs on', async () => {
  const { id } = await double.mandate()
  const gone = await double.payment(id, 1000)
  const kept = await double.payment(id, 2000)
  await double.simulate('payment_submitted', kept.id)
  const ended = await double.call('POST', `/mandates/${id}/actions/cancel`)
  expect(ended.body.mandates).toMatchObject({
    status: 'cancelled',
    next_possible_charge_date: null,
  })
  expect((await double.get('payments', gone.id)).status).toBe('cancelled')
  expect((await double.get('payments', kept.id)).status).toBe('submitted')
  const again = await double.call('POST', `/mandates/${id}/actions/cancel`)
  expect([again.status, firstError(again)?.reason]).toEqual([422, 'cancellation_failed'])
  const late = await double.call('POST', '/payments', {
    payments: { amount: 1, currency: 'NZD', links: { mandate: id } },
  })
  expect(firstError(late)?.reason).toBe('mandate_is_inactive')
  const submitted = await double.call('POST', `/payments/${kept.id}/actions/cancel`)
  expect(firstError(submitted)?.reason).toBe('cancellation_failed')
  const reinstate = () => double.call('POST', `/mandates/${id}/actions/reinstate`)
  expect((await reinstate()).body.mandates.status).toBe('pending_submission')
  expect(firstError(await reinstate())?.reason).toBe('mandate_not_inactive')
  const next = await double.payment(id, 3000)
  await double.simulate('payment_submitted', next.id)
  const [last] = await double.list('events', `mandate=${id}`)
  expect(last).toMatchObject({ action: 'reinstated', details: { scheme: 'becs_nz' } })
  for (let left = 9; left > 0; left -= 1) {
    await double.call('POST', `/mandates/${id}/actions/cancel`)
    expect((await reinstate()).status).toBe(200)
  }
  await double.call('POST', `/mandates/${id}/actions/cancel`)
  expect((await reinstate()).status).toBe(422)
})

test('a failure for want of money leaves the mandate, a closed account ends it', async () => {
  const { id } = await double.mandate()
  const short = await double.payment(id, 1000)
  await double.simulate('payment_failed', short.id)
  const [failed] = await double.list('events', `payment=${short.id}&action=failed`)
  expect(failed?.details).toMatchObject({
    origin: 'bank',
    cause: 'insufficient_funds',
    will_attempt_retry: false,
  })
  expect((await double.get('mandates', id)).status).toBe('active')
  const retry = () => double.call('POST', `/payments/${short.id}/actions/retry`)
  for (let left = 3; left > 0; left -= 1) {
    expect((await retry()).body.payments.status).toBe('pending_submission')
    await double.simulate('payment_failed', short.id)
  }
  expect(firstError(await retry())?.reason).toBe('retry_failed')
  const closed = await double.payment(id, 1000)
  await double.simulate('payment_failed', closed.id, 'bank_account_closed')
  expect((await double.get('mandates', id)).status).toBe('cancelled')
  const [ended] = await double.list('events', `mandate=${id}&action=cancelled`)
  expect(ended?.details).toMatchObject({ origin: 'bank', cause: 'bank_account_closed' })
})

test('what they retry themselves is told with the failure, and goes to the bank again', async () => {
  const one = await goCardless('2026-05-05T10:00')
  const { id: mandate } = await one.mandate()
  const { id } = await one.payment(mandate, 1000, { retry_if_possible: true })
  await one.simulate('payment_failed', id)
  const [failed] = await one.list('events', `payment=${id}&action=failed`)
  expect(failed?.details).toMatchObject({ will_attempt_retry: true })
  await one.control('clock', { working_days: 1 })
  expect(await one.get('payments', id)).toMatchObject({
    status: 'pending_submission',
    charge_date: '2026-05-08',
  })
  await one.control('clock', { to: '2026-05-13T12:00' })
  expect((await one.get('payments', id)).status).toBe('confirmed')
  await one.close()
})

test('a state that the scheme never leads to can be tried as well', async () => {
  const { id } = await double.mandate()
  await double.control('state', { type: 'mandates', id, status: 'blocked' })
  expect(await double.get('mandates', id)).toMatchObject({
    status: 'blocked',
    next_possible_charge_date: null,
  })
  expect(await double.list('events', `mandate=${id}&action=blocked`)).toHaveLength(1)
})

test('what the bank ended and somebody takes up again is refused by the bank', async () => {
  const { id } = await double.mandate()
  await double.simulate('mandate_cancelled', id)
  await double.call('POST', `/mandates/${id}/actions/reinstate`)
  const { id: payment } = await double.payment(id, 1000)
  await double.simulate('payment_submitted', payment)
  expect((await double.get('mandates', id)).status).toBe('failed')
  expect((await double.get('payments', payment)).status).toBe('cancelled')
})

test('simulators of steps that BECS NZ does not have are refused', async () => {
  const { id } = await double.mandate()
  for (const name of ['mandate_activated', 'mandate_expired', 'mandate_transferred']) {
    const { status, body } = await double.simulate(name, id)
    expect([status, body.error.type], name).toEqual([422, 'invalid_state'])
  }
  expect((await double.simulate('mandate_failed', id)).status).toBe(200)
  expect((await double.get('mandates', id)).status).toBe('failed')
  expect((await double.simulate('nothing', id)).status).toBe(404)
})

test('what is made elsewhere is there as well', async () => {
  const { id: mandate } = await double.mandate()
  const links = { mandate }
  await double.control('payments', { amount: 700, links })
  const { id } = await double.control('subscriptions', { amount: 900, name: 'Plan', links })
  const [made, other] = await double.list('payments', `mandate=${mandate}`)
  expect([made?.links.subscription, other?.links.subscription]).toEqual([id, undefined])
  const ended = await double.call('POST', `/subscriptions/${id}/actions/cancel`)
  expect(ended.body.subscriptions.status).toBe('cancelled')
})

test('a subscription makes its payments some days ahead, until its mandate ends', async () => {
  const one = await goCardless('2026-05-05T10:00')
  const { id: mandate } = await one.mandate()
  const links = { mandate }
  const { id } = await one.control('subscriptions', { amount: 900, links })
  const days = async () =>
    (await one.list('payments', `subscription=${id}`)).map((payment) => payment.charge_date)
  expect(await days()).toEqual(['2026-05-07'])
  await one.control('clock', { to: '2026-07-03T12:00' })
  expect(await days()).toEqual(['2026-07-07', '2026-06-08', '2026-05-07'])
  await one.call('POST', `/mandates/${mandate}/actions/cancel`)
  expect((await one.get('subscriptions', id)).status).toBe('cancelled')
  const [last, earlier] = await one.list('payments', `subscription=${id}`)
  expect([last?.status, earlier?.status]).toEqual(['cancelled', 'paid_out'])
  await one.control('clock', { to: '2026-09-01T12:00' })
  expect(await days()).toHaveLength(3)
  await one.close()
})

test('a customer is kept up to date, and leaves with accounts and mandates', async () => {
  const { id: mandate, links } = await double.mandate()
  const path = `/customers/${links.customer}`
  const change = (customers: object) => double.call('PUT', path, { customers })
  expect((await change({ email: 'new@example.com', metadata: { ours: '7' } })).body).toMatchObject({
    customers: { email: 'new@example.com', given_name: 'Mere', metadata: { ours: '7' } },
  })
  expect(firstError(await change({ email: 'nobody' }))?.field).toBe('email')
  const noted = { mandates: { metadata: { ours: '8' } } }
  const kept = await double.call('PUT', `/mandates/${mandate}`, noted)
  expect(kept.body.mandates.metadata).toEqual({ ours: '8' })
  const other = await double.call('PUT', `/mandates/${mandate}`, { mandates: { scheme: 'bacs' } })
  expect(other.status).toBe(422)
  expect((await double.call('DELETE', path)).status).toBe(200)
  expect((await double.call('GET', path)).status).toBe(404)
  expect((await double.get('mandates', mandate)).status).toBe('cancelled')
  const [ended] = await double.list('events', `mandate=${mandate}`)
  expect(ended?.details).toMatchObject({ cause: 'bank_account_disabled' })
  const account = links.customer_bank_account ?? ''
  expect((await double.get('customer_bank_accounts', account)).enabled).toBe(false)
})
