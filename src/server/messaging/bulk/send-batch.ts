import { sql } from '#server/kit/database/sql.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import { sendTogether } from '../outbox/send-message-job.ts'
import type { SendingBulk } from './next-batch.ts'

/** So many are claimed, sent and noted together; answers have workers of their own. */
const TOGETHER = 4
/** While some are with the mail server, others are claimed or noted. */
const LINES = 4
/** So many in a row that were not taken: the rest need not be tried. */
const GIVEN_UP_AFTER = 5

// Its next try is a job of its own.
const LET_GO = sql<never, [message_id: number]>`update bulkrecipients
  set taken_until = 'infinity' where message_id = $1`

/** Sends some messages, a few at a time; answers how many in a row were not taken by now. */
export async function sendBatch(
  job: JobContext,
  bulk: SendingBulk,
  message_ids: readonly number[],
  before: number,
): Promise<number> {
  const { organisation_id } = bulk
  const left = [...message_ids]
  let notTaken = before
  const line = async () => {
    while (left.length > 0 && !job.signal.aborted && notTaken < GIVEN_UP_AFTER) {
      const few = left.splice(0, TOGETHER)
      for (const tried of await sendTogether(job, { organisation_id, message_ids: few })) {
        notTaken = tried.status === 'queued' ? notTaken + 1 : 0
        if (tried.status === 'queued') await letGo(job, { organisation_id, ...tried })
      }
    }
  }
  await Promise.all(Array.from({ length: LINES }, line))
  return notTaken
}

async function letGo(
  { database }: JobContext,
  { organisation_id, message_id }: { organisation_id: number; message_id: number },
): Promise<void> {
  const scope = { organisation_id, user_id: null }
  await database.write(scope, (conn) => LET_GO.run(conn, message_id))
}
