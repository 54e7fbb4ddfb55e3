import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type {
  DirectDebit,
  Payer,
  ProviderAccount,
  ProviderDebit,
  ProviderEvent,
  ProviderMandate,
} from '#server/integrations/direct-debit.ts'
import { gocardlessDebit } from '#server/integrations/gocardless-debit.ts'

/** Makes keys that nobody has used, however often the sandbox is asked. */
const run = randomUUID()
export const keyOf = (name: string) => `sb-test-${run}-${name}`

export interface Place {
  url: string
  token: string
}

/** A connection with a pace of its own, so that no test waits for another one's calls. */
export const open = ({ url, token: by }: Place) => gocardlessDebit({ url }, by)

/** A call that is no part of the port, such as those that let things happen in a sandbox. */
async function tell({ url, token: by }: Place, path: string, data: object): Promise<void> {
  const headers = {
    authorization: `Bearer ${by}`,
    'gocardless-version': '2015-07-06',
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ data })
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body })
  expect(answer.ok, `${path}: ${await answer.text()}`).toBe(true)
}

export const simulate = (place: Place, name: string, resource: string, more: object = {}) =>
  tell(place, `/scenario_simulators/${name}/actions/run`, { links: { resource }, ...more })

const payer: Payer = {
  company_name: null,
  given_name: 'Marama',
  family_name: 'Ngata',
  email: 'marama.ngata@example.co.nz',
  phone: '+64211234567',
  street: '12 Quay Street',
  suburb: 'Parnell',
  city: 'Auckland',
  postcode: '1010',
  our_id: '1042',
}
/** The account of the sandbox for New Zealand. */
const digits = '1231130003869000'

interface Ready {
  payer_id: string
  account: ProviderAccount
  mandate: ProviderMandate
}

export async function makeReady(provider: DirectDebit, name: string): Promise<Ready> {
  const { id: payer_id } = await provider.makePayer({ ...payer, key: keyOf(`${name}-payer`) })
  const key = keyOf(`${name}-account`)
  const account_holder = 'Marama Ngata'
  const account = await provider.makeAccount({ key, payer_id, account_holder, digits })
  const wanted = { key: keyOf(`${name}-mandate`), account_id: account.id }
  return { payer_id, account, mandate: await provider.makeMandate(wanted) }
}

export const debitOn = ({ id, next_possible_charge_date }: ProviderMandate, name: string) => ({
  key: keyOf(name),
  mandate_id: id,
  amount: 67989,
  charge_date: next_possible_charge_date ?? '',
  reference: 'INV-1042',
  description: 'Invoice INV-1042',
})

/** What every provider must do that the adapter is pointed to. */
export function directDebitContract(placeOf: () => Place, pollMs: number) {
  const patiently = { timeout: pollMs, interval: pollMs / 20 }
  let place: Place
  let provider: DirectDebit
  let ready: Ready
  const began = new Date(Date.now() - 60_000).toISOString()

  beforeAll(async () => {
    place = placeOf()
    ready = await makeReady(open(place), 'first')
  })
  beforeEach(() => {
    provider = open(place)
  })

  test('the account collects for somebody who has a name', async () => {
    const { id, name } = await provider.creditor()
    expect(id).toMatch(/^CR\w+$/)
    expect(name).not.toBe('')
  })

  test('a customer, an account and a mandate are made once for each key', async () => {
    const { payer_id, account, mandate } = await makeReady(provider, 'first')
    expect(payer_id).toBe(ready.payer_id)
    expect(account).toEqual(ready.account)
    expect(account.account_holder).toMatch(/^MARAMA NGATA$/i)
    expect(await provider.account(account.id)).toEqual(account)
    expect(mandate).toEqual(ready.mandate)
    expect(mandate).toMatchObject({
      status: 'pending_submission',
      customer_id: payer_id,
      account_id: account.id,
      our_key: keyOf('first-mandate'),
      next_possible_charge_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
  })

  test('a key that made something else is refused', async () => {
    const { id: other } = await provider.makePayer({ ...payer, key: keyOf('another') })
    const refused = { kind: 'refused', code: 'idempotent_creation_conflict' }
    await expect(
      provider.makeAccount({
        key: keyOf('first-account'),
        payer_id: other,
        account_holder: 'Marama Ngata',
        digits,
      }),
    ).rejects.toMatchObject(refused)
    const stranger = { ...payer, our_id: '7', key: keyOf('first-payer') }
    await expect(provider.makePayer(stranger)).rejects.toMatchObject(refused)
  })

  test('a customer is kept up to date', async () => {
    const moved = { ...payer, street: '1 Lambton Quay', suburb: null, city: 'Wellington' }
    await expect(provider.changePayer(ready.payer_id, moved)).resolves.toBeUndefined()
  })

  test('an account number that cannot be is refused by its name', async () => {
    const key = keyOf('wrong-account')
    const account = { key, payer_id: ready.payer_id, account_holder: 'Marama Ngata' }
    await expect(
      provider.makeAccount({ ...account, digits: '0102420100195000' }),
    ).rejects.toMatchObject({
      kind: 'refused',
      code: 'validation_failed',
      message: expect.stringContaining('account_number'),
    })
  })

  test('a debit is made once for each key, read again, and cancelled', async () => {
    const wanted = debitOn(ready.mandate, 'debit')
    const made = await provider.makeDebit(wanted)
    expect(made).toEqual({
      id: expect.stringMatching(/^PM\w+$/),
      status: 'pending_submission',
      mandate_id: ready.mandate.id,
      amount: 67989,
      amount_refunded: 0,
      charge_date: ready.mandate.next_possible_charge_date,
      reference: 'INV-1042',
      payout_id: null,
      our_key: keyOf('debit'),
      subscription_id: null,
    } satisfies Record<keyof ProviderDebit, unknown>)
    expect(await provider.makeDebit(wanted)).toEqual(made)
    await expect(provider.makeDebit({ ...wanted, amount: 1 })).rejects.toMatchObject({
      kind: 'refused',
      code: 'idempotent_creation_conflict',
    })
    expect(await provider.debit(made.id)).toEqual(made)
    expect(await provider.debits({ mandate_id: ready.mandate.id })).toEqual([made])
    expect(await provider.debits({ since: began })).toContainEqual(made)
    expect(await provider.cancelDebit(made.id)).toEqual({ ...made, status: 'cancelled' })
    await expect(provider.cancelDebit(made.id)).rejects.toMatchObject({
      kind: 'refused',
      code: 'cancellation_failed',
    })
  })

  test('a debit before the first possible day is refused by the name of the day', async () => {
    const early = { ...debitOn(ready.mandate, 'early'), charge_date: '2026-01-05' }
    await expect(provider.makeDebit(early)).rejects.toMatchObject({
      kind: 'refused',
      code: 'validation_failed',
      message: expect.stringContaining('charge_date'),
    })
  })

  test('a cancelled mandate takes no debits until it is reinstated', async () => {
    const { mandate } = await makeReady(provider, 'second')
    await expect(provider.reinstateMandate(mandate.id)).rejects.toMatchObject({
      kind: 'refused',
      code: 'mandate_not_inactive',
    })
    expect(await provider.cancelMandate(mandate.id)).toMatchObject({ status: 'cancelled' })
    await expect(provider.makeDebit(debitOn(mandate, 'late'))).rejects.toMatchObject({
      kind: 'refused',
      code: 'mandate_is_inactive',
    })
    await expect(provider.cancelMandate(mandate.id)).rejects.toMatchObject({
      kind: 'refused',
      code: 'cancellation_failed',
    })
    const again = await provider.reinstateMandate(mandate.id)
    expect(again.status).toBe('pending_submission')
    expect(await provider.mandate(mandate.id)).toEqual(again)
  })

  test('a customer authorises us on the provider’s page', async () => {
    const asked = {
      key: keyOf('invited'),
      payer,
      payer_id: null,
      back_to: 'https://office.example.co.nz/directdebit/',
    }
    const page = await provider.askToAuthorise(asked)
    expect(page.url).toMatch(/^https?:/)
    // Whoever comes back later is asked by the same request.
    expect(await provider.askToAuthorise(asked)).toMatchObject({ request_id: page.request_id })
    const before = await provider.authorisation(page.request_id)
    expect(before).toMatchObject({ status: 'pending', mandate_id: null })

    const act = (name: string, data: object = {}) =>
      tell(place, `/billing_requests/${page.request_id}/actions/${name}`, data)
    const { given_name, family_name, email } = payer
    await act('collect_customer_details', {
      customer: { given_name, family_name, email },
      customer_billing_detail: {
        address_line1: payer.street,
        city: payer.city,
        postal_code: payer.postcode,
        country_code: 'NZ',
      },
    })
    const account_holder_name = 'Marama Ngata'
    await act('collect_bank_account', {
      account_holder_name,
      account_number: digits,
      country_code: 'NZ',
    })
    await act('confirm_payer_details')
    await act('fulfil')

    const read = () => provider.authorisation(page.request_id)
    await expect.poll(read, patiently).toMatchObject({ status: 'fulfilled' })
    const { mandate_id, customer_id, account_id } = await read()
    expect(await provider.mandate(mandate_id ?? '')).toMatchObject({
      status: 'pending_submission',
      customer_id,
      account_id,
      our_key: keyOf('invited'),
    })
  })

  test('a debit is collected, paid out, and told of from the oldest event on', async () => {
    const { mandate } = await makeReady(provider, 'third')
    const made = await provider.makeDebit(debitOn(mandate, 'collected'))
    await simulate(place, 'payment_paid_out', made.id)
    const read = () => provider.debit(made.id)
    await expect.poll(read, patiently).toMatchObject({ status: 'paid_out' })
    const { payout_id } = await read()
    const payout = await provider.payout(payout_id ?? '')
    expect(payout.status).toMatch(/^(pending|paid)$/)
    const items = await provider.payoutItems(payout.id)
    expect(items).toContainEqual(
      expect.objectContaining({ type: 'payment_paid_out', debit_id: made.id, amount: '67989.0' }),
    )
    const isAboutIt = ({ links }: ProviderEvent) => links.payment === made.id
    const told = (await provider.events(began)).filter(isAboutIt).map(({ action }) => action)
    expect(told).toEqual(['created', 'submitted', 'confirmed', 'paid_out'])
  })

  test('what is not there is missing', async () => {
    const missing = { kind: 'missing' }
    await expect(provider.mandate('MD000000000000')).rejects.toMatchObject(missing)
    await expect(provider.cancelDebit('PM000000000000')).rejects.toMatchObject(missing)
    await expect(provider.endSubscription('SB000000000000')).rejects.toMatchObject(missing)
    await expect(provider.payout('PO000000000000')).rejects.toMatchObject(missing)
  })

  test('a token that is not known any more lets nobody in', async () => {
    const stranger = open({ ...place, token: 'sandbox_of_nobody' })
    await expect(stranger.creditor()).rejects.toMatchObject({ kind: 'ended' })
  })
}
