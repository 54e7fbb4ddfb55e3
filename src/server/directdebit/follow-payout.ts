import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { accounts, credit, debit, type Posting, real } from '#domain/books/postings.ts'
import { type PayoutItem, payout } from '#domain/directdebit/payout.ts'
import { type PayoutSums, payoutSums } from '#domain/directdebit/payout-sums.ts'
import { type Cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { post, reverse } from '#server/books/ledger.ts'
import type { ProviderPayout, ProviderPayoutItem } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { insertRow, updateRow } from '#server/kit/rows/write-row.ts'
import { raiseTask } from '#server/tasks/system-task.ts'

interface KnownPayout {
  id: number
  payout_status: ProviderPayout['status']
  banktransaction_id: number | null
}

const KNOWN = sql<KnownPayout, [provider_payout_id: string]>`
  select id, payout_status, banktransaction_id from payouts where provider_payout_id = $1 for update`

const NAME = sql<never, [id: number, provider_payout_id: string]>`
  update payouts set provider_payout_id = $2 where id = $1`

const OWN = sql<{ id: number; provider_payment_id: string }, [ids: readonly string[]]>`
  select id, provider_payment_id from invoicepayments where provider_payment_id = any($1)`

const PAID_WITH = sql<never, [ids: readonly number[], payout_id: number]>`
  update invoicepayments set payout_id = $2 where id = any($1)`

const ENTRY = sql<{ id: number }, [unique_key: string]>`
  select t.id from transactions t where (t.unique_key = $1 or t.unique_key like $1 || ' again %')
    and not exists (select from transactions r where r.reverses_id = t.id)`

/** What a payout does to the books: the money, the provider's fees with their tax, and what it held. */
export function payoutLines(amount: Cents, { collected, fees, fees_gst }: PayoutSums): Posting[] {
  return real([
    debit(accounts.bank, amount),
    debit(accounts.providerFees, fees),
    debit(accounts.gstOnPurchases, fees_gst),
    credit(accounts.debitsUnderWay, collected),
  ])
}

/** Brings a payout to where it stands at the provider, and books it once when it is paid. */
export async function followPayout(
  ctx: Context,
  conn: Conn,
  now: ProviderPayout,
  items: readonly ProviderPayoutItem[],
): Promise<number> {
  const known = await KNOWN.one(conn, now.id)
  const amount = wholeCents(now.amount)
  const sums = payoutSums(amount, items)
  const id = known?.id ?? (await keep(ctx, conn, now, items, sums))
  const had = known?.payout_status ?? 'pending'
  if (had !== now.status) {
    const values = { payout_status: now.status, arrival_date: now.arrival_date }
    const changes = { payout_status: [had, now.status] as [unknown, unknown] }
    await updateRow(ctx, conn, payout, id, values, { action: 'update', changes })
  }
  const isPaid = now.status === 'paid'
  const [standing] = await standingEntries(conn, id)
  if (isPaid && standing === undefined)
    await post(ctx, conn, [
      {
        event: ledgerEvents.debitsPaidOut,
        date: now.arrival_date ?? todayOf(ctx),
        unique_key: await nextKey(conn, id),
        reason: `The provider paid out ${now.reference ?? now.id}.`,
        lines: payoutLines(amount, sums),
      },
    ])
  if (now.status === 'bounced' && standing !== undefined) {
    await reverse(ctx, conn, [standing], 'The bank sent the payout back.')
    await askAbout(ctx, conn, id, now)
  }
  return id
}

const keyOf = (id: number) => `debits paid out ${id}`

const BOOKED = sql<{ count: number }, [unique_key: string]>`
  select count(*)::int as count from transactions
  where unique_key = $1 or unique_key like $1 || ' again %'`

/** What came back is booked anew when it is paid again. */
async function nextKey(conn: Conn, id: number): Promise<string> {
  const times = (await BOOKED.one(conn, keyOf(id)))?.count ?? 0
  return times === 0 ? keyOf(id) : `${keyOf(id)} again ${times}`
}

const standingEntries = async (conn: Conn, id: number): Promise<number[]> =>
  (await ENTRY.all(conn, keyOf(id))).map((entry) => entry.id)

async function keep(
  ctx: Context,
  conn: Conn,
  now: ProviderPayout,
  items: readonly ProviderPayoutItem[],
  sums: PayoutSums,
): Promise<number> {
  const ids = items.flatMap(({ debit_id }) => debit_id ?? [])
  const own = await OWN.all(conn, ids)
  const of = new Map(own.map((one) => [one.provider_payment_id, one.id]))
  const kept = items.map(
    ({ type, amount, taxes, debit_id }): PayoutItem => ({
      type,
      amount,
      taxes: taxes.map((one) => one.amount).join(' '),
      invoicepayment_id: of.get(debit_id ?? '') ?? null,
    }),
  )
  const row = await insertRow(ctx, conn, payout, {
    payout_status: 'pending',
    reference: now.reference,
    arrival_date: now.arrival_date,
    amount: toDecimalString(wholeCents(now.amount)),
    collected: toDecimalString(sums.collected),
    fees: toDecimalString(sums.fees),
    fees_gst: toDecimalString(sums.fees_gst),
    items: kept,
  })
  await NAME.run(conn, row.id, now.id)
  const paid = items.filter(({ type }) => type === 'payment_paid_out')
  const with_it = paid.flatMap(({ debit_id }) => (debit_id ? (of.get(debit_id) ?? []) : []))
  await PAID_WITH.run(conn, with_it, row.id)
  return row.id
}

async function askAbout(ctx: Context, conn: Conn, id: number, now: ProviderPayout) {
  await raiseTask(ctx, conn, {
    cause: `payout bounced ${id}`,
    subject: `The payout ${now.reference ?? now.id} of direct debits came back`,
    text_plain:
      'Our bank did not take it. Check the account that the provider pays into.\n/app/directdebits?tab=payouts',
    due_date: todayOf(ctx),
    role_name: 'accounting',
  })
}
