import type { DepositItem, DepositPage } from '#domain/bank/deposit.ts'
import type { Item, ItemKey } from '#domain/books/account.ts'
import { sumOf } from '#domain/books/money-desk.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { type Cents, cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import { round2, toDollars } from '#domain/kit/rounding.ts'
import { type CustomerAccount, loadAccounts } from '#server/books/customer-account.ts'
import { adjustmentItem, invoiceItem } from '#server/books/money-keys.ts'
import { gstOn } from '#server/identity/gst-rates.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

interface OpenRow {
  invoice_id: number | null
  adjustment_id: number | null
  customer_id: number
  number: string | null
}

const OPEN = sql<
  OpenRow,
  [customer_ids: readonly number[] | null, figures: readonly string[] | null]
>`
  select i.id as invoice_id, null::bigint as adjustment_id, i.customer_id,
    i.invoice_number as number
  from invoices i where i.invoice_status = 'invoiced' and i.balance > 0 and i.deleted_at is null
    and (i.customer_id = any($1) or i.discounted_total = any($2::numeric[])
      or i.undiscounted_total = any($2::numeric[]))
  union all select null, d.id, d.customer_id, d.adjustment_number
  from adjustments d where d.adjustment_status = 'invoiced' and d.side = 'debit' and d.balance > 0
    and d.deleted_at is null and (d.customer_id = any($1) or d.amount = any($2::numeric[]))`

const keyOf = ({ invoice_id, adjustment_id }: OpenRow): ItemKey =>
  invoice_id === null ? adjustmentItem(adjustment_id ?? 0) : invoiceItem(invoice_id)

const FEES = sql<{ invoice_id: number; amount: string }, [customer_ids: readonly number[]]>`
  select f.about_invoice_id as invoice_id, f.amount::text from pending_charges f
  join invoices i on i.id = f.about_invoice_id
  where f.customer_id = any($1) and f.charge_type = 'late_fee' and f.invoice_id is null
    and f.dropped_at is null and i.reminded_at is not null`

/** Customers whose pages ask for one of these amounts, whoever they are. */
export async function askedBySomebody(conn: Conn, figures: readonly string[]): Promise<number[]> {
  const rows = await OPEN.all(conn, null, figures)
  return [...new Set(rows.map(({ customer_id }) => customer_id))]
}

// So many accounts are read at a time that neither side has to hold them all.
const AT_ONCE = 500

/** What these customers owe, as the books place money on it. */
export async function itemsOf(
  conn: Conn,
  ids: readonly number[],
  today: string,
): Promise<DepositItem[]> {
  const items: DepositItem[] = []
  const open = await OPEN.all(conn, ids, null)
  const numbers = new Map(open.map((row) => [keyOf(row), row.number]))
  // A fee that was announced is taxed when it is billed, which is not before today.
  const percent = await gstOn(conn, today)
  const owing = [...new Set(open.map(({ customer_id }) => customer_id))]
  for (let from = 0; from < owing.length; from += AT_ONCE) {
    const some = owing.slice(from, from + AT_ONCE)
    const [accounts, fees] = await Promise.all([loadAccounts(conn, some), FEES.all(conn, some)])
    const feeOf = new Map(
      fees.map((fee) => [invoiceItem(fee.invoice_id), withGst(fee.amount, percent)]),
    )
    for (const account of accounts.values()) items.push(...depositItems(account, numbers, feeOf))
  }
  return items
}

const withGst = (amount: string, percent: string): Cents =>
  round2(toDollars(cents(amount)).times(new Exact(percent).div(100).plus(1)))

function depositItems(
  { customer_id, account }: CustomerAccount,
  numbers: ReadonlyMap<ItemKey, string | null>,
  feeOf: ReadonlyMap<ItemKey, Cents>,
): DepositItem[] {
  return account.items
    .filter(({ key }) => numbers.has(key))
    .map((item) => ({
      key: item.key,
      customer_id,
      number: numbers.get(item.key) ?? null,
      due_date: item.due_date,
      in_time_until: item.in_time_until,
      sent_date: item.sent_date,
      discounted: item.discounted,
      undiscounted: item.undiscounted,
      ppd_granted: item.ppd_granted,
      forgiven: sumCents([item.waived, item.written_off]),
      placed: wholeCents(sumOf(account.placements.filter((one) => one.item === item.key))),
      is_held: item.is_held,
      announced_fee: feeOf.get(item.key) ?? wholeCents(0),
      page: pageOf(item),
    }))
}

function pageOf({ page }: Item): DepositPage | null {
  const [in_time, late = in_time] = page?.asked ?? []
  if (!page || in_time === undefined || late === undefined) return null
  return { in_time, late, carried: page.carried, old_items_first: page.old_items_first }
}
