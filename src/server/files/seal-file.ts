import { rm } from 'node:fs/promises'
import { file } from '#domain/files/file.ts'
import { updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { spool } from '#server/kit/http/spool.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { archived, lockRow, refuseIfHeld } from '#server/kit/rows/change-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { updateRow, type Written } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { storeContent } from './add-file.ts'
import { discardBytes } from './discard-bytes-job.ts'
import { admittedFile, isEvidence, type KnownFile, knownFile, provedFile } from './open-content.ts'
import { discardUnused, lockBytes } from './stored-bytes.ts'

const LATER_MS = 60_000

/** Keeps a file encrypted from now on, or as it is again. */
export async function changeSealing(
  ctx: Context,
  conn: Conn,
  id: number,
  isEncrypted: boolean,
): Promise<Answer<never>> {
  const current = await lockRow(ctx, conn, file, id)
  if (current.deleted_at) throw archived(file)
  refuseIfHeld(current)
  if (current.row.is_encrypted === isEncrypted) {
    const [action, state] = isEncrypted ? ['encrypt', 'already'] : ['decrypt', 'not']
    throw notPossible(action, `it is ${state} encrypted`)
  }
  const known = await admittedFile(ctx, conn, id)
  if (!isEncrypted && (await isEvidence(conn, id)))
    throw notPossible('decrypt', 'a signed form of a direct debit stays encrypted')
  const written = await storeAnew(ctx, conn, known, isEncrypted)
  const message = isEncrypted ? 'File encrypted.' : 'File decrypted.'
  return { ...writtenAnswer(ctx, file, written, { status: updated }), message }
}

/**
 * For what lies encrypted whoever brought it: who may open it is asked when somebody opens it. Nothing
 * where it does already.
 */
export async function keepEncrypted(ctx: Context, conn: Conn, id: number): Promise<void> {
  const { row } = await lockRow(ctx, conn, file, id)
  const known = row.is_encrypted ? undefined : await knownFile(ctx, conn, id)
  if (known) await storeAnew(ctx, conn, known, true)
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
  known: KnownFile,
  isEncrypted: boolean,
): Promise<Written<typeof file>> {
  const { id } = known
  const organisation_id = ctx.actor.organisation_id ?? 0
  await lockBytes(ctx, conn, known.sha256)
  const { open } = await provedFile(ctx, known)
  const plain = await spool(ctx.config, open())
  const { stored_sha256, wrapped_key } = await storeContent(ctx, plain, isEncrypted).finally(() =>
    rm(plain.path, { force: true }),
  )
  await REPLACE_CONTENT.run(conn, id, organisation_id, stored_sha256, wrapped_key)
  await leaveBytes(ctx, conn, known.stored_sha256)
  const now = { is_encrypted: isEncrypted }
  return updateRow(ctx, conn, file, id, now, {
    action: 'update',
    changes: { is_encrypted: [!isEncrypted, isEncrypted] },
  })
}

/**
 * Takes the old bytes away, once the change is kept: until then they are still needed. What keeps this
 * from happening at once, the job does later.
 */
async function leaveBytes(ctx: Context, conn: Conn, sha256: string): Promise<void> {
  ctx.afterCommit.push(() => discardUnused(ctx, sha256).then(() => undefined))
  const organisation_id = ctx.actor.organisation_id ?? 0
  const startAfter = new Date(ctx.clock.now().getTime() + LATER_MS)
  await enqueue(conn, discardBytes, { organisation_id, sha256 }, { startAfter })
}
