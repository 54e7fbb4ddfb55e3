import { accounts } from '#domain/books/postings.ts'
import type { OpenItem, StatementEntry, StatementFacts } from '#domain/books/statement.ts'
import { customer } from '#domain/customers/customer.ts'
import { formatPhone } from '#domain/kit/phone.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { OPEN_ITEMS } from './open-items.ts'
import { OPTED_OUT, RECIPIENTS } from './recipients.ts'

export interface FoundStatement extends StatementFacts {
  recipients: string[]
  opted_out: string[]
}

type StatementHead = Pick<FoundStatement, 'organisation' | 'customer' | 'recipients' | 'opted_out'>

const address = (row: 'o' | 'c'): Fragment => ({
  fragment: `array_remove(array[${row}.street, ${row}.suburb,
    nullif(concat_ws(' ', ${row}.city, ${row}.postcode), '')], null)`,
})

const HEAD = sql<StatementHead, [customer_id: number]>`
  select json_build_object('name', coalesce(o.trading_name, o.name),
      'gst_number', o.gst_number, 'bank_account_name', o.bank_account_name,
      'bank_account_number', o.bank_account_number, 'email', o.email, 'phone', o.phone,
      'address', ${address('o')}) as organisation,
    json_build_object('name', coalesce(c.name_business, c.name),
      'customer_number', c.customer_number, 'address', ${address('c')}) as customer,
    e.recipients, ${OPTED_OUT} as opted_out
  from customers c join organisations o on o.id = c.organisation_id
  left join ${RECIPIENTS} on true
  where c.id = $1`

// Money that only moves between a customer's credit and invoices changes nothing that is owed.
const ENTRIES = sql<StatementEntry, [customer_id: number, from: string, to: string]>`
  select t.transaction_date, t.event, coalesce(i.invoice_number, d.adjustment_number) as number,
    p.reference,
    sum(a.amount)::text as amount
  from accounttransactions a join transactions t on t.id = a.transaction_id
  left join invoices i on i.id = t.invoice_id
  left join adjustments d on d.id = t.adjustment_id
  left join invoicepayments p on p.id = t.invoicepayment_id
  where a.customer_id = $1 and a.account in (${accounts.receivables}, ${accounts.customerCredit})
    and t.transaction_date between $2 and $3
  group by t.id, i.invoice_number, d.adjustment_number, p.reference having sum(a.amount) <> 0
  order by t.transaction_date, t.id`

const OPENING = sql<{ opening: string }, [customer_id: number, from: string]>`
  select coalesce(sum(amount), 0)::numeric(14,2)::text as opening from accounttransactions
  where customer_id = $1 and account in (${accounts.receivables}, ${accounts.customerCredit})
    and transaction_date < $2`

const OPEN = sql<OpenItem, [customer_id: number]>`
  select number, due_date, balance::text from (${OPEN_ITEMS}) i
  where customer_id = $1 order by due_date, invoiced_at`

/** Everything a statement says, from the books alone. */
export async function statementFacts(
  ctx: Context,
  conn: Conn,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<FoundStatement> {
  const [head, before, entries, open] = await Promise.all([
    HEAD.one(conn, id),
    OPENING.one(conn, id, from),
    ENTRIES.all(conn, id, from, to),
    OPEN.all(conn, id),
  ])
  if (!head) throw notFound(customer)
  const { organisation } = head
  return {
    ...head,
    organisation: { ...organisation, phone: organisation.phone && formatPhone(organisation.phone) },
    from,
    to,
    today: todayOf(ctx),
    opening: before?.opening ?? '0.00',
    entries,
    open,
  }
}
