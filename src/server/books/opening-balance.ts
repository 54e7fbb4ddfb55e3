import { sentStatuses } from '#domain/books/counted-statuses.ts'
import type { PageItem } from '#domain/books/page-item.ts'
import { accounts } from '#domain/books/postings.ts'
import { cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'
import { promisedFor } from '#server/messaging/checks/promised-for.ts'

export interface Opening {
  /** What is asked for from before: overdue rests less free credit. */
  amount: string
  items: PageItem[]
  credit: string
}

/** What a customer has overdue, and from which contract; whatever is from none has null. */
interface CustomerOpening {
  items: (PageItem & { contract_id: number | null })[]
  credit: string
}

export type OpeningScope = 'customer' | 'contract'

/**
 * What a page asks for from before: rests that are overdue and decided, not held and not asked for on
 * another page that is not yet due, less the customer's free credit. So nothing is asked for twice,
 * and what is printed does not change afterwards.
 */
export async function openingBalance(
  conn: Conn,
  { customer_id, contract_id }: { customer_id: number; contract_id: number | null },
  today: string,
  ownInvoice: number | null,
): Promise<Opening> {
  const scope = await settingOf(conn, 'opening_balance_scope')
  const openings = await openingBalances(conn, [customer_id], today, ownInvoice)
  return openingWithin(openings.get(customer_id), scope, contract_id)
}

/** What is asked on the page of one contract. What is from no contract stands on any page. */
export function openingWithin(
  whole: CustomerOpening | undefined,
  scope: OpeningScope,
  contract_id: number | null,
): Opening {
  const { items, credit } = whole ?? { items: [], credit: '0.00' }
  const own = items
    .filter((item) => scope === 'customer' || (item.contract_id ?? contract_id) === contract_id)
    .map(({ contract_id: _of, ...item }) => item)
  const owed = sumCents(own.map((item) => cents(item.balance)))
  return { amount: toDecimalString(wholeCents(owed - cents(credit))), items: own, credit }
}

/** The same for many customers with as many statements as for one. */
export async function openingBalances(
  conn: Conn,
  customer_ids: readonly number[],
  today: string,
  ownInvoice: number | null = null,
): Promise<Map<number, CustomerOpening>> {
  const [items, credits] = await Promise.all([
    ITEMS.all(conn, customer_ids, today, ownInvoice),
    FREE_CREDIT.all(conn, customer_ids, ownInvoice),
  ])
  const itemsOf = Map.groupBy(items, (item) => item.customer_id)
  return new Map(
    credits.map(({ customer_id, credit }): [number, CustomerOpening] => {
      const own = (itemsOf.get(customer_id) ?? []).map(({ customer_id: _of, ...item }) => item)
      return [customer_id, { items: own, credit }]
    }),
  )
}

// Asked for already on a page that is not due yet.
const carriedBy = (item: Fragment, own: Fragment) => fragment`exists (select from invoices p
    where p.customer_id = ${own}.customer_id and p.id is distinct from $3
      and p.invoice_status in (${sentStatuses}) and p.due_date >= $2 and not p.is_held
      and p.deleted_at is null
      and p.page_items @> jsonb_build_array(jsonb_build_object(${item}, ${own}.id)))`

const ITEMS = sql<
  PageItem & { customer_id: number; contract_id: number | null },
  [customer_ids: readonly number[], today: string, own_invoice: number | null]
>`select i.customer_id, i.contract_id, i.id as invoice_id, null::bigint as adjustment_id, i.invoice_number,
    i.due_date, (i.balance - ${promisedFor('i', fragment`i`)})::numeric(14,2)::text as balance
  from invoices i
  where i.customer_id = any($1) and i.id is distinct from $3 and i.invoice_status = 'invoiced'
    and i.balance > ${promisedFor('i', fragment`i`)} and not i.is_held and i.due_date < $2 and i.deleted_at is null
    and i.ppd_state is distinct from 'open'
    and not ${carriedBy(fragment`'invoice_id'`, fragment`i`)}
  union all select d.customer_id, null, null, d.id, d.adjustment_number, d.due_date,
    (d.balance - ${promisedFor('a', fragment`d`)})::numeric(14,2)::text
  from adjustments d
  where d.customer_id = any($1) and d.adjustment_status = 'invoiced' and d.balance > ${promisedFor('a', fragment`d`)}
    and not d.is_held and d.due_date < $2 and d.deleted_at is null
    and not ${carriedBy(fragment`'adjustment_id'`, fragment`d`)}
  order by due_date, invoice_id nulls last, adjustment_id`.named('opening_items')

// Money on no item that is kept for no other draft.
const FREE_CREDIT = sql<
  { customer_id: number; credit: string },
  [customer_ids: readonly number[], own_invoice: number | null]
>`select c.id as customer_id,
    (coalesce(b.credit, 0) - coalesce(r.promised, 0))::numeric(14,2)::text as credit
  from unnest($1::bigint[]) c (id)
  left join (select customer_id, -sum(amount) as credit from accounttransactions
    where customer_id = any($1) and account = ${accounts.customerCredit}
    group by customer_id) b on b.customer_id = c.id
  left join (select customer_id, sum(amount) as promised from money_set_aside
    where customer_id = any($1) and purpose = 'reserved' and invoice_id is distinct from $2
    group by customer_id) r on r.customer_id = c.id`.named('free_credit')
