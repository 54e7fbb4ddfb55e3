import { rm } from 'node:fs/promises'
import { file } from '#domain/files/file.ts'
import { Problem, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { spool } from '#server/kit/http/spool.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { archived, lockRow, refuseIfHeld } from '#server/kit/rows/change-row.ts'
import { updateRow, type Written } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { storeContent } from './add-file.ts'
import { discardBytes } from './discard-bytes-job.ts'
import { admittedFile, provedFile } from './open-content.ts'
import { discardUnused, lockBytes } from './stored-bytes.ts'

const LATER_MS = 60_000

/** Keeps a file encrypted from now on, or as it is again. */
export async function changeSealing(
  ctx: Context,
  conn: Conn,
  id: number,
  isEncrypted: boolean,
): Promise<Answer<never>> {
  const { written, left } = await storeAnew(ctx, conn, id, isEncrypted)
  // Only then: had the change not been kept, the old bytes were still needed. What keeps this from
  // happening at once, the job does later.
  ctx.afterCommit.push(() => discardUnused(ctx, left).then(() => undefined))
  const organisation_id = ctx.actor.organisation_id ?? 0
  const startAfter = new Date(ctx.clock.now().getTime() + LATER_MS)
  await enqueue(conn, discardBytes, { organisation_id, sha256: left }, { startAfter })
  const message = isEncrypted ? 'File encrypted.' : 'File decrypted.'
  return { ...writtenAnswer(ctx, file, written, { status: updated }), message }
}

const REPLACE_CONTENT = sql<
  never,
  [
    file_id: number,
    organisation_id: number | null,
    stored_sha256: string,
    wrapped_key: Buffer | null,
  ]
>`update file_contents set stored_sha256 = $3, wrapped_key = $4
  where file_id = $1 and organisation_id = $2`

async function storeAnew(
  ctx: Context,
  conn: Conn,
  id: number,
  isEncrypted: boolean,
): Promise<{ written: Written; left: string }> {
  const current = await lockRow(ctx, conn, file, id)
  if (current.deleted_at) throw archived(file)
  refuseIfHeld(current)
  if (current.row.is_encrypted === isEncrypted) {
    const [action, state] = isEncrypted ? ['encrypt', 'already'] : ['decrypt', 'not']
    const fill = { action, reason: `it is ${state} encrypted`, instead: '' }
    throw new Problem('notPossible', { fill })
  }
  const known = await admittedFile(ctx, conn, id)
  await lockBytes(ctx, conn, known.sha256)
  const { open } = await provedFile(ctx, known)
  const plain = await spool(ctx.config, open())
  const { stored_sha256, wrapped_key } = await storeContent(ctx, plain, isEncrypted).finally(() =>
    rm(plain.path, { force: true }),
  )
  await REPLACE_CONTENT.run(conn, id, ctx.actor.organisation_id, stored_sha256, wrapped_key)
  const written = await updateRow(
    ctx,
    conn,
    file,
    id,
    { is_encrypted: isEncrypted },
    { action: 'update', changes: { is_encrypted: [!isEncrypted, isEncrypted] } },
  )
  return { written, left: known.stored_sha256 }
}
