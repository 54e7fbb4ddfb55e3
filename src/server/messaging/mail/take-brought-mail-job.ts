import { z } from 'zod'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob, enqueue } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { ownMailChannel } from './mail-channel.ts'
import { takeMail } from './take-mail.ts'

const RAW = sql<{ raw: Buffer }, [id: number]>`select raw from mailcalls where id = $1`

const TAKEN = sql<never, [id: number]>`delete from mailcalls where id = $1`

/** Takes in a mail that whoever relays it has brought. */
export const takeBroughtMail = defineJob({
  name: 'take-brought-mail',
  payload: z.strictObject({
    organisation_id: z.int().positive(),
    call_id: z.int().positive(),
  }),
  concurrency: 2,
  run: async (job, { organisation_id, call_id }) => {
    const scope = { organisation_id, user_id: null }
    const found = await job.database.read(scope, async (conn) => ({
      channel: await ownMailChannel(job.config, conn),
      call: await RAW.one(conn, call_id),
    }))
    const { channel, call } = found
    if (!call || !channel) return
    const ctx = systemContext(job, organisation_id, 'take-brought-mail')
    await takeMail({ ctx, channel }, call.raw, (conn) => TAKEN.run(conn, call_id))
  },
})

// Longer than the queue tries by itself.
const LEFT_LYING = sql<{ id: number; organisation_id: number; hours: number }>`
  select id, organisation_id, floor(extract(epoch from now() - created_at) / 3600)::int as hours
  from mailcalls where created_at < now() - interval '1 hour' order by id limit 100`

/** Mails that could not be taken in when they came are tried again every hour. */
export async function takeLeftLying(conn: Conn): Promise<void> {
  for (const { id, organisation_id, hours } of await LEFT_LYING.all(conn)) {
    const key = `${id} after ${hours} hours`
    await enqueue(conn, takeBroughtMail, { organisation_id, call_id: id }, { key })
  }
}
