import { z } from 'zod'
import { type MailboxPlace, readMailbox } from '#server/integrations/imap-mailbox.ts'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob, enqueueUnlessWaiting } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import { ownMailChannel } from './mail-channel.ts'
import { takeMail } from './take-mail.ts'

const PLACE = sql<MailboxPlace, [address: string]>`
  select uid_validity, last_uid from mailboxes where address = $1`

const KEEP_PLACE = sql<never, [address: string, uid_validity: number, last_uid: number]>`
  insert into mailboxes (organisation_id, address, uid_validity, last_uid, read_at)
  values (scope_organisation(), $1, $2, $3, now())
  on conflict (organisation_id, address) do update set uid_validity = excluded.uid_validity,
    last_uid = excluded.last_uid, read_at = excluded.read_at`

// Two who read one mailbox at once would each take what the other moves away.
const ALONE = sql<{ is_alone: boolean }, [key: string]>`
  select pg_try_advisory_xact_lock(hashtextextended($1, 54)) as is_alone`

/** Reads the mailbox of one organisation. */
export const fetchMail = defineJob({
  name: 'fetch-mail',
  payload: z.strictObject({ organisation_id: z.int().positive() }),
  // The clock asks again in a minute.
  retryLimit: 0,
  run: async (job, { organisation_id }) => {
    const scope = { organisation_id, user_id: null }
    const ctx = systemContext(job, organisation_id, 'fetch-mail')
    const channel = await job.database.read(scope, (conn) => ownMailChannel(job.config, conn))
    if (!channel?.imapUrl) return
    const { address, imapUrl } = channel
    const known = await job.database.read(scope, (conn) => PLACE.one(conn, address))
    await readMailbox(imapUrl, known ?? null, async (raw, place) => {
      if (job.signal.aborted) throw new Error('The worker stops.')
      await takeMail({ ctx, channel }, raw, async (conn) => {
        if (!(await ALONE.one(conn, `mailbox ${address}`))?.is_alone)
          throw new Error('Somebody else reads this mailbox.')
        await KEEP_PLACE.run(conn, address, place.uid_validity, place.last_uid)
      })
    })
  },
})

/** Has every mailbox read that somebody configured. */
export const fetchMails = defineJob({
  name: 'fetch-mails',
  payload: z.strictObject({}),
  retryLimit: 0,
  run: async (job) => {
    await eachOrganisation(job, (organisation_id) =>
      job.database.write({ organisation_id, user_id: null }, async (conn) => {
        const channel = await ownMailChannel(job.config, conn)
        if (channel?.imapUrl) await enqueueUnlessWaiting(conn, fetchMail, { organisation_id })
      }),
    )
  },
})
