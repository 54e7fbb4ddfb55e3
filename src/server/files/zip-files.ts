import type { ArchiveProgress } from '#domain/files/file-calls.ts'
import { accepted, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { tooLarge } from '#server/kit/http/large-body.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { discardBytes } from './discard-bytes-job.ts'
import { admittedFiles, provedFile, type StoredContent, streamOf } from './open-content.ts'
import { MAX_TOTAL } from './unzip-file.ts'
import { makeArchive } from './zip-files-job.ts'

const REPLACE = sql<
  { stored_sha256: string },
  [organisation_id: number | null, user_id: number]
>`with before as (
    select id, stored_sha256 from file_archives
    where organisation_id = $1 and user_id = $2 and archive_status in ('waiting', 'ready')
    for update)
  update file_archives a set archive_status = 'replaced', stored_sha256 = null, wrapped_key = null
  from before b where a.id = b.id returning b.stored_sha256`

const ASK = sql<
  { id: number },
  [organisation_id: number | null, user_id: number, file_ids: number[]]
>`insert into file_archives (organisation_id, user_id, file_ids) values ($1, $2, $3) returning id`

/**
 * Everybody has one archive at a time, so that nobody fills the store with them: asking for another
 * gives the one before away.
 */
export async function askForArchive(ctx: Context, conn: Conn, { ids }: { ids: number[] }) {
  const { organisation_id, user_id } = ctx.actor
  const known = await admittedFiles(ctx, conn, ids)
  const total = known.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  if (total > MAX_TOTAL) throw tooLarge(MAX_TOTAL)
  const left = await REPLACE.all(conn, organisation_id, user_id)
  const file_ids = known.map(({ id }) => id)
  const made = await ASK.one(conn, organisation_id, user_id, file_ids)
  if (!made) throw new Error('An archive was not asked for.')
  const scope = { organisation_id: organisation_id ?? 0 }
  await enqueue(conn, makeArchive, { ...scope, archive_id: made.id, by: personOf(ctx) })
  for (const { stored_sha256 } of left)
    if (stored_sha256) await enqueue(conn, discardBytes, { ...scope, sha256: stored_sha256 })
  const message = "We're on to it. Carry on – we'll let you know when it's done."
  return { status: accepted, data: { job_id: made.id }, message }
}

interface Archive extends Omit<StoredContent, 'stored_sha256'> {
  archive_status: ArchiveProgress['archive_status'] | 'replaced'
  file_ids: number[]
  files_done: number
  problem: string | null
  stored_sha256: string | null
  expires_at: string | null
}

const OWN_ARCHIVE = sql<
  Archive,
  [id: number, organisation_id: number | null, user_id: number, now: Date]
>`select archive_status, file_ids, files_done, problem, size_bytes, sha256, stored_sha256,
    wrapped_key, expires_at
  from file_archives where id = $1 and organisation_id = $2 and user_id = $3
    and archive_status <> 'replaced' and (expires_at is null or expires_at > $4)`

/** For nobody but who asked for it, and for an hour. */
async function ownArchive(ctx: Context, conn: Conn, id: number): Promise<Archive> {
  const { organisation_id, user_id } = ctx.actor
  const found = await OWN_ARCHIVE.one(conn, id, organisation_id, user_id, ctx.clock.now())
  if (!found) throw new Problem('notFound', { fill: { what: 'archive' } })
  return found
}

export async function archiveProgress(ctx: Context, { job_id }: { job_id: number }) {
  const found = await ctx.database.read(scopeOf(ctx), (conn) => ownArchive(ctx, conn, job_id))
  const { archive_status, file_ids, files_done, problem, size_bytes, expires_at } = found
  if (archive_status === 'replaced') throw new Error('A replaced archive was found.')
  const files_total = file_ids.length
  const data = { job_id, archive_status, files_done, files_total, size_bytes, problem, expires_at }
  return { data }
}

/** Asked once more what of it the caller may open: an hour is long enough to lose a right. */
export async function archiveAnswer(ctx: Context, { job_id }: { job_id: number }) {
  const archive = await ctx.database.write(scopeOf(ctx), async (conn) => {
    const found = await ownArchive(ctx, conn, job_id)
    await admittedFiles(ctx, conn, found.file_ids)
    return found
  })
  const { stored_sha256 } = archive
  if (!stored_sha256) {
    const reason = archive.problem ? 'it could not be made' : 'it is still being made'
    const instead = archive.problem ?? 'Try again in a moment.'
    throw new Problem('notPossible', { fill: { action: 'download', reason, instead } })
  }
  const { open } = await provedFile(ctx, { ...archive, stored_sha256 })
  return { file: { name: 'files.zip', type: 'application/zip', stream: streamOf(open()) } }
}
