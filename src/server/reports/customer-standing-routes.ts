import { customer } from '#domain/customers/customer.ts'
import { type MessageFate, troubleOf } from '#domain/messaging/message-trouble.ts'
import {
  type ContractStanding,
  type CustomerStanding,
  customerStandingCalls,
  type LastContact,
  type LatestStop,
  type NextReading,
  type OwedByCustomer,
} from '#domain/reports/customer-standing-calls.ts'
import { OPEN_ITEMS } from '#server/books/open-items.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { FATE } from '#server/messaging/message-fate.ts'

// The page shows the oldest of them; the sums are of all.
const MOST = 4

type Sums = Pick<
  CustomerStanding,
  'overdue_since' | 'open_count' | 'promised' | 'open_tasks' | 'overdue_tasks'
>

// No customer, no row.
const SUMS = sql<Sums, [customer_id: number, today: string]>`
  select o.overdue_since, o.open_count, o.promised, t.open_tasks, t.overdue_tasks
  from customers c,
    (select min(due_date) filter (where due_date < $2::date and not is_held) as overdue_since,
      count(*)::int as open_count, coalesce(sum(promised), 0)::numeric(14,2)::text as promised
      from (${OPEN_ITEMS}) x where customer_id = $1) o,
    (select count(*)::int as open_tasks,
      count(*) filter (where due_date < $2::date)::int as overdue_tasks
      from tasks where reference_object = 'customer' and reference_id = $1
        and task_status = 'open' and deleted_at is null) t
  where c.id = $1`

const ITEMS = sql<OwedByCustomer, [customer_id: number]>`
  select invoice_id, adjustment_id, number, due_date, balance::text,
    coalesce(promised, 0)::numeric(14,2)::text as promised, is_held
  from (${OPEN_ITEMS}) x where customer_id = $1
  order by due_date nulls last, invoice_id, adjustment_id limit ${MOST}`

// Contact is between people: what the program sends by itself and what never left are none.
const CONTACT = sql<LastContact, [customer_id: number]>`
  select at, way, direction, by, words from (
    (select m.created_at as at, m.type as way, m.direction,
        nullif(trim(concat_ws(' ', u.firstname, u.lastname)), '') as by, left(m.shown_as, 120) as words
      from messages m left join users u on u.id = m.author_id
      where m.customer_id = $1 and m.deleted_at is null and not m.is_machine
        and (m.direction = 'in' or m.author_id is not null)
        and m.status not in ('draft', 'failed', 'bounced', 'blocked', 'cancelled')
      order by m.id desc limit 1)
    union all
    (select n.created_at, 'note', 'out', n.written_by, left(n.subject, 120) from notes n
      where n.reference_object = 'customer' and n.reference_id = $1 and n.deleted_at is null
      order by n.created_at desc, n.id desc limit 1)) x
  order by at desc limit 1`

const CONTRACTS = sql<ContractStanding, [customer_id: number, today: string]>`
  select c.id, c.contract_number as number, c.contract_status, c.icp_type, s.name as supplier,
    c.date_end, c.is_open_plan, (select min(r.valid_from_date) from rateupdates r
      where r.contract_id = c.id and r.valid_from_date > $2::date and r.deleted_at is null
    ) as next_rate_date
  from contracts c left join suppliers s on s.id = c.supplier_id
  where c.customer_id = $1 and c.contract_status in ('active', 'offered') and c.deleted_at is null
  order by c.contract_status, c.date_end nulls last, c.id limit 50`

const READING = sql<NextReading, [customer_id: number]>`
  select id as meter_id, meter_number, next_reading_date from meters
  where customer_id = $1 and next_reading_date is not null and date_removed is null
    and deleted_at is null order by next_reading_date, id limit 1`

const STOP = sql<LatestStop, [customer_id: number]>`
  select created_at as at, reason from carestops where customer_id = $1 order by id desc limit 1`

const FATES = sql<MessageFate, [customer_id: number]>`
  select m.id, m.type, m.recipient, m.status, m.error, ${FATE} from messages m
  where m.customer_id = $1 and m.direction = 'out' and m.deleted_at is null
    and m.status in ('accepted', 'failed', 'bounced') and m.type in ('email', 'sms')
    and m.created_at > now() - interval '30 days'
  order by m.id desc limit 200`

const STAFF = sql<{ name: string }, [customer_id: number]>`
  select s.name from staffs s where s.id in (select c.staff_id from contracts c
    where c.customer_id = $1 and c.contract_status = 'active' and c.deleted_at is null)
  order by s.name limit 3`

/** How it stands with a customer, in one answer: whoever is on the phone waits for nothing. */
async function readStanding(ctx: Context, { id }: { id: number }) {
  const today = todayOf(ctx)
  const [sums, open_items, contact, contracts, reading, stop, fates, staff] =
    await ctx.database.read(scopeOf(ctx), (conn) =>
      Promise.all([
        SUMS.one(conn, id, today),
        ITEMS.all(conn, id),
        CONTACT.one(conn, id),
        CONTRACTS.all(conn, id, today),
        READING.one(conn, id),
        STOP.one(conn, id),
        FATES.all(conn, id),
        STAFF.all(conn, id),
      ]),
    )
  if (!sums) throw notFound(customer)
  const data: CustomerStanding = {
    ...sums,
    open_items,
    contracts,
    last_contact: contact ?? null,
    next_reading: reading ?? null,
    latest_stop: stop ?? null,
    message_troubles: fates.flatMap((one) => troubleOf(one) ?? []).slice(0, MOST),
    looked_after_by: staff.map(({ name }) => name),
  }
  return { data }
}

export const customerStandingRoutes: Route[] = serve(customerStandingCalls, {
  read: { run: readStanding },
})
