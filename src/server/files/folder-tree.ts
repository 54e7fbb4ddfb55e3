import { folder, MAX_DEPTH } from '#domain/files/folder.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'

const TAKE_TURNS = sql<never, [tree: string]>`select pg_advisory_xact_lock(hashtextextended($1, 9))`

/** Two moves that are each harmless can make a circle together: the tree changes in turns. */
export async function lockTree(ctx: Context, conn: Conn): Promise<void> {
  await TAKE_TURNS.run(conn, `folders ${ctx.actor.organisation_id}`)
}

// Deleted ones count: what is restored must fit in as well.
const WAY_UP = sql<{ id: number }, [id: number | null, organisation_id: number | null]>`
  with recursive way as (
    select id, parent_id from folders where id = $1 and organisation_id = $2
    union select f.id, f.parent_id from folders f join way w on f.id = w.parent_id)
  select id from way`

const HEIGHT = sql<{ height: number }, [id: number, organisation_id: number | null]>`
  with recursive below as (
    select id, 1 as height from folders where id = $1 and organisation_id = $2
    union all select f.id, b.height + 1 from folders f join below b on f.parent_id = b.id)
  select coalesce(max(height), 1)::int as height from below`

/** A folder is never put into itself, nor so deep that nobody would find it again. */
export async function refuseBadPlace(
  ctx: Context,
  conn: Conn,
  { id, parent_id }: { id: number | null; parent_id: number | null },
): Promise<void> {
  if (parent_id === null) return
  const { organisation_id } = ctx.actor
  const way = await WAY_UP.all(conn, parent_id, organisation_id)
  if (id !== null && way.some((above) => above.id === id)) {
    const reason = 'that folder lies inside it'
    throw new Problem('notPossible', {
      fill: { action: 'move', reason, instead: 'Choose a folder outside of it.' },
    })
  }
  const height = id === null ? 1 : ((await HEIGHT.one(conn, id, organisation_id))?.height ?? 1)
  if (way.length + height <= MAX_DEPTH) return
  const reason = `folders lie at most ${MAX_DEPTH} deep in each other`
  throw new Problem('notPossible', {
    fill: { action: 'move', reason, instead: 'Choose a folder further up.' },
  })
}

const NAMED = sql<
  { id: number },
  [organisation_id: number | null, parent_id: number | null, name: string]
>`select id from folders where organisation_id = $1 and parent_id is not distinct from $2
    and lower(name) = lower($3) and deleted_at is null`

/** The folder of a name where one is wanted; it is made where there is none. */
export async function folderNamed(
  ctx: Context,
  conn: Conn,
  name: string,
  parent_id: number | null,
): Promise<number> {
  await lockTree(ctx, conn)
  const known = await NAMED.one(conn, ctx.actor.organisation_id, parent_id, name)
  if (known) return known.id
  await refuseBadPlace(ctx, conn, { id: null, parent_id })
  return (await insertRow(ctx, conn, folder, { name, parent_id })).id
}
