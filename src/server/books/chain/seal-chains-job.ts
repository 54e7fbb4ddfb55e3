import { z } from 'zod'
import { chainNames, chainTitles } from '#domain/books/chain-calls.ts'
import { formatDayLong } from '#domain/kit/calendar.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { activeOrganisations } from '#server/kit/jobs/system-context.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
import { digestOf, type SealingRun, sealChains } from './seal-chain.ts'

/** Entries of the platform's own history belong to no organisation. */
const PLATFORM = 0

/** Each minute: what was booked and changed gets its link, and each night its digest. */
export const sealChainsJob = defineJob({
  name: 'seal-chains',
  payload: z.strictObject({}),
  run: async (job) => {
    for (const organisation_id of [PLATFORM, ...(await activeOrganisations(job))]) {
      if (job.signal.aborted) return
      await sealOrganisation(job, organisation_id)
    }
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
  const to = organisation_id === PLATFORM ? '' : await settingOf(conn, 'digest_email')
  if (lines.length === 0 || !to) return
  await queueMessage(job, conn, {
    kind: 'digest',
    to,
    subject: `Digest of the books, ${formatDayLong(day)}`,
    text: [
      `Where the books and the history stood at the end of ${formatDayLong(day)}:`,
      ...lines,
      'Keep this mail. If an entry is ever changed behind the program, these no longer fit.',
    ].join('\n\n'),
    key: `digest ${organisation_id} ${day}`,
  })
}
