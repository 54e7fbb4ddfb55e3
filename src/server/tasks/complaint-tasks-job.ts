import { z } from 'zod'
import { sql } from '#server/kit/database/sql.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { activeOrganisations, systemContext } from '#server/kit/jobs/system-context.ts'
import { raiseTask } from './system-task.ts'

interface Complaint {
  cause: string
  address: string
  subject: string | null
  customer_id: number | null
  customer_name: string | null
}

// A task that was done stays done, however often this is asked.
const COMPLAINTS = sql<Complaint, [now: Date]>`
  select c.cause, c.address, m.subject, m.customer_id, k.name as customer_name
  from (select distinct on (message_id) message_id, words as address,
        'complaint ' || message_id as cause
      from messageevents where event = 'complained'
        and created_at > $1::timestamptz - interval '7 days' order by message_id, id) c
    join messages m on m.id = c.message_id left join customers k on k.id = m.customer_id
  where not exists (select from tasks t where lower(t.cause) = lower(c.cause))
  order by c.cause limit 200`

/** Whoever complains about a mail is looked after by a person. */
export const raiseComplaintTasks = defineJob({
  name: 'raise-complaint-tasks',
  payload: z.strictObject({}),
  run: async (job) => {
    for (const organisation_id of await activeOrganisations(job)) {
      if (job.signal.aborted) return
      const ctx = systemContext(job, organisation_id, 'raise-complaint-tasks')
      await job.database.write({ organisation_id, user_id: null }, async (conn) => {
        for (const complaint of await COMPLAINTS.all(conn, job.clock.now())) {
          const { cause, address, subject, customer_id, customer_name } = complaint
          const about = customer_id
            ? { reference_object: 'customer' as const, reference_id: customer_id }
            : {}
          await raiseTask(ctx, conn, {
            cause,
            subject: `${customer_name ?? address} complained about a mail`,
            text_plain: `${address} marked “${subject ?? 'a mail of ours'}” as unwanted. Nothing more goes there until somebody has spoken with them and taken the address off the list of opted out contacts.`,
            due_date: todayOf(ctx),
            role_name: 'manager',
            ...about,
          })
        }
      })
    }
  },
})
