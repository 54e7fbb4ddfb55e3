import type { ExportedColumn, ExportManifest, RestoreFacts } from '#domain/exports/manifest.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { sql } from '#server/kit/database/sql.ts'
import { quote } from '#server/kit/rows/column.ts'
import { leftOutTables } from './left-out-tables.ts'
import type { Batch, PlannedFile } from './planned-file.ts'
import type { Snapshot } from './snapshot.ts'

interface OrganisationTable {
  name: string
  columns: string[]
  money: string[]
}

// Everything that is seen in the organisation's scope alone; what follows from other columns is made anew.
const TABLES = sql<OrganisationTable, [without: readonly string[]]>`
  select c.relname as name,
    array_agg(a.attname::text order by a.attname collate "C") as columns,
    coalesce(array_agg(a.attname::text order by a.attname collate "C")
      filter (where format_type(a.atttypid, a.atttypmod) = 'numeric(14,2)'), '{}') as money
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition and c.relrowsecurity and c.relname <> all($1::text[])
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'organisation_id')
  group by c.relname order by c.relname`

const SEE_EVERYBODYS = sql`select set_config('app.user_id', '', true)`

const COLUMNS = sql<{ columns: string[] }, [table: string, without: readonly string[]]>`
  select array_agg(a.attname::text order by a.attname collate "C") as columns
  from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and a.attname <> all($2::text[])`

const TO_PEOPLE = sql<{ table: string; column: string }, [tables: readonly string[]]>`
  select k.conrelid::regclass::text as table, a.attname::text as column
  from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.contype = 'f' and k.confrelid = 'users'::regclass
    and k.conrelid = any($1::text[]::regclass[])`

const MIGRATIONS = sql<RestoreFacts['migrations'][number]>`
  select version, sha256 from schema_version order by version`

const KEY_CHECK = sql<{ sealed: string }>`
  select sealed from key_checks where name = 'field key'`

/** Every table of the organisation as PostgreSQL copies it, its own row, and its people by name. */
export async function organisationFiles({ client, ctx }: Snapshot): Promise<PlannedFile[]> {
  // Some rows are seen by their owner alone, and go with the organisation all the same.
  const conn = plainConn(client)
  await SEE_EVERYBODYS.run(conn)
  const rows = await exportedTables(conn)
  const id = String(ctx.actor.organisation_id)
  const own = rows.map((table) => tableFile(table, `organisation_id = ${id}`))
  const organisation = await columnsOf(conn, 'organisations', [])
  const people = await columnsOf(conn, 'users', secretColumns)
  return [
    tableFile({ ...organisation, money: [] }, `id = ${id}`),
    tableFile({ ...people, money: [] }, `id in (${await peopleSql(conn, rows, id)})`),
    ...own,
  ]
}

/** What goes with an organisation, and so all that may come back with one. */
export function exportedTables(conn: Pick<Conn, 'query'>): Promise<OrganisationTable[]> {
  return TABLES.all(conn, leftOutTables)
}

/** Nothing that people sign in with leaves: they choose a password anew where they come back. */
export const secretColumns: readonly string[] = [
  ...['password_hash', 'totp_secret', 'has_totp', 'session_version'],
  ...['last_signed_in_at', 'confirmed_at'],
]

async function columnsOf(conn: Pick<Conn, 'query'>, name: string, without: readonly string[]) {
  return { name, columns: (await COLUMNS.one(conn, name, without))?.columns ?? [] }
}

/** Whoever is referred to by a row that goes with the organisation. */
async function peopleSql(
  conn: Pick<Conn, 'query'>,
  tables: readonly OrganisationTable[],
  id: string,
): Promise<string> {
  const names = tables.map(({ name }) => name)
  const rows = await TO_PEOPLE.all(conn, names)
  return rows
    .map(({ table, column }) => {
      const source = `select ${quote(column)} from ${quote(table)} where organisation_id = ${id}`
      return `${source} and ${quote(column)} is not null`
    })
    .join(' union ')
}

function tableFile({ name, columns, money }: OrganisationTable, where: string): PlannedFile {
  const told = columns.map(
    (column): ExportedColumn => ({
      name: column,
      label: column,
      kind: money.includes(column) ? 'money' : 'copy',
    }),
  )
  return {
    name: `tables/${name}.copy`,
    title: name,
    columns: told,
    batches: (snapshot) => copied(snapshot, { name, columns, money }, where),
  }
}

async function* copied(
  { client, copy }: Snapshot,
  { name, columns, money }: OrganisationTable,
  where: string,
): AsyncGenerator<Batch> {
  const sums = money.map((column) => `coalesce(sum(${quote(column)}), 0)::numeric(30,2)::text`)
  // The same moment as the copy: what is counted is what is copied.
  const { rows } = await client.query<{ rows: number; sums: string[] }>(
    `select count(*)::bigint as rows, array[${sums.join(', ')}]::text[] as sums
     from ${quote(name)} where ${where}`,
  )
  const { rows: count = 0, sums: found = [] } = rows[0] ?? {}
  const list = columns.map(quote).join(', ')
  const text = `copy (select ${list} from ${quote(name)} where ${where}) to stdout`
  for await (const piece of copy(text)) yield { text: piece, rows: 0, amounts: [] }
  const amounts = money.map((column, place) => [column, found[place] ?? '0.00'] as const)
  yield { text: '', rows: count, amounts }
}

/** What the place must have in which all of this is brought back. */
export async function organisationFacts({
  client,
  ctx,
}: Snapshot): Promise<Partial<ExportManifest>> {
  const conn = plainConn(client)
  const migrations = await MIGRATIONS.all(conn)
  const check = await KEY_CHECK.one(conn)
  return {
    restore: {
      organisation_id: ctx.actor.organisation_id ?? 0,
      migrations,
      key_check: check?.sealed ?? null,
      left_out: [...leftOutTables],
    },
  }
}
