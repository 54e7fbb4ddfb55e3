import { type BookedEvent, ledgerEvents, reversalOf } from '#domain/books/ledger-events.ts'
import type { BookedDocument, DocumentSide } from '#domain/exports/accountant-document.ts'
import type { AccountantTarget } from '#domain/exports/accountantfile.ts'
import { type Cents, cents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const alsoTakenBack = (events: readonly (typeof ledgerEvents)[keyof typeof ledgerEvents][]) =>
  events.flatMap((event): BookedEvent[] => [event, reversalOf(event)])

/** What makes a document for customers, or changes what one comes to. */
export const salesEvents = alsoTakenBack([
  ...[ledgerEvents.invoiceSent, ledgerEvents.discountTaken, ledgerEvents.feeWaived],
  ...[ledgerEvents.writeOff, ledgerEvents.goodwill, ledgerEvents.correction],
])

/** The same for suppliers. */
export const billEvents = alsoTakenBack([
  ...[ledgerEvents.billApproved, ledgerEvents.billDifference, ledgerEvents.billDiscountLost],
  ...[ledgerEvents.billCleared, ledgerEvents.goodwill, ledgerEvents.correction],
])

interface StoredDocument extends Omit<BookedDocument, 'lines'> {
  lines: { account: number; amount: string }[]
}

/** What is asked for: the days, the events (null: all), and what was exported before or not. */
export interface EntriesQuestion {
  target: AccountantTarget
  from: string
  to: string
  events: readonly string[] | null
  isAgain: boolean
}

const ENTRIES = sql<
  StoredDocument,
  [from: string, to: string, events: readonly string[] | null, target: string, again: boolean]
>`select t.id, t.event, t.transaction_date as date, t.reason,
    coalesce(i.invoice_number, a.adjustment_number, b.supplier_statement_number) as number,
    coalesce(i.due_date, a.due_date, b.due_date) as due_date,
    coalesce(c.customer_number, b.account_number_with_supplier) as reference,
    coalesce(c.name, s.name, p.name) as name, coalesce(c.email, s.email) as email,
    coalesce(c.street, s.street) as street, coalesce(c.suburb, s.suburb) as suburb,
    coalesce(c.city, s.city) as city, coalesce(c.postcode, s.postcode) as postcode,
    c.country as country, l.lines
  from transactions t
    join lateral (select json_agg(json_build_object('account', x.account,
        'amount', x.amount::text) order by x.id) as lines
      from accounttransactions x where x.transaction_id = t.id) l on true
    left join invoices i on i.id = t.invoice_id
    left join adjustments a on a.id = t.adjustment_id
    left join bills b on b.id = t.bill_id
    left join customers c on c.id = t.customer_id
    left join suppliers s on s.id = t.supplier_id
    left join partners p on p.id = t.partner_id
  where t.transaction_date between $1 and $2 and ($3::text[] is null or t.event = any($3))
    and ($5 or not exists (select from accountantfile_documents d
      where d.target = $4 and d.transaction_id = t.id))
  order by t.transaction_date, t.id`

/** Entries of the books in their order, each with what it is about. */
export async function bookedEntries(
  conn: Conn,
  { target, from, to, events, isAgain }: EntriesQuestion,
): Promise<BookedDocument[]> {
  const found = await ENTRIES.all(conn, from, to, events, target, isAgain)
  return found.map(({ lines, ...about }) => ({
    ...about,
    lines: lines.map(({ account, amount }) => ({ account, amount: cents(amount) })),
  }))
}

const OWED = sql<
  { total: string },
  [
    from: string,
    to: string,
    events: readonly string[],
    own: readonly number[],
    beside: readonly number[],
  ]
>`select coalesce(sum(e.own + e.beside), 0)::numeric(14,2)::text as total from (
    select coalesce(sum(a.amount) filter (where a.account = any($4)), 0) as own,
      coalesce(sum(a.amount) filter (where a.account = any($5)), 0) as beside
    from accounttransactions a join transactions t on t.id = a.transaction_id
    where a.transaction_date between $1 and $2 and t.event = any($3) group by a.transaction_id) e
  where e.own <> 0`

const DEBITS = sql<
  { total: string },
  [from: string, to: string]
>`select coalesce(sum(amount), 0)::numeric(14,2)::text as total from accounttransactions
  where transaction_date between $1 and $2 and amount > 0`

/**
 * What the books say of the period, from the other side than the documents are written from: what is
 * owed on them, with its GST or without; of journals all that was debited.
 */
export async function booksTotal(
  conn: Conn,
  { from, to, events }: EntriesQuestion,
  side: DocumentSide | null,
  isInclusive: boolean,
): Promise<Cents> {
  if (!side || !events) return cents((await DEBITS.one(conn, from, to))?.total ?? '0.00')
  const beside = isInclusive ? [] : [side.gst]
  const found = await OWED.one(conn, from, to, events, side.own, beside)
  const total = cents(found?.total ?? '0.00')
  return (side.sign === 1 ? -total + 0 : total) as Cents
}

const BEFORE = sql<
  { amount: string; net_amount: string },
  [from: string, to: string, target: string]
>`select coalesce(sum(d.amount), 0)::numeric(14,2)::text as amount,
    coalesce(sum(d.net_amount), 0)::numeric(14,2)::text as net_amount
  from (select distinct on (transaction_id) amount, net_amount from accountantfile_documents
    where target = $3 and document_date between $1 and $2 order by transaction_id, id desc) d`

/** What was in files of the same kind before, of these days. */
export async function exportedBefore(
  conn: Conn,
  { from, to, target }: EntriesQuestion,
  isInclusive: boolean,
): Promise<Cents> {
  const found = await BEFORE.one(conn, from, to, target)
  return cents((isInclusive ? found?.amount : found?.net_amount) ?? '0.00')
}
