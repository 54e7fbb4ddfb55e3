import type { CheckedOf } from '#domain/kit/call.ts'
import type { ColumnMapping } from '#domain/kit/import/file-columns.ts'
import { importColumnsCalls, type RememberedColumns } from '#domain/kit/import/import-calls.ts'
import { deleted, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'

const RECALL = sql<{ mapping: ColumnMapping }, [kind: string, heading: string]>`
  select mapping from importcolumns where kind = $1 and heading = $2`

const REMEMBER = sql<
  never,
  [organisation_id: number | null, kind: string, heading: string, mapping: string]
>`insert into importcolumns (organisation_id, kind, heading, mapping)
  values ($1, $2, $3, $4::jsonb)
  on conflict (organisation_id, kind, heading)
  do update set mapping = excluded.mapping, used_at = now()`

const ALL = sql<RememberedColumns>`
  select kind, heading, mapping, used_at from importcolumns order by kind, used_at desc limit 500`

const FORGET = sql<RememberedColumns, [kind: string, heading: string]>`
  delete from importcolumns where kind = $1 and heading = $2
  returning kind, heading, mapping, used_at`

/** Which column is which, as somebody of the organisation said it of such a file before. */
export async function recallColumns(
  conn: Conn,
  kind: string,
  heading: string,
): Promise<ColumnMapping | null> {
  return (await RECALL.one(conn, kind, heading))?.mapping ?? null
}

/** The next file with the same headings, whoever brings it, is read the same way. */
export function rememberColumns(
  conn: Conn,
  organisation_id: number | null,
  { kind, heading, mapping }: { kind: string; heading: string; mapping: ColumnMapping },
): Promise<void> {
  return REMEMBER.run(conn, organisation_id, kind, heading, JSON.stringify(mapping))
}

export function importColumnsRoutes(): Route[] {
  return serve(importColumnsCalls, {
    get: {
      run: async (ctx, { kind, heading }) => {
        const mapping = await ctx.database.read(scopeOf(ctx), (conn) =>
          recallColumns(conn, kind, heading),
        )
        return { data: { mapping } }
      },
    },
    list: {
      run: async (ctx) => {
        const data = await ctx.database.read(scopeOf(ctx), (conn) => ALL.all(conn))
        return { data }
      },
    },
    forget: { write: forgetColumns },
  })
}

/** Files with these headings are read by their headings again, or asked about. */
async function forgetColumns(
  ctx: Context,
  conn: Conn,
  { kind, heading }: CheckedOf<typeof importColumnsCalls.forget>,
) {
  const data = await FORGET.one(conn, kind, heading)
  if (!data) throw new Problem('notFound', { fill: { what: 'file' } })
  await recordHistory(conn, ctx, {
    object_class: 'importcolumns',
    // They have no id: what is remembered is the organisation's.
    object_id: ctx.actor.organisation_id ?? 0,
    action: 'forget',
    reason: `${kind}: ${heading}`,
  })
  return { status: deleted, data, message: 'Forgotten. The next such file is asked about.' }
}
