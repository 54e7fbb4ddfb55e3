import { z } from 'zod'
import { chainNames, chainTitles } from '#domain/books/chain-calls.ts'
import { formatDayLong } from '#domain/kit/calendar.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { eachOrganisation, everyOrganisation, PLATFORM } from '#server/kit/jobs/system-context.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
import { digestOf, type SealingRun, sealChains } from './seal-chain.ts'

/** Each minute: what was booked and changed gets its link, and each night its digest. */
export const sealChainsJob = defineJob({
  name: 'seal-chains',
  payload: z.strictObject({}),
  run: async (job) => {
    const turn = (id: number) => sealOrganisation(job, id)
    // Of those who work here no more as well: what is done to them is history like any other.
    await eachOrganisation(job, turn, [PLATFORM, ...(await everyOrganisation(job))])
  },
})

async function sealOrganisation(job: JobContext, organisation_id: number): Promise<void> {
  const scope = { organisation_id: organisation_id || null, user_id: null }
  let run: SealingRun = { linked: {}, hasMore: true }
  while (run.hasMore) {
    const { linked } = run
    run = await job.database.write(scope, (conn) => sealChains(conn, organisation_id, linked))
    if (job.signal.aborted) return
  }
  const yesterday = Temporal.PlainDate.from(todayOf(job)).subtract({ days: 1 }).toString()
  await job.database.write(scope, (conn) => keepDigests(job, conn, organisation_id, yesterday))
}

const ACTIVE = sql<{ id: number }, [organisation_id: number]>`
  select id from organisations where id = $1 and is_active and deleted_at is null`

async function keepDigests(
  job: JobContext,
  conn: Conn,
  organisation_id: number,
  day: string,
): Promise<void> {
  const lines: string[] = []
  for (const chain of chainNames) {
    const made = await digestOf(conn, organisation_id, chain, day)
    if (!made) continue
    lines.push(`${chainTitles[chain]}: ${made.place} entries, ${made.hash.toString('hex')}`)
  }
  if (lines.length === 0) return
  const mail = {
    subject: `Digest of the books, ${formatDayLong(day)}`,
    text: [
      `Where the books and the history stood at the end of ${formatDayLong(day)}:`,
      ...lines,
      'Keep this mail. If an entry is ever changed behind the program, these no longer fit.',
    ].join('\n\n'),
    key: `digest ${organisation_id} ${day}`,
  }
  if (organisation_id === PLATFORM) {
    const { digestEmail } = job.config
    if (digestEmail) await queueMail(job, conn, { to: digestEmail, ...mail })
    return
  }
  const to = (await ACTIVE.one(conn, organisation_id)) && (await settingOf(conn, 'digest_email'))
  if (to) await queueMessage(job, conn, { kind: 'digest', to, ...mail })
}
