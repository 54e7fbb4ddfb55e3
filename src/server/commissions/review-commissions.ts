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
  BY_MARGIN,
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

/**
 * What invoices earn whose suppliers' bills changed. The contracts are held before their invoices are
 * looked at: whoever pays one meanwhile is seen, or sees the bill as it is now.
 */
export async function reviewBilled(
  ctx: Context,
  conn: Conn,
  invoice_ids: readonly number[],
  because: string,
): Promise<void> {
  const found = await BY_MARGIN.all(conn, invoice_ids)
  if (found.length === 0) return
  await holdContracts(
    conn,
    found.map(({ contract_id }) => contract_id),
  )
  await reviewCommissions(ctx, conn, invoice_ids, because)
}

async function holdContracts(conn: Conn, contract_ids: readonly number[]): Promise<void> {
  await HOLD_PARTNERS.run(conn, contract_ids)
  await HOLD_SHARES.run(conn, contract_ids)
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
  await holdContracts(conn, contracts)
  const [facts, earnings, held] = await Promise.all([
    invoiceFacts(conn, earning),
    earningsOf(conn, contracts),
    HELD_ENTRIES.all(conn, ids, contracts),
  ])
  const entries = held.map(keptEntry)
  const bringings = await bringingsOf(conn, contracts, earnings)
  const seen = lookedAt(invoices, facts, earnings)
  const changes = changesOf(seen, bringings, entries)
  await storeChanges(ctx, conn, changes, { reason: null, because })
  if (invoices.length > 0)
    await KEEP_LOOKS.run(conn, ctx.actor.organisation_id, JSON.stringify(invoices))
}

/** What each invoice earns as it stands; nothing where its customer's money is not there. */
export function lookedAt(
  invoices: readonly LookedAtInvoice[],
  facts: readonly InvoiceFacts[],
  earnings: Earnings,
): LookedAt[] {
  const byId = new Map(facts.map((one) => [one.id, one]))
  return invoices.map(({ id, customer_id, contract_id }) => {
    const own = byId.get(id)
    return { id, customer_id, contract_id, wanted: own ? earnedOn(own, earnings) : [] }
  })
}

/** What an invoice earns its partners, were it cleared. */
function earnedOn(facts: InvoiceFacts, earnings: Earnings) {
  const earners = earnings.on(facts.contract_id, facts.day)
  return earners.length === 0
    ? []
    : commissionsOf({ ...facts, base: commissionBase(facts) }, earners)
}

/** What is to be written so that the entries are what invoices and contracts earn now. */
export function changesOf(
  invoices: readonly LookedAt[],
  bringings: readonly Bringing[],
  entries: readonly KeptEntry[],
): EntryChanges {
  const all = noChanges()
  const byInvoice = Map.groupBy(entries, ({ invoice_id }) => invoice_id)
  const byContract = Map.groupBy(entries, ({ contract_id }) => contract_id)
  // What this look already takes back has its number as well.
  const takenNow = new Map<number, KeptEntry[]>()
  const add = (contract_id: number, { reversed, dropped, earned, added }: EntryChanges) => {
    all.reversed.push(...reversed)
    all.dropped.push(...dropped)
    all.earned.push(...earned)
    all.added.push(...added)
    const taken = added.filter(({ kind }) => kind === 'clawback')
    if (taken.length === 0) return
    const before = takenNow.get(contract_id) ?? []
    takenNow.set(contract_id, [...before, ...taken.map((one) => ({ ...one, id: 0 }))])
  }
  const of = (contract_id: number) => [
    ...(byContract.get(contract_id) ?? []),
    ...(takenNow.get(contract_id) ?? []),
  ]
  for (const one of invoices) {
    const clawbacks = of(one.contract_id).filter(({ kind }) => kind === 'clawback')
    const own = (byInvoice.get(one.id) ?? []).filter(({ kind }) => kind !== 'clawback')
    add(one.contract_id, invoiceChanges(one, own, clawbacks))
  }
  for (const one of [...bringings, ...noLonger(bringings, entries)])
    add(one.contract_id, signupChanges(one, of(one.contract_id)))
  return all
}

/** Partners whose part in bringing a contract was given to others before it was billed. */
function noLonger(bringings: readonly Bringing[], entries: readonly KeptEntry[]): Bringing[] {
  const keyOf = (one: { contract_id: number | null; partner_id: number }) =>
    `${one.contract_id} ${one.partner_id}`
  const known = new Set(bringings.map(keyOf))
  const nothing = wholeCents(0)
  return entries.flatMap((one) => {
    const { partner_id, contract_id, customer_id } = one
    const isSignup = one.kind === 'signup' && one.rate_unit === 'fixed'
    if (!isSignup || !contract_id || !customer_id || known.has(keyOf(one))) return []
    known.add(keyOf(one))
    return {
      ...{ status: 'dropped' as const, amount: nothing, clawback: nothing, agreed: '0' },
      ...{ partner_id, contract_id, customer_id, share_percent: '100', invoice_id: null },
    }
  })
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
