import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { file } from '#domain/files/file.ts'
import { messageOf, Problem } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type Spooled, spool } from '#server/kit/http/spool.ts'
import { inNameOf, person } from '#server/kit/jobs/acting-person.ts'
import { defineJob, enqueue, type JobContext } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { storeContent } from './add-file.ts'
import { knownFile, provedFile, refuseQuarantined } from './open-content.ts'
import { discardUnused } from './stored-bytes.ts'
import { type ZipContent, zipOf } from './zip.ts'

const HOUR_MS = 3_600_000

const ASKED = sql<
  { file_ids: number[] },
  [id: number]
>`select file_ids from file_archives where id = $1 and archive_status = 'waiting'`

/** Puts files into one, a piece in memory at a time, and keeps it sealed for an hour. */
export const makeArchive = defineJob({
  name: 'make-archive',
  payload: z.strictObject({ organisation_id: idSchema, archive_id: idSchema, by: person }),
  retryLimit: 3,
  retryDelaySeconds: 5,
  run: async (job, { organisation_id, archive_id, by }) => {
    const ctx = inNameOf(systemContext(job, organisation_id, `archive ${archive_id}`), by)
    const asked = await ctx.database.read(scopeOf(ctx), (conn) => ASKED.one(conn, archive_id))
    if (!asked) return
    try {
      const contents = await provedContents(ctx, job, archive_id, asked.file_ids)
      const whole = await spool(ctx.config, zipOf(contents))
      await keepArchive(ctx, archive_id, whole).finally(() => rm(whole.path, { force: true }))
    } catch (error) {
      if (!(error instanceof Problem) && !job.isLastAttempt) throw error
      const problem = error instanceof Problem ? error.message : messageOf('unavailable')
      await ctx.database.write(scopeOf(ctx), (conn) => FAIL.run(conn, archive_id, problem))
      if (!(error instanceof Problem)) throw error
    }
  },
})

const PROGRESS = sql<
  never,
  [id: number, done: number]
>`update file_archives set files_done = $2 where id = $1`

const FAIL = sql<never, [id: number, problem: string]>`update file_archives
  set archive_status = 'failed', problem = $2 where id = $1 and archive_status = 'waiting'`

/** What is missing or damaged is said in words, and never by half an archive. */
async function provedContents(
  ctx: Context,
  job: JobContext,
  archive_id: number,
  ids: number[],
): Promise<ZipContent[]> {
  const contents: ZipContent[] = []
  for (const id of ids) {
    job.signal.throwIfAborted()
    const known = await ctx.database.read(scopeOf(ctx), (conn) => knownFile(ctx, conn, id))
    if (!known) throw notFound(file)
    refuseQuarantined(known)
    const { crc, open } = await provedFile(ctx, known)
    contents.push({ name: known.name, size: known.size_bytes, crc, open })
    const done = contents.length
    await ctx.database.write(scopeOf(ctx), (conn) => PROGRESS.run(conn, archive_id, done))
  }
  return contents
}

const READY = sql<
  { id: number },
  [
    id: number,
    size_bytes: number,
    sha256: string,
    stored_sha256: string,
    wrapped_key: Buffer | null,
    expires_at: Date,
  ]
>`update file_archives set archive_status = 'ready', size_bytes = $2, sha256 = $3,
    stored_sha256 = $4, wrapped_key = $5, expires_at = $6
  where id = $1 and archive_status = 'waiting' returning id`

async function keepArchive(ctx: Context, archive_id: number, whole: Spooled): Promise<void> {
  const { stored_sha256, wrapped_key } = await storeContent(ctx, whole, true)
  const organisation_id = ctx.actor.organisation_id ?? 0
  const ends = new Date(ctx.clock.now().getTime() + HOUR_MS)
  const isKept = await ctx.database.write(scopeOf(ctx), async (conn: Conn) => {
    const { size, sha256 } = whole
    const key = wrapped_key
    const ready = await READY.one(conn, archive_id, size, sha256, stored_sha256, key, ends)
    const payload = { organisation_id, archive_id, sha256: stored_sha256 }
    if (ready) await enqueue(conn, dropArchive, payload, { startAfter: ends })
    return ready !== undefined
  })
  // Another one was asked for meanwhile.
  if (!isKept) await discardUnused(ctx, stored_sha256)
}

const DROP = sql<never, [id: number]>`update file_archives
  set archive_status = 'replaced', stored_sha256 = null, wrapped_key = null
  where id = $1 and archive_status = 'ready'`

/** Takes an archive away whose hour is over. */
export const dropArchive = defineJob({
  name: 'drop-archive',
  payload: z.strictObject({
    organisation_id: idSchema,
    archive_id: idSchema,
    sha256: z.string(),
  }),
  retryLimit: 50,
  retryDelaySeconds: 60,
  run: async (job, { organisation_id, archive_id, sha256 }) => {
    const ctx = systemContext(job, organisation_id, 'drop-archive')
    await job.database.write(scopeOf(ctx), (conn) => DROP.run(conn, archive_id))
    if (!(await discardUnused(ctx, sha256)))
      throw new Error('A backup is being made; the archive is taken away after it.')
  },
})
