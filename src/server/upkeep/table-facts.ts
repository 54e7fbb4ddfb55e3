import type pg from 'pg'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { sql } from '#server/kit/database/sql.ts'
import { refusal } from '#server/kit/start/refusal.ts'

export interface TableFacts {
  schema: string
  name: string
  /** In the order of their names, so that two databases agree whenever each was added. */
  columns: string[]
}

type Asker = Pick<pg.ClientBase, 'query'>

// The queue's own tables are made by whoever migrates; its jobs are ours. The list of migrations is
// written by the migrations themselves, and what looks after backups is no part of them.
const TABLES = sql<TableFacts>`
  select n.nspname as schema, c.relname as name,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped and a.attgenerated = '' order by a.attname collate "C") as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition
    and (n.nspname = 'public' or (n.nspname = 'pgboss' and c.relname = 'job'))
    and not (n.nspname = 'public' and c.relname in ('schema_version', 'upkeep_reports'))
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1, 2`

export async function backedUpTables(client: Asker): Promise<TableFacts[]> {
  return TABLES.all(plainConn(client))
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const nameOf = ({ schema, name }: Pick<TableFacts, 'schema' | 'name'>) =>
  `${quoted(schema)}.${quoted(name)}`
export const columnsOf = ({ columns }: Pick<TableFacts, 'columns'>) =>
  columns.map(quoted).join(', ')

/** How many rows a table has, and a sum that any change of any of them would change. */
export async function sumOf(
  client: Asker,
  table: TableFacts,
): Promise<{ rows: string; checksum: string }> {
  const { rows } = await client.query<{ rows: string; checksum: string }>(
    `select count(*)::text as rows,
       coalesce(sum(hashtextextended(row(${columnsOf(table)})::text, 0)::numeric), 0)::text
         as checksum
     from ${nameOf(table)}`,
  )
  return rows[0] ?? { rows: '0', checksum: '0' }
}

/** Rows are hashed as text: the same text everywhere. And no limit of the office's holds here. */
export const SAME_TEXT =
  'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; ' +
  "set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; " +
  "set bytea_output = 'hex'; set extra_float_digits = 1"

// A table whose rows the policy hid would be backed up empty, and nobody would notice.
const HIDDEN = sql<{ name: string }>`
  select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relrowsecurity and not exists (
    select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
      and p.policyname = 'backup_scope' and p.qual = 'true')`

export async function refuseHiddenTables(client: Asker): Promise<void> {
  const rows = await HIDDEN.all(plainConn(client))
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw refusal(`A backup would miss rows: ${names} has no policy for it.`)
}
