import { z } from 'zod'
import { answeringRole, type TaskRole } from '#domain/tasks/answering-role.ts'
import { type RemindedTask, reminderMail } from '#domain/tasks/reminder-mail.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { eachOrganisation } from '#server/kit/jobs/system-context.ts'
import { COLLEAGUE, type Colleague } from '#server/messaging/notices/colleague.ts'
import { tellColleague } from '#server/messaging/notices/tell-colleague.ts'

/** In the morning, whoever has a task with a reminder for the day is told of it by mail. */
export const remindTasks = defineJob({
  name: 'remind-tasks',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, async (organisation_id) => {
      const scope = { organisation_id, user_id: null }
      await job.database.write(scope, (conn) => remindOrganisation(job, conn))
    })
  },
})

interface DueReminder extends RemindedTask {
  staff_id: number | null
  role_name: TaskRole | null
}

// A reminder that is moved to a later day is due again on that day.
const DUE = sql<DueReminder, [today: string]>`
  select id, subject, text_plain, due_date, staff_id, role_name
  from tasks where task_status = 'open' and deleted_at is null
    and reminder_date <= $1::text::date and (reminded_at is null
      or (reminded_at at time zone 'Pacific/Auckland')::date < reminder_date)
  order by due_date, id for update`

// The task itself stays as it is: nobody's form is outdated by a reminder.
const REMINDED = sql<never, [ids: readonly number[], now: Date]>`
  update tasks set reminded_at = $2 where id = any($1)`

interface Reminded extends Colleague {
  staff_id: number | null
  role_name: string | null
}

const COLLEAGUES = sql<Reminded, []>`
  select s.id as staff_id, m.role_name, ${COLLEAGUE}
  from (select * from memberships where deleted_at is null) m
    join users u on u.id = m.user_id and u.deleted_at is null and not u.is_disabled
    full join (select * from staffs where is_active and deleted_at is null) s on s.user_id = u.id`

async function remindOrganisation(job: JobContext, conn: Conn): Promise<void> {
  const today = todayOf(job)
  const due = await DUE.all(conn, today)
  if (due.length === 0) return
  const colleagues = await COLLEAGUES.all(conn)
  const held = new Set(colleagues.flatMap(({ role_name }) => role_name ?? []))
  for (const one of colleagues) {
    const own = due.filter((row) => isFor(row, one, held))
    // Who wants one mail for all gets one; for the others each task is a mail of its own.
    const mails = one.mode === 'combined' ? [own] : own.map((row) => [row])
    for (const [first, ...more] of mails) {
      if (!first) continue
      const { publicUrl: url } = job.config
      const mail = reminderMail({ name: one.name, tasks: [first, ...more], url })
      const ids = [first, ...more].map(({ id }) => id)
      const key = `tasks ${ids} ${today} ${one.email}`
      await tellColleague(job, conn, one, { kind: 'task', mail, key })
    }
  }
  const ids = due.map(({ id }) => id)
  await REMINDED.run(conn, ids, job.clock.now())
}

function isFor(row: DueReminder, one: Reminded, held: ReadonlySet<string>): boolean {
  if (row.staff_id !== null) return row.staff_id === one.staff_id
  return row.role_name !== null && one.role_name === answeringRole(row.role_name, held)
}
