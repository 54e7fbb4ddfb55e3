import { z } from 'zod'
import { sql } from '#server/kit/database/sql.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import { raiseTask } from './system-task.ts'

interface Complaint {
  cause: string
  address: string
  subject: string | null
  /** Whom the mail was written to, where that is known. */
  reference_object: 'customer' | 'supplier' | 'partner' | null
  reference_id: number | null
  name: string | null
}

// A task that was done stays done, however often this is asked.
const COMPLAINTS = sql<Complaint, [now: Date]>`
  select c.cause, c.address, m.subject,
    case when m.customer_id is not null then 'customer' when m.supplier_id is not null
      then 'supplier' when m.partner_id is not null then 'partner' end as reference_object,
    coalesce(m.customer_id, m.supplier_id, m.partner_id)::int as reference_id, h.name
  from (select distinct on (message_id) message_id, words as address,
        'complaint ' || message_id as cause
      from messageevents where event = 'complained'
        and created_at > $1::timestamptz - interval '7 days' order by message_id, id) c
    join messages m on m.id = c.message_id left join threads h on h.id = m.thread_id
  where not exists (select from tasks t where lower(t.cause) = lower(c.cause))
  order by c.cause limit 200`

/** Whoever complains about a mail is looked after by a person. */
export const raiseComplaintTasks = defineJob({
  name: 'raise-complaint-tasks',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, async (organisation_id) => {
      const ctx = systemContext(job, organisation_id, 'raise-complaint-tasks')
      await job.database.write({ organisation_id, user_id: null }, async (conn) => {
        for (const complaint of await COMPLAINTS.all(conn, job.clock.now())) {
          const { cause, address, subject, reference_object, reference_id, name } = complaint
          const about = reference_object && reference_id ? { reference_object, reference_id } : {}
          await raiseTask(ctx, conn, {
            cause,
            subject: `${name ?? address} complained about a mail`,
            text_plain: `${address} marked “${subject ?? 'a mail of ours'}” as unwanted. Nothing more goes there until somebody has spoken with them and taken the address off the list of opted out contacts.`,
            due_date: todayOf(ctx),
            role_name: 'manager',
            ...about,
          })
        }
      })
    })
  },
})
