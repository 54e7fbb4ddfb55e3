import type {
  Counterpart,
  OpenBill,
  PastDeposit,
  RecordedPayment,
  SupplierFacts,
} from '#domain/bank/match-facts.ts'
import { bankedTogether } from '#domain/bank/match-index.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { type Cents, cents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { FieldKeys } from '#server/kit/rows/seal.ts'
import { hashAccount } from '../account-hash.ts'

type Amounted<T> = Omit<T, 'amount'> & { amount: string }
type Amounts = [amounts: readonly string[]]
type AmountsUntil = [...Amounts, today: string]

const inCents = <T extends { amount: string }>(row: T): Omit<T, 'amount'> & { amount: Cents } => ({
  ...row,
  amount: cents(row.amount),
})

// What is banked together is a part of its line: its own amount stands on none.
const RECORDED = sql<Amounted<RecordedPayment>, [amounts: readonly string[], banked_since: string]>`
  select p.id as payment_id, p.customer_id, p.payment_date, p.amount_incl_gst::text as amount,
    p.payment_type
  from invoicepayments p
  where p.payment_status in ('received', 'partly_refunded') and p.banktransaction_id is null
    and p.payment_type <> 'direct_debit' and (p.amount_incl_gst = any($1::numeric[])
      or (p.payment_type in (${bankedTogether}) and p.payment_date >= $2))
    and p.deleted_at is null order by p.payment_date, p.id`

/** Payments of these amounts that were recorded and are not seen yet, and what may be banked. */
export async function recordedOf(conn: Conn, amounts: readonly string[], banked_since: string) {
  return (await RECORDED.all(conn, amounts, banked_since)).map(inCents) satisfies RecordedPayment[]
}

// What the provider of direct debits sends back, no line of ours shows.
const BY_BANK = fragment`not exists (select from accounttransactions a
  where a.transaction_id = t.id and a.account = ${accounts.debitsUnderWay})`

// The GST of a tax invoice that came before the statement was paid left with it.
const LATER_GST = fragment`case when s.carried = 0 then s.tax_invoice_gst else 0 end`

const IN_BATCH = fragment`p.payment_status = 'paid' and p.batch is not null and p.deleted_at is null`
const PAID_IN_BATCH = fragment`select from billpayments p where ${IN_BATCH}`

// One payment to a supplier, a refund, a payout, and a line of another account: whatever
// a line may be the other half of, signed as the bank will show it.
const COUNTERPARTS = sql<Omit<CounterpartRow, 'along'>, AmountsUntil>`
  select * from (
    select 'billpayment' as kind, p.id, (-p.amount_incl_gst)::text as amount,
      p.payment_date as date, coalesce(p.reference, p.batch) as reference,
      null::bigint as customer_id, p.supplier_id, array[p.id] as payment_ids,
      null::bigint as bankaccount_id
    from billpayments p where p.payment_status = 'paid' and p.deleted_at is null
    union all
    select 'returned', p.id, p.amount_incl_gst::text, p.payment_date, coalesce(p.reference, p.batch),
      null, p.supplier_id, array[p.id], null
    from billpayments p where p.payment_status in ('paid', 'cleared') and p.deleted_at is null
      and p.payment_date > $2::date - 30
    union all
    select 'refund', t.id, (-t.amount)::text, t.transaction_date, null, t.customer_id, null,
      array[t.invoicepayment_id], null
    from transactions t where t.event in (${[ledgerEvents.refund, ledgerEvents.payout]})
      and t.invoicepayment_id is not null and ${BY_BANK}
      and not exists (select from transactions r where r.reverses_id = t.id)
      and not exists (select from bankparts b where b.kind = 'refund' and b.undone_at is null
        and (b.stood_as ->> 'entry_id')::bigint = t.id)
    union all
    select 'refund', t.id, t.amount::text, t.transaction_date, null, t.customer_id, null,
      array[t.invoicepayment_id], null
    from transactions t where t.event in (${[ledgerEvents.refund, ledgerEvents.payout]})
      and t.invoicepayment_id is not null and ${BY_BANK} and t.transaction_date > $2::date - 30
      and not exists (select from transactions r where r.reverses_id = t.id)
      and exists (select from bankparts b where b.kind = 'refund' and b.undone_at is null
        and (b.stood_as ->> 'entry_id')::bigint = t.id)
    union all
    select 'payout', o.id, o.amount::text, o.arrival_date, o.reference, null, null, '{}', null
    from payouts o where o.payout_status = 'paid' and o.banktransaction_id is null
      and o.deleted_at is null and o.amount > 0
    union all
    select 'commission', s.id, (-(s.to_pay + ${LATER_GST}))::text, s.payment_date,
      s.statement_number, null, null, array[s.id], null
    from commissionstatements s where s.statement_status = 'paid' and s.to_pay > 0
    union all
    select 'commission', min(s.id), (-sum(s.to_pay + ${LATER_GST}))::text, max(s.payment_date),
      s.batch, null, null, array_agg(s.id order by s.id), null
    from commissionstatements s where s.statement_status = 'paid' and s.to_pay > 0
      and s.batch is not null group by s.batch having count(*) > 1
        and not exists (${PAID_IN_BATCH} and p.batch = s.batch)
    union all
    select 'transfer', t.id, (-t.amount)::text, t.transaction_date, null, null, null, '{}',
      t.bankaccount_id
    from banktransactions t where t.deleted_at is null
      and (t.transaction_status in ('new', 'suggested') or (t.transaction_status = 'transfer'
        and exists (select from bankparts b where b.banktransaction_id = t.id
          and b.undone_at is null and b.kind = 'transfer' and b.other_line_id is null)))) x
  where x.amount::numeric = any($1::numeric[]) order by x.kind, x.date, x.id`

interface CounterpartRow extends Omit<Counterpart, 'amount' | 'along'> {
  amount: string
  along: { ids: number[]; amount: string } | null
}

// A file for suppliers is one line of the bank, with the commission statements that left in it.
const BATCHES = sql<CounterpartRow, Amounts>`
  select * from (
    select 'billpayment' as kind, b.id, (-b.paid - coalesce(s.paid, 0))::text as amount, b.date,
      b.batch as reference, null::bigint as customer_id, b.supplier_id, b.payment_ids,
      null::bigint as bankaccount_id,
      case when s.ids is not null
        then json_build_object('ids', s.ids, 'amount', (-s.paid)::text) end as along
    from (select min(p.id) as id, p.batch, sum(p.amount_incl_gst) as paid,
        max(p.payment_date) as date, array_agg(p.id order by p.id) as payment_ids,
        case when count(distinct p.supplier_id) = 1 then max(p.supplier_id) end as supplier_id
      from billpayments p where ${IN_BATCH} group by p.batch) b
    left join lateral (select array_agg(s.id order by s.id) as ids,
        sum(s.to_pay + ${LATER_GST}) as paid
      from commissionstatements s where s.batch = b.batch and s.statement_status = 'paid'
        and s.to_pay > 0) s on true) x
  where x.amount::numeric = any($1::numeric[]) order by x.date, x.id`

export async function counterpartsOf(conn: Conn, amounts: readonly string[], today: string) {
  const [batches, others] = await Promise.all([
    BATCHES.all(conn, amounts),
    COUNTERPARTS.all(conn, amounts, today),
  ])
  const halves = [...batches, ...others.map((one) => ({ ...one, along: null }))]
  return halves.map(({ along, ...one }) => ({
    ...inCents(one),
    along: along && { ids: along.ids, amount: cents(along.amount) },
  })) satisfies Counterpart[]
}

interface SupplierRow {
  supplier_id: number
  names: (string | null)[]
  account: string | null
  numbers: string[]
}

const SUPPLIERS = sql<SupplierRow>`
  select s.id as supplier_id, array[s.name, s.short_name] as names, s.bank_account_number as account,
    coalesce((select array_agg(distinct b.account_number_with_supplier) from bills b
      where b.supplier_id = s.id and b.account_number_with_supplier is not null
        and b.deleted_at is null), '{}') as numbers
  from suppliers s where s.deleted_at is null order by s.id`

export async function suppliersOf(conn: Conn, keys: FieldKeys): Promise<SupplierFacts[]> {
  const rows = await SUPPLIERS.all(conn)
  return rows.map(({ supplier_id, names, account, numbers }) => ({
    supplier_id,
    names: names.flatMap((name) => (name ? [name] : [])),
    account_hashes: account ? [hashAccount(keys, account)] : [],
    numbers,
  }))
}

interface BillRow extends Omit<OpenBill, 'discounted' | 'undiscounted' | 'placed'> {
  balance: string
  lost: string
}

const CREATED = fragment`(b.created_at at time zone ${BUSINESS_TIME_ZONE})::date`

const BILLS = sql<BillRow>`
  select b.id as bill_id, b.supplier_id, b.supplier_statement_number as bill_number,
    coalesce(b.supplier_due_date, b.date_issued, ${CREATED}) as due_date,
    coalesce(b.supplier_due_date, b.date_issued, ${CREATED}) as in_time_until,
    b.balance::text as balance,
    case when b.ppd_state = 'open' then greatest(coalesce(b.undiscounted_bill_sum, 0)
      - coalesce(b.discounted_bill_sum, 0), 0) else 0 end::text as lost
  from bills b where b.bill_status in ('approved', 'invoiced') and b.balance > 0
    and not b.is_withheld and b.deleted_at is null order by b.id`

/** Bills that are still to be paid; what lies on them already is taken off. */
export async function billsOf(conn: Conn): Promise<OpenBill[]> {
  return (await BILLS.all(conn)).map(({ balance, lost, ...bill }) => ({
    ...bill,
    discounted: cents(balance),
    undiscounted: (cents(balance) + cents(lost)) as Cents,
    placed: 0 as Cents,
  }))
}

const DEPOSITS = sql<Amounted<PastDeposit>, AmountsUntil>`
  select t.id as line_id, t.bankaccount_id, p.customer_id,
    array_agg(p.invoicepayment_id order by p.invoicepayment_id) as payment_ids,
    t.transaction_date as date, sum(p.amount)::text as amount, h.hash as other_account_hash
  from bankparts p join banktransactions t on t.id = p.banktransaction_id
  join invoicepayments i on i.id = p.invoicepayment_id
  left join account_hashes h on h.place = 'line' and h.row_id = t.id
  where p.undone_at is null and p.kind in ('customer', 'payment') and p.customer_id is not null
    and i.payment_status not in ('failed', 'cancelled')
    and t.transaction_date > $2::date - 400 and p.amount = any($1::numeric[])
  group by t.id, p.customer_id, h.hash, p.amount order by t.id`

/** Money that came in and that the bank may take back. */
export async function depositsOf(conn: Conn, ...asked: AmountsUntil) {
  return (await DEPOSITS.all(conn, ...asked)).map(inCents) satisfies PastDeposit[]
}

interface PatternRow {
  id: number
  customer_id: number
  was_undone: boolean
}

const CHOSEN = sql<PatternRow, Amounts>`
  select t.id, p.customer_id, bool_or(p.undone_at is not null) as was_undone
  from bankparts p join banktransactions t on t.id = p.banktransaction_id
  where p.kind = 'customer' and p.customer_id is not null and t.amount = any($1::numeric[])
    and (t.matched_by = 'person' or p.undone_at is not null)
  group by t.id, p.customer_id order by t.id desc limit 5000`

/** Lines of these amounts that people have matched, or whose match they have taken off. */
export const chosenBefore = (conn: Conn, amounts: readonly string[]): Promise<PatternRow[]> =>
  CHOSEN.all(conn, amounts)
