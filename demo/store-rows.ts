import type { Entity } from '#domain/kit/entity.ts'
import { createSchema } from '#domain/kit/schema.ts'
import { validate } from '#domain/kit/validate.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { shown, stored, withInitials } from '#server/kit/rows/cell.ts'
import { quote } from '#server/kit/rows/column.ts'
import { type Changes, customerSql } from '#server/kit/rows/history.ts'
import type { FieldKeys } from '#server/kit/rows/seal.ts'

export interface DemoActor {
  id: number | null
  name: string
  /** Customers who accept a contract act for themselves. */
  isCustomer?: boolean
}

/** Something that happened to a row after it was made. */
export interface LaterChange {
  at: Date
  actor: DemoActor
  /** Update, delete, or an action of the entity's state machine. */
  action: string
  changes: Changes
}

export interface DemoRow {
  input: Record<string, unknown>
  /** Fields a client cannot send: balances, mandates, what identity keeps beside a user. */
  kept?: Record<string, unknown>
  /** Columns that are no fields, such as a user's password hash. */
  columns?: Record<string, unknown>
  at: Date
  actor: DemoActor
  later?: LaterChange[]
  /** Rows that came by the thousand in a file have no history of their own. */
  isUntold?: boolean
}

export interface Target {
  conn: Conn
  organisation_id: number | null
  key: FieldKeys
}

/**
 * Stores many rows with their histories in two statements. Each row is checked as if a person had
 * sent it and sealed as the application seals it.
 */
export async function storeRows(
  { conn, organisation_id, key }: Target,
  entity: Entity,
  rows: readonly DemoRow[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const schema = createSchema(entity)
  const values = rows.map((row) => ({
    ...withInitials(entity, validate(schema, row.input, entity)),
    ...row.kept,
  }))
  const cells = rows.map((row, place) => ({
    ...cellsOf(entity, values[place] ?? {}, key),
    ...row.columns,
    ...(entity.scope === 'organisation' ? { organisation_id } : {}),
    ...systemCells(row),
  }))
  const isTold = rows.some((row) => !row.isUntold)
  const customer = isTold ? customerSql(entity, 't') : undefined
  const made = await insertAll(conn, entity.plural, cells, customer)
  const told = rows.flatMap((row, place) => {
    if (row.isUntold) return []
    const { id: object_id, customer_id } = made[place] ?? {}
    const about = { object_class: entity.name, object_id, customer_id }
    const scope = entity.scope === 'organisation' ? organisation_id : null
    return historyOf(entity, row, values[place] ?? {}).map((entry) => ({
      organisation_id: scope,
      ...about,
      ...entry,
    }))
  })
  await insertAll(
    conn,
    'history',
    told.sort((a, b) => (a.created_at < b.created_at ? -1 : 1)),
  )
  return made.map((row) => row.id)
}

function cellsOf(entity: Entity, values: Record<string, unknown>, key: FieldKeys) {
  return Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]) => {
      const value = values[name]
      // What the database makes up itself is not given to it.
      if ((name === 'shown_as' || field.options.isDerived) && value === undefined) return []
      // The rows travel as JSON, in which a JSON field is a value and not a text.
      return [[name, field.kind === 'json' ? (value ?? null) : stored(field, value, key)]]
    }),
  )
}

function systemCells({ at, later = [] }: DemoRow) {
  const last = later.at(-1)
  return {
    version: 1 + later.length,
    created_at: at.toISOString(),
    modified_at: (last?.at ?? at).toISOString(),
    deleted_at: last?.action === 'delete' ? last.at.toISOString() : null,
  }
}

function historyOf(entity: Entity, row: DemoRow, values: Record<string, unknown>) {
  const first: Changes = {}
  for (const [name, field] of Object.entries(entity.fields)) {
    // What the server keeps came with time and not with the creation.
    const value = name in (row.kept ?? {}) ? undefined : values[name]
    // What changed later began as something else.
    const before = row.later?.find((change) => name in change.changes)?.changes[name]?.[0]
    const begun = before === undefined ? shown(field, value) : before
    if (begun !== null && begun !== false && value !== undefined) first[name] = [null, begun]
  }
  const created: LaterChange[] = [
    { at: row.at, actor: row.actor, action: 'update', changes: first },
  ]
  return [...created, ...(row.later ?? [])].map((change, place) => ({
    action: place === 0 ? 'create' : change.action,
    object_version: place + 1,
    changes: change.changes,
    actor_id: change.actor.id,
    actor_name: change.actor.name,
    source: sourceOf(change.actor),
    created_at: change.at.toISOString(),
  }))
}

function sourceOf({ id, isCustomer }: DemoActor): string {
  if (isCustomer) return 'customer'
  return id === null ? 'system' : 'screen'
}

interface Inserted {
  id: number
  customer_id: number | null
}

/**
 * Every row names the same columns; PostgreSQL gives ids in the order of the rows. `customer` says
 * whose timeline a row belongs to, as SQL over the row `t`.
 */
export async function insertAll(
  conn: Conn,
  table: string,
  rows: readonly Record<string, unknown>[],
  customer = 'null::bigint',
): Promise<Inserted[]> {
  const [first] = rows
  if (!first) return []
  const columns = Object.keys(first).map(quote).join(', ')
  const source = `jsonb_populate_recordset(null::${quote(table)}, $1::jsonb)`
  return conn.query<Inserted>(
    `insert into ${quote(table)} as t (${columns})
     select ${columns} from ${source} returning id, ${customer} as customer_id`,
    [JSON.stringify(rows)],
  )
}
