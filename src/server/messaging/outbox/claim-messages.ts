import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import { holdBack } from '../checks/hold-back.ts'
import { leaveOutCopies } from '../checks/leave-out-copies.ts'
import { unsubscribeAddress } from '../checks/unsubscribe.ts'
import type { ClaimedMessage } from './compose-mail.ts'
import { addressesOf } from './leave-as-mail.ts'

export const CLAIM_SECONDS = 90

/** What may leave, and what has to wait until a moment. */
interface Claims {
  rows: ClaimedMessage[]
  waiting: { message_id: number; until: Date }[]
}

/** Claims what may leave now; what may not is stopped or waits, in the same transaction. */
export async function claimMessages(
  job: JobContext,
  conn: Conn,
  message_ids: readonly number[],
): Promise<Claims> {
  const now = job.clock.now()
  const ask = async (message_id: number) => ({
    message_id,
    held: await holdBack(conn, message_id, now),
  })
  // Side by side: their statements travel together.
  const asked = await Promise.all(message_ids.map(ask))
  const free = asked.filter(({ held }) => !held).map(({ message_id }) => message_id)
  const claimed = free.length > 0 ? await CLAIM.all(conn, free) : []
  return {
    rows: await Promise.all(claimed.map((row) => readied(job, conn, row))),
    waiting: asked.flatMap(({ message_id, held }) =>
      held?.until ? [{ message_id, until: held.until }] : [],
    ),
  }
}

/** As it leaves: to whom it still may, with the way out of what is promotional. */
async function readied(job: JobContext, conn: Conn, row: ClaimedMessage): Promise<ClaimedMessage> {
  if (row.type !== 'email') return row
  const readers = await leaveOutCopies(conn, row)
  const mail = { ...readers, to_reach: await addressesOf(conn, readers) }
  if (mail.purpose !== 'promotional') return mail
  const { organisation_id, id: message_id } = mail
  const unsubscribe = await unsubscribeAddress(job, conn, { organisation_id, message_id })
  return { ...mail, unsubscribe }
}

const CLAIM = sql<ClaimedMessage, [ids: readonly number[]]>`update messages m
  set status = 'sending', attempts = attempts + 1,
    sending_until = now() + make_interval(secs => ${CLAIM_SECONDS}),
    version = version + 1, modified_at = clock_timestamp()
  where id = any($1) and status = 'queued' and type in ('email', 'sms')
  returning id, organisation_id, type, purpose, thread_id, author_id, sender, recipient, cc, bcc,
    reply_to, subject, text_plain, text_html, sealed_words, created_at, in_reply_to, mail_references,
    file_ids, attachment_name, coalesce(attachment, (select d.pdf from invoice_documents d
      where d.invoice_id = m.invoice_id and m.attachment_name is not null)) as attachment,
    (select o.demo from organisations o where o.id = m.organisation_id) as is_demo, attempts,
    -- Taken back and sent anew it has its whole day again.
    (select min(e.created_at) from messageevents e
      where e.message_id = m.id and e.event = 'later' and e.id > coalesce((select max(b.id)
        from messageevents b where b.message_id = m.id and b.event in ('queued', 'takenback')), 0)
    ) as refused_since`.named('message_claim')
