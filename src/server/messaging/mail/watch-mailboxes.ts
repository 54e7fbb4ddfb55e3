import { watchMailbox } from '#server/integrations/imap-mailbox.ts'
import { enqueueUnlessWaiting, type JobContext } from '#server/kit/jobs/job.ts'
import { activeOrganisations } from '#server/kit/jobs/system-context.ts'
import { fetchMail } from './fetch-mail-job.ts'
import { ownMailChannel } from './mail-channel.ts'

const AGAIN_MS = 60_000

/**
 * Waits beside every mailbox, so that what comes is read in a second and not within the minute. A
 * connection that ends is opened again after a while; until then the clock reads.
 */
export function watchMailboxes(job: Omit<JobContext, 'signal' | 'isLastAttempt'>) {
  const stopping = new AbortController()
  const { signal } = stopping
  const context: JobContext = { ...job, signal, isLastAttempt: false }
  // What keeps one of them from being watched is its own trouble.
  const watching = activeOrganisations(context)
    .then((ids) => Promise.allSettled(ids.map((id) => watchOne(context, id))))
    .catch(() => undefined)
  return {
    async stop(): Promise<void> {
      stopping.abort()
      await watching
    },
  }
}

async function watchOne(job: JobContext, organisation_id: number): Promise<void> {
  const scope = { organisation_id, user_id: null }
  const channel = await job.database.read(scope, (conn) => ownMailChannel(job.config, conn))
  if (!channel?.imapUrl) return
  const tell = () =>
    job.database
      .write(scope, (conn) => enqueueUnlessWaiting(conn, fetchMail, { organisation_id }))
      .catch(() => undefined)
  while (!job.signal.aborted) {
    await watchMailbox(channel.imapUrl, job.signal, () => void tell()).catch(() => undefined)
    await pause(job.signal)
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, AGAIN_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
