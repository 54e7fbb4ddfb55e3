import { sql } from '#server/kit/database/sql.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import { sendTogether } from '../outbox/send-message-job.ts'
import type { SendingBulk } from './next-batch.ts'

/** So many are under way at the same time; answers have workers of their own. */
const SIDE_BY_SIDE = 4
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
  let notTaken = before
  for (let at = 0; at < message_ids.length; at += SIDE_BY_SIDE) {
    if (job.signal.aborted || notTaken >= GIVEN_UP_AFTER) break
    const few = message_ids.slice(at, at + SIDE_BY_SIDE)
    for (const tried of await sendTogether(job, { organisation_id, message_ids: few })) {
      notTaken = tried.status === 'queued' ? notTaken + 1 : 0
      if (tried.status === 'queued') await letGo(job, { organisation_id, ...tried })
    }
  }
  return notTaken
}

async function letGo(
  { database }: JobContext,
  { organisation_id, message_id }: { organisation_id: number; message_id: number },
): Promise<void> {
  const scope = { organisation_id, user_id: null }
  await database.write(scope, (conn) => LET_GO.run(conn, message_id))
}
