import { z } from 'zod'
import { addDays } from '#domain/kit/day-number.ts'
import { plural } from '#domain/kit/wording.ts'
import { reportNamed } from '#domain/reports/report-list.ts'
import { missedMail } from '#domain/reports/schedule/report-mail.ts'
import { type ReportSchedule, reportschedule } from '#domain/reports/schedule/reportschedule.ts'
import { sendingDay } from '#domain/reports/schedule/schedule-days.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { COLLEAGUE, type Colleague } from '#server/messaging/notices/colleague.ts'
import { tellColleague } from '#server/messaging/notices/tell-colleague.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
import { obstacleOf, type Reader, readersOf } from './schedule-readers.ts'
import { type DueReport, writtenReport } from './written-report.ts'

/** Works one regular report out for each of its readers, and mails it, once a day. */
export const sendReport = defineJob({
  name: 'send-report',
  payload: z.strictObject({
    organisation_id: z.int().positive(),
    reportschedule_id: z.int().positive(),
    day: z.string(),
  }),
  run: async (job, { organisation_id, reportschedule_id, day }) => {
    const scope = { organisation_id, user_id: null }
    const ctx = systemContext(job, organisation_id, 'send-report')
    const due = await job.database.read(scope, (conn) => dueOn(ctx, conn, reportschedule_id, day))
    if (!due) return
    const written: WrittenMail[] = []
    for (const reader of due.readers) {
      if (job.signal.aborted) return
      if (obstacleOf(reader, due.definition)) continue
      written.push({ reader, mail: await writtenReport(ctx, due, reader) })
    }
    await job.database.write(scope, (conn) => sendOnce(ctx, conn, due, written))
  },
})

type Owner = Colleague & { is_here: boolean }

interface DueSchedule extends DueReport {
  asker: Owner
  readers: Reader[]
}

interface WrittenMail {
  reader: Reader
  /** Null: there is nothing to tell. */
  mail: Awaited<ReturnType<typeof writtenReport>>
}

const WAITS = sql<{ owner_id: number }, [id: number, day: string]>`
  select owner_id from reportschedules s where id = $1 and schedule_status = 'active'
    and deleted_at is null and next_date <= $2::text::date and not exists (
      select from reportschedule_runs r where r.reportschedule_id = s.id
        and r.run_date = $2::text::date)`

// People of the platform look after organisations that they are no members of.
const OWNER = sql<Owner, [user_id: number]>`select ${COLLEAGUE},
    not u.is_disabled and u.deleted_at is null and (m.id is not null or exists (
      select from user_roles ur join roles r on r.id = ur.role_id and r.is_admin
      where ur.user_id = u.id)) as is_here
  from users u left join staffs s on s.user_id = u.id and s.deleted_at is null
    left join memberships m on m.user_id = u.id and m.deleted_at is null
      and m.organisation_id = scope_organisation()
  where u.id = $1 limit 1`

async function dueOn(
  ctx: Context,
  conn: Conn,
  id: number,
  day: string,
): Promise<DueSchedule | undefined> {
  const waiting = await WAITS.one(conn, id, day)
  const asker = waiting && (await OWNER.one(conn, waiting.owner_id))
  if (!asker) return undefined
  const schedule: ReportSchedule = (await rowNow(ctx, conn, reportschedule, id)).row
  const definition = reportNamed(schedule.report_name)
  if (!definition) return undefined
  const ids = asker.is_here ? (schedule.recipient_ids ?? []) : []
  const readers = await readersOf(conn, ids)
  return { schedule, definition, owner: asker.name, asker, readers, day }
}

const HOLD = sql<{ id: number }, [id: number]>`select id from reportschedules
  where id = $1 and schedule_status = 'active' and deleted_at is null for update`

// Whoever comes second waits for the first, and finds the day done.
const DONE = sql<{ id: number }, [id: number, day: string, sent: number, outcome: string]>`
  insert into reportschedule_runs (organisation_id, reportschedule_id, run_date, sent, outcome)
  values (scope_organisation(), $1, $2::text::date, $3, $4)
  on conflict (organisation_id, reportschedule_id, run_date) do nothing returning id`

const NEXT = sql<never, [id: number, day: string, next_date: string, outcome: string]>`
  update reportschedules set last_date = $2::text::date, next_date = $3::text::date,
    last_outcome = $4 where id = $1`

/** The day, its mails and the next day are one transaction: all of it, or nothing. */
async function sendOnce(
  ctx: Context,
  conn: Conn,
  due: DueSchedule,
  written: readonly WrittenMail[],
): Promise<void> {
  const { schedule, definition, day } = due
  if (!(await HOLD.one(conn, schedule.id))) return
  const now = await readersOf(
    conn,
    due.readers.map(({ user_id }) => user_id),
  )
  if (now.some((one, place) => one.role !== due.readers[place]?.role))
    throw new Error('Somebody’s role changed while their report was written.')
  const missed = now.flatMap((one) => obstacleOf(one, definition) ?? [])
  const mails = written.flatMap(({ reader, mail }) => (mail ? [{ reader, mail }] : []))
  const outcome = outcomeOf(due, { sent: mails.length, missed: missed.length })
  if (!(await DONE.one(conn, schedule.id, day, mails.length, outcome))) return
  for (const { reader, mail } of mails) {
    const key = `report ${schedule.id} ${day} ${reader.user_id}`
    await queueMessage(ctx, conn, { kind: 'report', to: reader.email ?? '', ...mail, key })
  }
  if (missed.length > 0 && due.asker.is_here) await tellOwner(ctx, conn, due, missed)
  await NEXT.run(conn, schedule.id, day, sendingDay(schedule, addDays(day, 1)), outcome)
}

function outcomeOf({ asker }: DueSchedule, { sent, missed }: { sent: number; missed: number }) {
  if (!asker.is_here) return 'Not sent: whoever asked for it is no longer here.'
  const without = missed > 0 ? ` ${plural(missed, 'person', 'people')} may not have it.` : ''
  if (sent > 0) return `Sent to ${plural(sent, 'person', 'people')}.${without}`
  return `Not sent: ${without ? `${without.trim()}` : 'there was nothing to report.'}`
}

async function tellOwner(
  ctx: Context,
  conn: Conn,
  { schedule, definition, asker, day }: DueSchedule,
  missed: readonly string[],
): Promise<void> {
  const mail = missedMail({
    owner: asker.name,
    name: schedule.name,
    title: definition.title,
    missed,
    link: `${ctx.config.publicUrl}/app/reports`,
  })
  const key = `report missed ${schedule.id} ${day}`
  await tellColleague(ctx, conn, asker, { kind: 'notice', mail, key })
}
