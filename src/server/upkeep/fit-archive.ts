import type pg from 'pg'
import { exportedTables, secretColumns } from '#server/exports/organisation-files.ts'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { sql } from '#server/kit/database/sql.ts'
import { refusal } from '#server/kit/start/refusal.ts'
import type { ArchivedFile } from './organisation-archive.ts'
import { quoted } from './table-facts.ts'

// Whoever downloaded an archive may have written in it: what it holds is what an export would hold.

/** Tables that are nobody's alone: of each, an archive brings the rows of its organisation. */
export const platform: ReadonlySet<string> = new Set(['organisations', 'users'])

export const tableIn = ({ name }: ArchivedFile) => name.replace(/^tables\/(\w+)\.copy$/, '$1')

const COLUMNS = sql<{ columns: string[] }, [table: string]>`
  select array_agg(a.attname::text) as columns from pg_attribute a
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`

/** Only tables and columns that leave with an organisation, and nothing that lets people in. */
export async function refuseUnknown(
  client: pg.Client,
  files: readonly ArchivedFile[],
): Promise<void> {
  const conn = plainConn(client)
  const own = await exportedTables(conn)
  const known = new Map(own.map(({ name, columns }) => [name, new Set(columns)]))
  for (const table of platform) {
    const { columns = [] } = (await COLUMNS.one(conn, table)) ?? {}
    known.set(table, new Set(columns))
  }
  for (const secret of secretColumns) known.get('users')?.delete(secret)
  for (const file of files) {
    const table = tableIn(file)
    const columns = known.get(table)
    if (!columns) throw refusal(`No organisation is exported with a table ${table}.`)
    for (const { name } of file.columns)
      if (!columns.has(name)) throw refusal(`No organisation is exported with ${table}.${name}.`)
  }
}

/** How many rows of each table are not the organisation's: restoring it leaves them alone. */
export async function foreignRows(
  client: pg.Client,
  tables: readonly string[],
  organisation_id: number,
): Promise<Map<string, string>> {
  const counts = new Map<string, string>()
  for (const table of tables) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*)::text from ${quoted(table)} where organisation_id is distinct from $1`,
      [organisation_id],
    )
    counts.set(table, rows[0]?.count ?? '0')
  }
  return counts
}

export async function refuseForeign(
  client: pg.Client,
  before: ReadonlyMap<string, string>,
  organisation_id: number,
): Promise<void> {
  const after = await foreignRows(client, [...before.keys()], organisation_id)
  for (const [table, count] of before)
    if (after.get(table) !== count)
      throw refusal(`The archive holds rows of ${table} that are another organisation's.`)
}
