import { expect } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { formatBankAccount, makeBankAccount } from '#domain/kit/bank-account.ts'
import type { Client } from './client.ts'
import { storeMandate, storeSeriesDebit } from './debit-rows.ts'
import { makeRow } from './fitting.ts'
import { doubleToken, goCardless } from './gocardless-double.ts'
import { permit } from './guarding.ts'
import { linkTo } from './mailed-link.ts'
import { because, done, type Prepare } from './ready-rows.ts'
import { everyWarning } from './supplied.ts'
import { scope, type World } from './world.ts'

type Body = Record<string, unknown>

const account = { token: doubleToken, webhook_secret: 'a-secret-of-the-tests' }
let sequence = 0

/** Whoever asks collects by direct debit from now on, if they did not before. */
export async function connected(client: Client): Promise<void> {
  const { is_connected } = (await client.get('/directdebit')).body.data
  if (!is_connected) await done(client, '/directdebit/connect', account)
}

/** A customer who can be written to. */
export async function reachable(client: Client): Promise<number> {
  const email = `debit${++sequence}@example.co.nz`
  return (await makeRow(client, customer, { email })).id
}

/** What a customer says on the phone who wants to pay by direct debit. */
export const byPhone = (customer_id: number) => ({
  customer_id,
  source: 'phone',
  bank_account_number: formatBankAccount(makeBankAccount('12', '3113')),
  account_holder: 'M Hapi',
  consent: { text_version: 'nz-2026-1', at: '2026-05-01T00:00:00Z', script_read: true },
})

/** The link that a customer is invited by to pay by direct debit. */
export async function invitedToPay(world: World, client: Client, customer_id: number) {
  const email = `payer${++sequence}@example.co.nz`
  const asked = await client.put('/mandate', { customer_id, source: 'online', email })
  expect(asked.status, asked.text).toBe(201)
  return linkTo(world, email)
}

/** A provider of direct debits, and how calls about them are made ready to be asked. */
export async function readyDebits() {
  const double = await goCardless('2026-05-04T22:00:00Z')
  return {
    settings: { url: double.url },
    callsOf: debitCallsOf,
    close: double.close,
  }
}

export type ReadyDebits = Awaited<ReturnType<typeof readyDebits>>

function debitCallsOf(world: World): Record<string, Prepare> {
  /** A sent page of a customer whose authority came after it: nothing is planned for it yet. */
  async function collectable(client: Client): Promise<{ id: number; customer_id: number }> {
    await connected(client)
    const customer_id = await reachable(client)
    const lines = [{ name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }]
    const made = await client.put('/invoice', { customer_id, lines })
    expect(made.status, made.text).toBe(201)
    const { id } = made.body.data
    await done(client, '/invoice/approve', { id, send: true, acknowledge: everyWarning })
    await storeMandate(world, customer_id)
    return { id, customer_id }
  }

  async function authority(client: Client, isEnded = false): Promise<Body> {
    await connected(client)
    await permit(world, 'admin', { view: true, set: true })
    return { id: await storeMandate(world, await reachable(client), { isEnded }) }
  }

  async function frozen(client: Client): Promise<Body> {
    const customer_id = await reachable(client)
    await scope(world.owner, world.organisations[0])
    await world.owner.query(
      `update customers set debits_frozen_date = '2026-05-20', debits_frozen_reason = $2
       where id = $1`,
      [customer_id, 'three were not honoured in 90 days'],
    )
    return { customer_id, ...because }
  }

  return {
    'POST /directdebit/connect': async () => account,
    'POST /directdebit/disconnect': async (client) => {
      await connected(client)
      return { ...because }
    },
    'POST /directdebit/sync': async (client) => {
      await connected(client)
      return {}
    },
    'POST /directdebit/resume': frozen,
    'POST /directdebit/withdrawinvitation': async (client) => {
      await connected(client)
      const asked = { customer_id: await reachable(client), source: 'online' }
      expect((await client.put('/mandate', asked)).status).toBe(201)
      const { data } = (await client.get('/directdebit/invitations')).body
      return { id: data.at(-1).id }
    },
    'POST /invoicepayment/endseries': async (client) => {
      await connected(client)
      const customer_id = await reachable(client)
      await storeMandate(world, customer_id)
      return { id: await storeSeriesDebit(world, customer_id), ...because }
    },
    'PUT /mandate': async (client) => {
      await connected(client)
      return byPhone(await reachable(client))
    },
    'POST /mandate/cancel': async (client) => ({ ...(await authority(client)), ...because }),
    'POST /mandate/reinstate': (client) => authority(client, true),
    'POST /mandate/details': (client) => authority(client),
    'POST /invoicepayment/collect': async (client) => {
      const { id, customer_id } = await collectable(client)
      return { customer_id, invoice_id: id }
    },
    'POST /invoices/collect': async (client) => ({ ids: [(await collectable(client)).id] }),
  }
}
