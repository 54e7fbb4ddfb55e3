import type pg from 'pg'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { sql } from '#server/kit/database/sql.ts'
import { quoted } from './table-facts.ts'

interface Table {
  name: string
  isForced: boolean
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

interface Bare {
  /** Indexes and references again, each of them proved. */
  refer(): Promise<void>
  /** Triggers and scope again; from here on the owner sees no organisation's rows. */
  dress(): Promise<void>
}

const TABLES = sql<Table, [names: readonly string[] | null]>`
  select format('%I.%I', n.nspname, c.relname) as name, c.relforcerowsecurity as "isForced"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'public'
    and c.relname <> 'schema_version' and ($1::text[] is null or c.relname = any($1))
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

const KEYS = sql<ForeignKey, [names: readonly string[] | null]>`
  select k.conrelid::regclass::text as "table", k.conname as name,
    pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace
    and ($1::text[] is null or c.relname = any($1))`

// Building an index from all rows at once costs a fraction of keeping it up row by row. Those of logs,
// which lie in parts by month, hang together and stay.
const INDEXES = sql<{ name: string; definition: string }, [names: readonly string[] | null]>`
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_version'
    and c.relkind = 'r' and not c.relispartition and $1::text[] is null
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`

/**
 * Makes the tables ready to take rows as they are, in any order: no scope, no triggers, no references,
 * no indexes but those of keys, and none of the rows that migrations bring. Where only some are named,
 * they keep their rows and indexes, and the others are left alone.
 */
export async function bareTables(client: pg.Client, only?: readonly string[]): Promise<Bare> {
  const named = only ?? null
  const conn = plainConn(client)
  const tables = await TABLES.all(conn, named)
  const keys = await KEYS.all(conn, named)
  const indexes = await INDEXES.all(conn, named)
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { name, isForced } of tables) {
    await client.query(`alter table ${name} disable trigger user`)
    if (isForced) await client.query(`alter table ${name} no force row level security`)
  }
  if (!only) await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  return {
    async refer() {
      for (const { definition } of indexes) await client.query(definition)
      for (const { table, name, definition } of keys)
        await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
    },
    async dress() {
      for (const { name, isForced } of tables) {
        await client.query(`alter table ${name} enable trigger user`)
        if (isForced) await client.query(`alter table ${name} force row level security`)
      }
    },
  }
}
