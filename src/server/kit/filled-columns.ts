import type { Entity } from '#domain/kit/entity.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'

const known = new WeakMap<Entity, ReadonlySet<string>>()

/** The columns that PostgreSQL fills where nobody does. They do not change while a server runs. */
export async function filledColumns(ctx: Context, entity: Entity): Promise<ReadonlySet<string>> {
  const found = known.get(entity)
  if (found) return found
  const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
    conn.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = $1::regclass and (atthasdef or attidentity <> '')`,
      [entity.plural],
    ),
  )
  const filled = new Set(rows.map(({ name }) => name))
  known.set(entity, filled)
  return filled
}
