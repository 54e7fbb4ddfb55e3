import { z } from 'zod'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { type Conn, isOutOfTime } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { eachOrganisation } from '#server/kit/jobs/system-context.ts'
import { BEFORE_ALL } from './kept-days.ts'
import { type KeptSource, keptSources, liveAmounts, STANDING } from './live-amounts.ts'

/** So many days are summed up in one transaction, or fewer where that takes too long. */
const DAYS_AT_ONCE = 31

/** Each minute: days that are over get their sums, those that were written into get them anew. */
export const keepDaysJob = defineJob({
  name: 'keep-days',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, async (organisation_id) => {
      for (const source of keptSources) {
        if (job.signal.aborted) return
        await keepDays(job, organisation_id, source)
      }
    })
  },
})

/** Goes on until every day before today has its sums, and no note is left of those it has seen. */
export async function keepDays(
  job: Pick<JobContext, 'database' | 'clock'> & { signal?: AbortSignal },
  organisation_id: number,
  source: KeptSource,
): Promise<void> {
  const { database, signal } = job
  const yesterday = Temporal.PlainDate.from(todayOf(job)).subtract({ days: 1 }).toString()
  const scope = { organisation_id, user_id: null }
  let days = DAYS_AT_ONCE
  const sum = (conn: Conn) => sumUp(conn, organisation_id, { source, days, yesterday })
  while (!signal?.aborted) {
    try {
      // One day that is too long for a call is given the time of an export.
      const isMore = await (days > 1 ? database.write(scope, sum) : database.patient(scope, sum))
      if (!isMore) return
      days = Math.min(DAYS_AT_ONCE, days * 2)
    } catch (error) {
      if (days === 1 || !isOutOfTime(error)) throw error
      days = Math.ceil(days / 4)
    }
  }
}

const MARK = sql<{ closed_to: string }, [organisation_id: number, source: KeptSource]>`
  insert into daytotal_marks as m (organisation_id, source, closed_to)
  values ($1, $2, ${BEFORE_ALL})
  on conflict (organisation_id, source) do update set closed_to = m.closed_to
  returning closed_to::text`

const ONE_DAY = { from: fragment`d.day`, to: fragment`d.day` }
const NEXT_DAYS = { from: fragment`$3::date + 1`, to: fragment`$4::date` }

// No day before these has anything to add up. Asked of a column that has an index alone: looking for
// the first amount of all there ever was takes longer than a call has.
const firstDay = (first: string, from: Fragment) => sql<FirstDay>`
  select (${{ fragment: first }})::text as day from ${from}`
interface FirstDay {
  day: string | null
}

const FIRST: Record<KeptSource, ReturnType<typeof firstDay>> = {
  books: firstDay('min(t.transaction_date)', fragment`transactions t`),
  received: firstDay('min(p.payment_date)', fragment`invoicepayments p where p.deleted_at is null`),
  margin: firstDay(
    'min(i.invoiced_date)',
    fragment`invoices i where i.invoiced_date is not null and i.deleted_at is null`,
  ),
  clearing: firstDay(
    `(min(i.cleared_at) at time zone '${BUSINESS_TIME_ZONE}')::date`,
    fragment`invoices i where i.cleared_at is not null and i.deleted_at is null`,
  ),
  use: firstDay('min(r.reading_date)', fragment`meterreadings r where r.deleted_at is null`),
  standing: firstDay(
    'min(a.transaction_date)',
    fragment`accounttransactions a where a.account in (${STANDING})`,
  ),
  given: firstDay(
    'min(t.transaction_date)',
    fragment`transactions t where t.event = ${ledgerEvents.invoiceSent}`,
  ),
  kept: firstDay(
    'min(t.transaction_date)',
    fragment`transactions t where t.event = ${ledgerEvents.billApproved}`,
  ),
}

const NOTES = sql<{ id: number; day: string }, [source: KeptSource, days: number]>`
  select id, day::text from dirtydays where source = $1 and day in (
    select distinct day from dirtydays where source = $1 order by day limit $2)`

const FORGET = sql<
  never,
  [source: KeptSource, days: string[], marked: string, closed_to: string]
>`delete from daytotals where source = $1
    and (day = any($2::date[]) or (day > $3::date and day <= $4::date))`

type KeptSpan = [organisation_id: number, days: string[], marked: string, closed_to: string]
const keepOf = (source: KeptSource) => sql<never, KeptSpan>`
  insert into daytotals (organisation_id, source, day, key, amount)
  select $1, ${source}, x.day, x.key, sum(x.amount) from (
    select l.day, l.key, l.amount from unnest($2::date[]) d (day)
      cross join lateral (${liveAmounts[source](ONE_DAY)}) l where d.day <= $3::date
    union all select l.day, l.key, l.amount from (${liveAmounts[source](NEXT_DAYS)}) l) x
  group by x.day, x.key`

const KEEP: Record<KeptSource, ReturnType<typeof keepOf>> = {
  books: keepOf('books'),
  received: keepOf('received'),
  margin: keepOf('margin'),
  clearing: keepOf('clearing'),
  use: keepOf('use'),
  standing: keepOf('standing'),
  given: keepOf('given'),
  kept: keepOf('kept'),
}

const CLOSE = sql<never, [source: KeptSource, closed_to: string]>`
  update daytotal_marks set closed_to = greatest(closed_to, $2::date) where source = $1`

const DONE = sql<never, [ids: number[]]>`delete from dirtydays where id = any($1)`

interface DaysToKeep {
  source: KeptSource
  /** So many at once. */
  days: number
  yesterday: string
}

/**
 * The notes are read before anything is added up, each in a statement of its own: whoever commits after
 * that has a note that stays, and their day goes on being added up live. Says whether more is to do.
 */
async function sumUp(
  conn: Conn,
  organisation_id: number,
  { source, days: most, yesterday }: DaysToKeep,
): Promise<boolean> {
  const marked = (await MARK.one(conn, organisation_id, source))?.closed_to ?? BEFORE_ALL
  const notes = await NOTES.all(conn, source, most)
  // A clock that went back leaves what was closed by then.
  const isClosed = marked >= yesterday
  if (notes.length === 0 && isClosed) return false
  const to = isClosed ? marked : await nextMark(conn, marked, { source, days: most, yesterday })
  const days = [...new Set(notes.map(({ day }) => day))].filter((day) => day <= to)
  await FORGET.run(conn, source, days, marked, to)
  await KEEP[source].run(conn, organisation_id, days, marked, to)
  await CLOSE.run(conn, source, to)
  await DONE.run(
    conn,
    notes.map(({ id }) => id),
  )
  return true
}

/** So many days on; before anything was summed up, those after the first there is. */
async function nextMark(conn: Conn, marked: string, { source, days, yesterday }: DaysToKeep) {
  const from = marked === BEFORE_ALL ? (await FIRST[source].one(conn))?.day : marked
  if (!from) return yesterday
  const to = Temporal.PlainDate.from(from).add({ days }).toString()
  return to < yesterday ? to : yesterday
}
