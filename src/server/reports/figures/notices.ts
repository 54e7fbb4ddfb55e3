import { atLeast } from '#domain/access/role.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import type { DashboardNotice } from '#domain/reports/figures/dashboard-calls.ts'
import { gstWarningDays } from '#domain/reports/gst-period.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { returnToFile } from '#server/reports/gst/return-to-file.ts'

interface Trouble {
  feeds: string | null
  is_disconnected: boolean
  is_waiting: boolean
  frozen: number
  refused: number
}

// An authority with trouble is nobody's business any more once another one came after it.
const TROUBLE = sql<Trouble, [now: Date]>`select
    (select string_agg(a.name, ', ' order by a.name) from bankfeeds f
      join bankaccounts a on a.id = f.bankaccount_id where f.feed_status = 'broken') as feeds,
    exists (select from ddconnections where connection_status = 'broken') as is_disconnected,
    exists (select from ddconnections where waiting_until > $1) as is_waiting,
    (select count(*)::int from mandates m join customers c on c.id = m.customer_id
      where m.problem is not null and m.deleted_at is null and c.deleted_at is null
        and not exists (select from mandates n where n.customer_id = m.customer_id
          and n.id > m.id and n.deleted_at is null)) as refused,
    (select count(*)::int from customers
      where debits_frozen_date is not null and deleted_at is null) as frozen`

/** What keeps numbers from coming in comes before the numbers. */
export async function noticesFor(ctx: Context, conn: Conn): Promise<DashboardNotice[]> {
  if (!atLeast(ctx.actor.role, 'accounting')) return []
  const [trouble, gst] = await Promise.all([
    TROUBLE.one(conn, ctx.clock.now()),
    gstNotice(conn, todayOf(ctx)),
  ])
  if (!trouble) return []
  const { feeds, is_disconnected, is_waiting, frozen, refused } = trouble
  const authorities = plural(refused, 'direct debit authority', 'direct debit authorities')
  const found: (DashboardNotice | false)[] = [
    feeds !== null && { text: `The feed of ${feeds} is broken`, ...atBank },
    is_disconnected && { text: 'Direct debit is disconnected', ...atDebits },
    is_waiting && { text: 'Direct debit waits for the provider to answer', ...atDebits },
    refused > 0 && { text: `The provider refused ${authorities}`, to: atRefused, tone: 'red' },
    frozen > 0 && { text: `Debits of ${plural(frozen, 'customer')} are stopped`, ...atDebits },
    gst,
  ]
  return found.filter((notice) => notice !== false)
}

/** The return is told from its first warning on, until it is filed. */
async function gstNotice(conn: Conn, today: string): Promise<DashboardNotice | false> {
  const owed = await returnToFile(conn, today)
  if (!owed) return false
  const { period_end, due_date } = owed
  const [first = due_date, last = due_date] = gstWarningDays(due_date)
  if (today < first) return false
  const isOver = today > due_date
  const due = `${isOver ? 'was' : 'is'} due on ${formatDayShort(due_date)}`
  return {
    text: `The GST return to ${formatDayShort(period_end)} ${due}`,
    to: '/app/reports?name=gst',
    tone: today < last ? 'amber' : 'red',
  }
}

const atBank = { to: '/app/bankaccounts', tone: 'red' } as const
// The task of each says whose it is.
const atRefused = '/app/tasks?q=direct%20debit%20authority'
const atDebits = { to: '/app/directdebits', tone: 'red' } as const
