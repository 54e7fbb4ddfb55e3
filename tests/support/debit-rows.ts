import { createHmac } from 'node:crypto'
import { customer } from '#domain/customers/customer.ts'
import { sealWhole } from '#server/kit/rows/seal.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'
import { scope, type World } from './world.ts'

// Authorities, payouts and events follow what the provider has: nobody makes them from their fields.
// Where no provider is asked, they are stored as its answers would leave them.

let sequence = 0

/** Where rows are stored: the tables as their owner sees them, and whose rows they are. */
type Stores = Pick<World, 'owner' | 'organisations'>

/** Which organisation of a world a row belongs to. */
type Place = 0 | 1

async function stored(world: Stores, place: Place, insert: string, values: unknown[]) {
  await scope(world.owner, world.organisations[place])
  const organisation_id = world.organisations[place]
  const { rows } = await world.owner.query<{ id: string }>(insert, [organisation_id, ...values])
  return Number(rows[0]?.id)
}

const secret = 'a-secret-of-the-tests'

/** Who calls under the address of a connection, and signs what they say. */
export interface StoredConnection {
  path: string
  signed(body: object): Record<string, string>
}

/** An account with the provider that nobody has to answer for. */
export async function storeConnection(world: World): Promise<StoredConnection> {
  const keys = world.config.secrets.fields
  const hook_key = `${world.organisations[0]}.${'k'.repeat(43)}`
  await stored(
    world,
    0,
    `insert into ddconnections (organisation_id, provider, creditor_id, creditor_name, token,
       webhook_secret, hook_key, connection_status, connected_at, connected_by, events_until)
     values ($1, 'gocardless', 'CR1', 'Harbour', $2, $3, $4, 'working', now(), 'admin', now())
     returning id`,
    [sealWhole(keys, 'a-token'), sealWhole(keys, secret), hook_key],
  )
  const proof = (body: object) =>
    createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
  return {
    path: `/webhooks/gocardless/${hook_key}`,
    signed: (body) => ({ 'webhook-signature': proof(body) }),
  }
}

/** An authority by phone that the provider knows; or one that ended through us. */
export function storeMandate(
  world: Stores,
  customer_id: number,
  { place = 0, isEnded = false }: { place?: Place; isEnded?: boolean } = {},
): Promise<number> {
  sequence += 1
  return stored(
    world,
    place,
    `insert into mandates (organisation_id, customer_id, source, mandate_status, is_current,
       account_ending, account_holder, reference, next_possible_charge_date, consent_text_version,
       consent_at, consent_script_read, ended_by, ended_date, provider_mandate_id,
       provider_account_id, provider_customer_id)
     values ($1, $2, 'phone', case when $4 then 'cancelled' else 'active' end, not $4, '3869-00',
       'M Hapi', $3, '2026-01-05', 'nz-2026-1', '2026-01-02T00:00:00Z', true,
       case when $4 then 'us' end, case when $4 then date '2026-02-02' end, 'MD' || $3, 'BA' || $3,
       'CU' || $3) returning id`,
    [customer_id, `SB-${sequence}`, isEnded],
  )
}

/** A debit of a series that somebody made at the provider, as it is taken in. */
export const storeSeriesDebit = (world: Stores, customer_id: number): Promise<number> =>
  stored(
    world,
    0,
    `insert into invoicepayments (organisation_id, customer_id, payment_type, payment_status,
       payment_date, amount_incl_gst, gst_amount, amount_excl_gst, charge_date, debit_state,
       made_elsewhere, provider_payment_id, provider_series_id, series_state)
     values ($1, $2, 'direct_debit', 'pending', '2026-06-26', 7, 0.91, 6.09, '2026-06-26', 'planned',
       true, 'PM' || $3, 'SB' || $3, 'running') returning id`,
    [customer_id, `${++sequence}`],
  )

const storePayout = (world: Stores, place: Place): Promise<number> =>
  stored(
    world,
    place,
    `insert into payouts (organisation_id, provider_payout_id, payout_status, reference,
       arrival_date, amount, collected, fees, fees_gst, items)
     values ($1, $2, 'paid', $2, '2026-05-26', 676.44, 679.89, 3.00, 0.45,
       '[{"type": "payment_paid_out", "amount": "67989.0", "taxes": "0", "invoicepayment_id": null},
         {"type": "gocardless_fee", "amount": "-345.0", "taxes": "-45.0", "invoicepayment_id": null}]')
     returning id`,
    [`PO${++sequence}`],
  )

const storeEvent = (world: Stores, place: Place): Promise<number> =>
  stored(
    world,
    place,
    `insert into ddevents (organisation_id, event_id, resource_type, action, resource_id, cause,
       origin, description, links, happened_at, event_status, message)
     values ($1, $2, 'payments', 'failed', 'PM1', 'insufficient_funds', 'bank', 'Not enough money',
       '{"payment": "PM1"}', '2026-05-22T00:00:00Z', 'ignored', 'Nothing of ours.') returning id`,
    [`EV${++sequence}`],
  )

/** How a row of each kind comes about. */
export const debitRows: Record<
  string,
  (world: Stores, place: Place, client: Client) => Promise<number>
> = {
  mandate: async (world, place, client) =>
    storeMandate(world, (await makeRow(client, customer)).id, { place }),
  payout: storePayout,
  ddevent: storeEvent,
}
