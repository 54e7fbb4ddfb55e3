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
  frozen: number
}

const TROUBLE = sql<Trouble>`select
    (select string_agg(a.name, ', ' order by a.name) from bankfeeds f
      join bankaccounts a on a.id = f.bankaccount_id where f.feed_status = 'broken') as feeds,
    exists (select from ddconnections where connection_status = 'broken') as is_disconnected,
    (select count(*)::int from customers
      where debits_frozen_date is not null and deleted_at is null) as frozen`

/** What keeps numbers from coming in comes before the numbers. */
export async function noticesFor(ctx: Context, conn: Conn): Promise<DashboardNotice[]> {
  if (!atLeast(ctx.actor.role, 'accounting')) return []
  const [trouble, gst] = await Promise.all([TROUBLE.one(conn), gstNotice(conn, todayOf(ctx))])
  if (!trouble) return []
  const { feeds, is_disconnected, frozen } = trouble
  const found: (DashboardNotice | false)[] = [
    feeds !== null && { text: `The feed of ${feeds} is broken`, ...atBank },
    is_disconnected && { text: 'Direct debit is disconnected', ...atDebits },
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
const atDebits = { to: '/app/directdebits', tone: 'red' } as const
