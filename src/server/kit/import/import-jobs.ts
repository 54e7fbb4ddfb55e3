import { z } from 'zod'
import type { ImportState, ImportWork } from '#domain/kit/import/import-machine.ts'
import { contextFor, person } from '#server/kit/jobs/acting-person.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import type { AnyKind } from './import-kind.ts'
import { acceptFile, checkFile, undoFile, workOfJob } from './import-work.ts'

const patience = { retryLimit: 20, retryDelaySeconds: 2 }
const about = { organisation_id: z.int().positive(), import_id: z.int().positive() }
const asked = z.object({
  ...about,
  verdicts: z.array(z.string()).optional(),
  // Said instead by jobs of an earlier release.
  include: z.string().optional(),
  by: person,
})
const back = z.object({ ...about, reason: z.string().nullable().default(null), by: person })

interface Which {
  organisation_id: number
  import_id: number
}

/** The work on files of one kind that takes longer than a call. */
export function importJobs(kind: AnyKind) {
  const { batch, jobs } = kind
  // Jobs of an earlier release in the queue name the file by its kind.
  const named = <S extends z.ZodType>(schema: S) =>
    z.preprocess((sent) => renamed(sent, `${batch.name}_id`), schema)
  const check = defineJob({
    name: jobs.check,
    payload: named(z.object(about)),
    ...patience,
    run: async (job, which) => {
      const work = workOfJob(job, which.organisation_id)
      const unread = 'Something went wrong while this file was read. Please import it again.'
      await orElse(kind, job, which, { from: 'checking', to: 'failed', message: unread }, () =>
        checkFile(kind, work, which.import_id),
      )
    },
  })
  const accept = defineJob({
    name: jobs.accept,
    payload: named(asked),
    ...patience,
    run: async (job, { by, ...which }) => {
      const { organisation_id, import_id: id } = which
      const verdicts = which.verdicts ?? kind.taken(which)
      const ctx = contextFor(job, organisation_id, `${batch.name} ${id}`, by)
      const rest = 'Not all rows could be accepted. Please try again.'
      await orElse(kind, job, which, { from: 'accepting', to: 'ready', message: rest }, () =>
        acceptFile(kind, workOfJob(job, organisation_id, ctx), { id, verdicts }),
      )
    },
  })
  const undo = defineJob({
    name: jobs.undo,
    payload: named(back),
    ...patience,
    run: async (job, { organisation_id, import_id: id, reason, by }) => {
      const ctx = contextFor(job, organisation_id, `${batch.name} ${id}`, by)
      await undoFile(kind, workOfJob(job, organisation_id, ctx), { id, reason })
    },
  })
  return { check, accept, undo }
}

export type ImportJobs = ReturnType<typeof importJobs>

function renamed(sent: unknown, name: string): unknown {
  if (typeof sent !== 'object' || sent === null || !(name in sent)) return sent
  const { [name]: import_id, ...rest } = sent as { [column: string]: unknown }
  return { import_id, ...rest }
}

interface Ending {
  from: ImportWork
  to: ImportState
  message: string
}

/** Work that fails for the last time leaves the file where people can do something again. */
async function orElse(
  { staging }: AnyKind,
  job: JobContext,
  { organisation_id, import_id }: Which,
  { from, to, message }: Ending,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (job.isLastAttempt && !job.signal.aborted)
      await workOfJob(job, organisation_id).write(async (conn) => {
        if (await staging.hold(conn, import_id, from))
          await staging.settle(conn, import_id, from, to, message)
      })
    throw error
  }
}
