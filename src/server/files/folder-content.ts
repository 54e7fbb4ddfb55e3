import { type File, file } from '#domain/files/file.ts'
import { folder, MAX_CONTENT } from '#domain/files/folder.ts'
import type { LeftBehind } from '#domain/files/folder-calls.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import { plural } from '#domain/kit/wording.ts'
import { attempt } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import {
  archived,
  lockAsSeen,
  lockRow,
  refuseIfHeld,
  restoreRow,
} from '#server/kit/rows/change-row.ts'
import { type Catalogue, dependentsOf } from '#server/kit/rows/check-row.ts'
import { refuseBeyondReach } from '#server/kit/rows/within-reach.ts'
import { updateRow, type Written } from '#server/kit/rows/write-row.ts'
import { lockTree } from './folder-tree.ts'
import { refuseWithoutBytes } from './purge-files-job.ts'

// The folder itself is not among them; those further up come first.
const FOLDERS_IN = sql<
  { id: number },
  [id: number, organisation_id: number | null, deleted_at: string | null]
>`with recursive below as (
    select id, 0 as depth from folders where id = $1 and organisation_id = $2
    union all select f.id, b.depth + 1 from folders f join below b on f.parent_id = b.id
      where f.deleted_at is not distinct from $3::timestamptz)
  select id from below where depth > 0 order by depth, id`

const FILES_IN = sql<
  { id: number; name: string },
  [folders: number[], organisation_id: number | null, deleted_at: string | null]
>`select id, name from files where folder_id = any ($1) and organisation_id = $2
    and deleted_at is not distinct from $3::timestamptz order by id`

interface Removal {
  id: number
  version?: number | undefined
  with_content?: boolean | undefined
}

/** Takes a folder away; what lies in it goes along only where that was said. */
export async function removeFolder(
  ctx: Context,
  conn: Conn,
  catalogue: Catalogue,
  { with_content, ...input }: Removal,
): Promise<{ folders: number; files: number }> {
  const { organisation_id } = ctx.actor
  await lockTree(ctx, conn)
  const current = await lockAsSeen(ctx, conn, folder, input)
  if (current.deleted_at) throw archived(folder)
  const folders = await FOLDERS_IN.all(conn, input.id, organisation_id, null)
  // Whoever puts a file into one of them holds it: what is asked afterwards is all there is.
  for (const { id } of folders) refuseIfHeld(await lockRow(ctx, conn, folder, id))
  const places = [input.id, ...folders.map(({ id }) => id)]
  const files = await FILES_IN.all(conn, places, organisation_id, null)
  const count = { folders: folders.length, files: files.length }
  if (count.folders + count.files > 0) refuseContent(count, with_content === true)
  await refuseBeyondReach(
    ctx,
    conn,
    file,
    files.map(({ id }) => id),
  )
  for (const one of files) await refuseNeeded(ctx, conn, catalogue, one)
  // One moment for all: what went together comes back together.
  const deleted_at = ctx.clock.now().toISOString()
  const remove = (entity: Entity, id: number) =>
    updateRow(ctx, conn, entity, id, { deleted_at }, { action: 'delete', changes: {} })
  for (const { id } of files) await remove(file, id)
  for (const id of places.toReversed()) await remove(folder, id)
  return count
}

function refuseContent(count: { folders: number; files: number }, isMeant: boolean): void {
  const inside = [
    count.folders > 0 ? plural(count.folders, 'folder', 'folders') : '',
    count.files > 0 ? plural(count.files, 'file', 'files') : '',
  ]
  const words = inside.filter(Boolean).join(' and ')
  const refuse = (reason: string, instead: string) =>
    new Problem('notPossible', { fill: { action: 'delete', reason, instead }, info: count })
  if (!isMeant)
    throw refuse(`it still holds ${words}`, 'Move them first, or delete it with its content.')
  if (count.folders + count.files > MAX_CONTENT)
    throw refuse(`it holds ${words}`, `Delete at most ${MAX_CONTENT} of them in one go.`)
}

/** What is the evidence of something stays, and the folder around it too. */
async function refuseNeeded(
  ctx: Context,
  conn: Conn,
  catalogue: Catalogue,
  { id, name }: Pick<File, 'id' | 'name'>,
): Promise<void> {
  refuseIfHeld(await lockRow(ctx, conn, file, id))
  const dependents = await dependentsOf(conn, file, id, catalogue)
  if (dependents.length === 0) return
  const reason = `${name} in it is still used by ${dependents.join(' and ')}`
  const instead = 'You could move it to another folder first.'
  throw new Problem('notPossible', { fill: { action: 'delete', reason, instead } })
}

/** Brings a folder back with what was deleted with it, as far as that can come back. */
export async function restoreFolder(
  ctx: Context,
  conn: Conn,
  catalogue: Catalogue,
  id: number,
): Promise<{ written: Written<typeof folder>; restored: number; refused: LeftBehind[] }> {
  const { organisation_id } = ctx.actor
  await lockTree(ctx, conn)
  const { deleted_at } = await lockRow(ctx, conn, folder, id)
  const written = await restoreRow(ctx, conn, folder, id, catalogue)
  const folders = await FOLDERS_IN.all(conn, id, organisation_id, deleted_at)
  const places = [id, ...folders.map((one) => one.id)]
  const files = await FILES_IN.all(conn, places, organisation_id, deleted_at)
  await refuseBeyondReach(
    ctx,
    conn,
    file,
    files.map((one) => one.id),
  )
  for (const one of folders) await restoreRow(ctx, conn, folder, one.id, catalogue)
  const refused: LeftBehind[] = []
  for (const one of files)
    await attempt(
      conn,
      async () => {
        await restoreRow(ctx, conn, file, one.id, catalogue)
        await refuseWithoutBytes(ctx, conn, one.id)
      },
      ({ code, message }) => refused.push({ name: one.name, code, message }),
    )
  return { written, restored: files.length - refused.length, refused }
}
