import type { Entity, StoredColumns } from '#domain/kit/entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Actor, Context } from '#server/kit/http/context.ts'

type Change = [before: unknown, after: unknown]

/** What became of the columns of a row. */
export type Changes<E extends Entity = Entity> = { [K in keyof StoredColumns<E>]?: Change }

export interface HistoryEntry {
  object_class: string
  object_id: number
  action: string
  object_version?: number | null
  changes?: Changes
  reason?: string | null
  /** Null for rows of the platform. */
  organisation_id?: number | null
  /** Whose timeline it belongs to. */
  customer_id?: number | null
}

/** Adds one row to the history, in the transaction of the change it tells of. */
export async function recordHistory(conn: Conn, ctx: Context, entry: HistoryEntry): Promise<void> {
  const organisation_id =
    entry.organisation_id === undefined ? ctx.actor.organisation_id : entry.organisation_id
  await conn.query(
    `insert into history (${historyColumns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      organisation_id,
      entry.object_class,
      entry.object_id,
      entry.action,
      entry.object_version ?? null,
      JSON.stringify(entry.changes ?? {}),
      entry.reason ?? null,
      ...actorValues(ctx),
      entry.customer_id ?? null,
    ],
    'history',
  )
}

/** What one change of a row tells. */
export interface RowChange<E extends Entity = Entity> {
  action: string
  changes: Changes<E>
  reason?: string | undefined
}

/** Tells of the row `t` in the statement that writes it; the values follow `count` others. */
export function historySql(entity: Entity, count: number): string {
  const place = (offset: number) => `$${count + offset}`
  const organisation = entity.scope === 'organisation' ? 't.organisation_id' : 'null::bigint'
  return `insert into history (${historyColumns})
    select ${organisation}, ${place(1)}, t.id, ${place(2)}, t.version, ${place(3)}::jsonb,
      ${place(4)}::text, ${place(5)}::bigint, ${place(6)}, ${place(7)}::bigint, ${place(8)},
      ${place(9)}, ${place(10)}, ${customerSql(entity, 't')} from t`
}

export function historyValues(ctx: Context, entity: Entity, told: RowChange): unknown[] {
  const changes = JSON.stringify(told.changes)
  return [entity.name, told.action, changes, told.reason ?? null, ...actorValues(ctx)]
}

export const historyColumns =
  'organisation_id, object_class, object_id, action, object_version, changes, reason, ' +
  'actor_id, actor_name, impersonator_id, impersonator_name, source, request_id, customer_id'

/** Whose timeline a row's changes belong to, as SQL over the row; null where they are nobody's. */
export function customerSql(entity: Entity, row: string): string {
  if (entity.name === 'customer') return `${row}.id`
  const { fields } = entity
  if (fields.customer_id) return `${row}.customer_id`
  if (fields.contract_id)
    return `(select c.customer_id from contracts c where c.id = ${row}.contract_id)`
  if (fields.meter_id) return `(select m.customer_id from meters m where m.id = ${row}.meter_id)`
  if (fields.reference_object) return aboutSql(row)
  return 'null::bigint'
}

// What a note or a task may hang on that belongs to a customer.
const ownedTables = {
  contract: 'contracts',
  meter: 'meters',
  proposal: 'proposals',
  enquiry: 'enquiries',
  invoice: 'invoices',
  bill: 'bills',
  invoicepayment: 'invoicepayments',
  adjustment: 'adjustments',
}

function aboutSql(row: string): string {
  const owned = Object.entries(ownedTables).map(
    ([name, table]) =>
      `when '${name}' then (select o.customer_id from ${table} o where o.id = ${row}.reference_id)`,
  )
  return `case ${row}.reference_object when 'customer' then ${row}.reference_id::bigint
    ${owned.join(' ')} end`
}

const sources: Record<Actor['via'], string> = {
  session: 'screen',
  key: 'api',
  system: 'system',
  customer: 'customer',
}

export function actorValues(ctx: Context): unknown[] {
  const { actor } = ctx
  return [
    actor.user_id || null,
    actor.name,
    actor.impersonator_id,
    actor.impersonator_name,
    sources[actor.via],
    ctx.request.id,
  ]
}
