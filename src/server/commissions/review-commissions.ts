import { commissionBase } from '#domain/commissions/commission-base.ts'
import { invoiceChanges, type LookedAt } from '#domain/commissions/entry-changes.ts'
import { commissionsOf, shareOf } from '#domain/commissions/invoice-commission.ts'
import { type EntryChanges, type KeptEntry, noChanges } from '#domain/commissions/kept-entry.ts'
import { type Bringing, signupChanges } from '#domain/commissions/signup-changes.ts'
import { type BroughtContract, signupStanding } from '#domain/commissions/signup-commission.ts'
import { wholeCents } from '#domain/kit/money.ts'
import { DISCOUNTED } from '#server/books/posted-invoice.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Earnings, earningsOf } from './earners.ts'
import {
  CHANGED,
  type InvoiceFacts,
  IS_EARNING,
  invoiceFacts,
  type LookedAtInvoice,
  NAMED,
} from './standing-invoice.ts'
import { HELD_ENTRIES, keptEntry, storeChanges } from './stored-entries.ts'

// Partners before contracts and both before entries, always: nobody waits in a circle.
const HOLD_PARTNERS = sql<never, [contract_ids: readonly number[]]>`
  select 1 from partners where id in (select partner_id from contractpartners
    where contract_id = any($1) and deleted_at is null) order by id for key share`.named(
  'hold_partners',
)
const HOLD_SHARES = sql<never, [contract_ids: readonly number[]]>`
  select 1 from contractpartners where contract_id = any($1) and deleted_at is null
  order by id for update`.named('hold_shares')

const KEEP_LOOKS = sql<never, [organisation_id: number | null, rows: string]>`
  insert into commission_reviews as r (organisation_id, invoice_id, stood_as)
  select $1, x.id, x.stands_as from jsonb_to_recordset($2::jsonb) as x (id bigint, stands_as text)
  on conflict (organisation_id, invoice_id) do update set stood_as = excluded.stood_as
  where r.stood_as <> excluded.stood_as`.named('keep_commission_looks')

/** After customers' money was settled: what their invoices earn that stand otherwise now. */
export async function reviewCustomers(
  ctx: Context,
  conn: Conn,
  customer_ids: readonly number[],
  because: string,
): Promise<void> {
  const changed = await CHANGED.all(conn, customer_ids)
  if (changed.length > 0) await review(ctx, conn, { invoices: changed, contract_ids: [], because })
}

/** What invoices earn, looked at again because terms, shares or bills may have changed. */
export async function reviewCommissions(
  ctx: Context,
  conn: Conn,
  invoice_ids: readonly number[],
  because: string,
): Promise<void> {
  const invoices = await NAMED.all(conn, invoice_ids)
  if (invoices.length > 0) await review(ctx, conn, { invoices, contract_ids: [], because })
}

/** What bringing a contract earns, after it came into force, ended or came back. */
export async function reviewContract(
  ctx: Context,
  conn: Conn,
  contract_id: number,
  because: string,
): Promise<void> {
  await review(ctx, conn, { invoices: [], contract_ids: [contract_id], because })
}

interface Looked {
  invoices: readonly LookedAtInvoice[]
  contract_ids: readonly number[]
  because: string
}

async function review(ctx: Context, conn: Conn, looked: Looked): Promise<void> {
  const { invoices, because } = looked
  const contracts = [
    ...new Set([...invoices.map(({ contract_id }) => contract_id), ...looked.contract_ids]),
  ]
  const ids = invoices.map(({ id }) => id)
  const earning = invoices.filter(({ stands_as }) => stands_as !== '').map(({ id }) => id)
  await HOLD_PARTNERS.run(conn, contracts)
  await HOLD_SHARES.run(conn, contracts)
  const [facts, earnings, held] = await Promise.all([
    invoiceFacts(conn, earning),
    earningsOf(conn, contracts),
    HELD_ENTRIES.all(conn, ids, contracts),
  ])
  const entries = held.map(keptEntry)
  const bringings = await bringingsOf(conn, contracts, earnings)
  const seen = await lookedAt(conn, invoices, facts, earnings)
  const changes = changesOf(seen, bringings, entries)
  await storeChanges(ctx, conn, changes, { reason: null, because })
  if (invoices.length > 0)
    await KEEP_LOOKS.run(conn, ctx.actor.organisation_id, JSON.stringify(invoices))
}

const CUSTOMERS = sql<{ id: number; customer_id: number }, [contract_ids: readonly number[]]>`
  select id, customer_id from contracts where id = any($1)`

/** What each invoice earns as it stands; nothing where its customer's money is not there. */
export async function lookedAt(
  conn: Pick<Conn, 'query'>,
  invoices: readonly LookedAtInvoice[],
  facts: readonly InvoiceFacts[],
  earnings: Earnings,
): Promise<LookedAt[]> {
  const customers = new Map(
    (await CUSTOMERS.all(conn, [...new Set(invoices.map((one) => one.contract_id))])).map(
      ({ id, customer_id }) => [id, customer_id],
    ),
  )
  const byId = new Map(facts.map((one) => [one.id, one]))
  return invoices.map(({ id, contract_id }) => {
    const own = byId.get(id)
    const customer_id = own?.customer_id ?? customers.get(contract_id) ?? 0
    return { id, contract_id, customer_id, wanted: own ? earnedOn(own, earnings) : [] }
  })
}

/** What an invoice earns its partners, were it cleared. */
export function earnedOn(facts: InvoiceFacts, earnings: Earnings) {
  const earners = earnings.on(facts.contract_id, facts.day)
  return earners.length === 0
    ? []
    : commissionsOf({ ...facts, base: commissionBase(facts) }, earners)
}

export function changesOf(
  invoices: readonly LookedAt[],
  bringings: readonly Bringing[],
  entries: readonly KeptEntry[],
): EntryChanges {
  const all = noChanges()
  const byInvoice = Map.groupBy(entries, ({ invoice_id }) => invoice_id)
  const byContract = Map.groupBy(entries, ({ contract_id }) => contract_id)
  const add = ({ reversed, dropped, earned, added }: EntryChanges) => {
    all.reversed.push(...reversed)
    all.dropped.push(...dropped)
    all.earned.push(...earned)
    all.added.push(...added)
  }
  for (const one of invoices) {
    const ofContract = byContract.get(one.contract_id) ?? []
    const clawbacks = ofContract.filter(({ kind }) => kind === 'clawback')
    const own = (byInvoice.get(one.id) ?? []).filter(({ kind }) => kind !== 'clawback')
    add(invoiceChanges(one, own, [...clawbacks, ...newClawbacks(all, one.contract_id)]))
  }
  for (const one of [...bringings, ...noLonger(bringings, entries)]) {
    const ofContract = byContract.get(one.contract_id) ?? []
    add(signupChanges(one, [...ofContract, ...newClawbacks(all, one.contract_id)]))
  }
  return all
}

/** Partners whose part in bringing a contract was given to others before it was billed. */
function noLonger(bringings: readonly Bringing[], entries: readonly KeptEntry[]): Bringing[] {
  const isKnown = (one: KeptEntry) =>
    bringings.some(
      ({ contract_id, partner_id }) =>
        contract_id === one.contract_id && partner_id === one.partner_id,
    )
  const left = entries.filter(
    (one) => one.kind === 'signup' && one.rate_unit === 'fixed' && !isKnown(one),
  )
  const nothing = wholeCents(0)
  const partners = Map.groupBy(left, (one) => `${one.contract_id} ${one.partner_id}`)
  return [...partners.values()].flatMap(([one]) =>
    one?.contract_id && one.customer_id
      ? [
          {
            ...{ status: 'dropped' as const, amount: nothing, clawback: nothing, agreed: '0' },
            ...{ partner_id: one.partner_id, contract_id: one.contract_id },
            ...{ customer_id: one.customer_id, share_percent: '100', invoice_id: null },
          },
        ]
      : [],
  )
}

/** What this look already adds takes its number as well. */
function newClawbacks({ added }: EntryChanges, contract_id: number): KeptEntry[] {
  return added
    .filter((one) => one.kind === 'clawback' && one.contract_id === contract_id)
    .map((one) => ({ ...one, id: 0 }))
}

interface StoredContract extends Omit<BroughtContract, 'is_any_cleared'> {
  id: number
  customer_id: number
  first_invoice_id: number | null
}

// A credit is settled the moment it is sent: no money of the customer's is there with it.
const CONTRACTS = sql<StoredContract, [contract_ids: readonly number[]]>`
  select k.id, k.customer_id, k.contract_status, k.date_start, k.date_end,
    (select i.id from invoices i where i.contract_id = k.id and ${IS_EARNING} and ${DISCOUNTED} >= 0
      order by i.cleared_at, i.id limit 1) as first_invoice_id,
    exists (select from invoices i join commission_reviews r on r.invoice_id = i.id
      where i.contract_id = k.id and ${DISCOUNTED} >= 0) as was_any_cleared
  from contracts k where k.id = any($1)`.named('commission_contracts')

/** Who brought contracts for a fixed commission, and how that stands. */
export async function bringingsOf(
  conn: Pick<Conn, 'query'>,
  contract_ids: readonly number[],
  earnings: Earnings,
): Promise<Bringing[]> {
  const brought = contract_ids.filter((id) => earnings.bringers(id).length > 0)
  if (brought.length === 0) return []
  const contracts = await CONTRACTS.all(conn, brought)
  return contracts.flatMap((contract) =>
    earnings.bringers(contract.id).map((share): Bringing => {
      const agreed = share.signup_amount ?? '0'
      const standing = signupStanding(
        { ...contract, is_any_cleared: contract.first_invoice_id !== null },
        {
          amount: shareOf(agreed, share.share_percent),
          earned_at: share.signup_earned_at ?? 'first_cleared',
          clawback_months: share.signup_clawback_months ?? 0,
        },
      )
      return {
        ...standing,
        partner_id: share.partner_id,
        contract_id: contract.id,
        customer_id: contract.customer_id,
        share_percent: share.share_percent,
        agreed,
        invoice_id: contract.first_invoice_id,
      }
    }),
  )
}
