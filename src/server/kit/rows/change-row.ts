import { atLeast, type Role } from '#domain/access/role.ts'
import { formatTime } from '#domain/kit/calendar.ts'
import { LAPSE_SECONDS } from '#domain/kit/datalock-calls.ts'
import type { Entity, Row, StoredColumns } from '#domain/kit/entity.ts'
import { fieldsOf } from '#domain/kit/entity.ts'
import type { Field, Kind } from '#domain/kit/field.ts'
import { type AvailableAction, availableActions } from '#domain/kit/machine.ts'
import { type FieldError, Problem } from '#domain/kit/problem.ts'
import type { Revision } from '#domain/kit/verbs.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { stableJson } from '#server/kit/http/stable-json.ts'
import { type Cells, cellsOf, shown, withoutMasked } from './cell.ts'
import { type Catalogue, dependentsOf, refuseArchivedParents } from './check-row.ts'
import { quote, selectList, visibleColumns } from './column.ts'
import type { Changes } from './history.ts'
import { holdOwners } from './hold-owners.ts'
import { nextState, refuseRole } from './state.ts'
import { updateRow, type Written, writtenRow } from './write-row.ts'

/** A row that is held until the transaction ends. */
export interface Locked<E extends Entity = Entity> {
  id: number
  version: number
  modified_at: string
  deleted_at: string | null
  /** All of its columns, whatever the caller may see. */
  row: Row<E>
  /** What the caller may see of it, in JSON text. */
  row_text: string
  holder: string | null
}

/** What may be done with a row now; screens draw their buttons from it. */
export function actionsOf(ctx: Context, entity: Entity, row: Cells): AvailableAction[] {
  const { role, impersonator_id } = ctx.actor
  const lines = linesOf(entity, role, row).filter(({ action }) => ctx.offers(entity, action))
  if (impersonator_id === null) return lines
  const reason = 'Not while working as somebody else.'
  return lines.map(({ action }) => ({ action, allowed: false, reason }))
}

function linesOf(entity: Entity, role: Role, row: Cells): AvailableAction[] {
  if (entity.machine) return availableActions(entity.machine, row, role)
  const says = (action: string, needed: Role): AvailableAction =>
    atLeast(role, needed)
      ? { action, allowed: true }
      : { action, allowed: false, reason: `Needs the role ${needed}.` }
  if (row.deleted_at) return [says('restore', entity.access.remove)]
  return [says('update', entity.access.write), says('delete', entity.access.remove)]
}

/** A person's change of a row: checked against what it was made from, then stored with its history. */
export async function reviseRow<E extends Entity>(
  ctx: Context,
  conn: Conn,
  entity: E,
  input: Revision<E>,
  checks: { rights(): void; others(before: Row<E>): Promise<void>; reason?: string | undefined },
): Promise<Written<E>> {
  const { id, version, modified_at, ...fields } = input
  if (version === undefined && modified_at === undefined) {
    const message = 'Say which version the change was made from.'
    throw new Problem('badRequest', {
      errors: [{ field: 'version', code: 'bad_request', message }],
    })
  }
  const current = await lockRow(ctx, conn, entity, id)
  checks.rights()
  await checks.others(current.row)
  if (current.deleted_at) throw archived(entity)
  const isCurrent =
    version === undefined ? modified_at === current.modified_at : version === current.version
  if (!isCurrent) throw await outdated(conn, entity, current)
  refuseIfHeld(current)
  const state = nextState(entity, 'update', current, ctx.actor.role)
  // What is left of a revision without its head is the fields.
  const sent = withoutMasked(entity, fields as StoredColumns<E>)
  const changes = differences(entity, current.row, sent)
  checkRevision(entity, { ...current.row, ...sent }, { before: current.row, changes })
  if (Object.keys(changes).length === 0)
    return writtenRow(entity, { id, version: current.version, json: current.row_text })
  const isChanged = ([name]: [string, unknown]) => name in changes
  // Some of what was sent.
  const values = Object.fromEntries(Object.entries(sent).filter(isChanged)) as StoredColumns<E>
  const told = { action: 'update', changes, reason: checks.reason }
  return updateRow(ctx, conn, entity, id, { ...values, ...state }, told)
}

/** Rules between the fields of one row. */
export function checkFields<E extends Entity>(entity: E, row: StoredColumns<E>): void {
  const errors = entity.check(cellsOf(row))
  if (errors.length > 0) throw new Problem('badRequest', { errors })
}

/** What was wrong before, and is not what somebody changes now, stands in nobody's way. */
function checkRevision<E extends Entity>(
  entity: E,
  row: StoredColumns<E>,
  { before, changes }: { before: Row<E>; changes: object },
): void {
  const isSame = (one: FieldError) => (other: FieldError) =>
    one.field === other.field && one.message === other.message
  const known = entity.check(cellsOf(before))
  const errors = entity
    .check(cellsOf(row))
    .filter((error) => error.field in changes || !known.some(isSame(error)))
  if (errors.length > 0) throw new Problem('badRequest', { errors })
}

/** Soft: the row keeps its place in history and can be restored. */
export async function removeRow(
  ctx: Context,
  conn: Conn,
  entity: Entity,
  input: { id: number; version?: number | undefined },
  catalogue: Catalogue,
): Promise<void> {
  const current = await lockRow(ctx, conn, entity, input.id)
  if (current.deleted_at) throw archived(entity)
  if (entity.machine) refuseRole(entity, 'delete', current, ctx.actor.role)
  if (input.version !== undefined && input.version !== current.version)
    throw await outdated(conn, entity, current)
  refuseIfHeld(current)
  nextState(entity, 'delete', current, ctx.actor.role)
  const dependents = await dependentsOf(conn, entity, input.id, catalogue)
  if (dependents.length > 0) {
    const reason = `it is still used by ${dependents.join(' and ')}`
    const instead = 'You could move them to another one first.'
    throw new Problem('notPossible', { fill: { action: 'delete', reason, instead } })
  }
  const values = { deleted_at: ctx.clock.now().toISOString() }
  await updateRow(ctx, conn, entity, input.id, values, { action: 'delete', changes: {} })
}

export async function restoreRow<E extends Entity>(
  ctx: Context,
  conn: Conn,
  entity: E,
  id: number,
  catalogue: Catalogue,
): Promise<Written<E>> {
  const current = await lockRow(ctx, conn, entity, id)
  if (entity.machine) refuseRole(entity, 'restore', current, ctx.actor.role)
  if (!current.deleted_at) {
    const fill = { action: 'restore', reason: 'it has not been deleted', instead: '' }
    throw new Problem('notPossible', { fill })
  }
  const told = { action: 'restore', changes: {}, sent: current.row }
  const state = nextState(entity, 'restore', current, ctx.actor.role)
  await refuseArchivedParents(ctx, conn, entity, current.row, catalogue)
  return updateRow(ctx, conn, entity, id, { deleted_at: null, ...state }, told)
}

/** Who else works on the row `t`: of what class it is and who asks are the second and third values. */
export const HOLDER = `(select user_name from datalocks l where l.object_class = $2
  and l.object_id = t.id and l.user_id <> $3
  and l.renewed_at > now() - make_interval(secs => ${LAPSE_SECONDS})
  order by l.locked_at limit 1)`

/** Holds the row until the transaction ends, and tells who else works on it. */
export async function lockRow<E extends Entity>(
  ctx: Context,
  conn: Conn,
  entity: E,
  id: number,
): Promise<Locked<E>> {
  await holdOwners(conn, entity, [id])
  const columns = selectList(entity, visibleColumns(entity, 'padmin'))
  const seen = selectList(entity, visibleColumns(entity, ctx.actor.role))
  const scope = entity.scope === 'organisation' ? 'and t.organisation_id = $4' : ''
  const sql = `select t.id, t.version, t.modified_at, t.deleted_at,
      (select row_to_json(r) from (select ${columns}) r) as row,
      (select row_to_json(r)::text from (select ${seen}) r) as row_text,
      ${HOLDER} as holder
    from ${quote(entity.plural)} t where t.id = $1 ${scope} for update of t`
  // By the record, since some have a page of their own for admins.
  const values = [id, entity.name, ctx.actor.user_id]
  const [found] = await conn.query<Locked<E>>(
    sql,
    scope ? [...values, ctx.actor.organisation_id] : values,
  )
  if (!found) throw new Problem('notFound', { fill: { what: entity.label.toLowerCase() } })
  return found
}

export function archived(entity: Entity): Problem {
  const available_actions = [{ action: 'restore', allowed: true }]
  return new Problem('archived', {
    fill: { what: entity.label.toLowerCase() },
    info: { available_actions },
  })
}

/** Holds the row for an action that may say which version it was decided on. */
export async function lockAsSeen<E extends Entity>(
  ctx: Context,
  conn: Conn,
  entity: E,
  { id, version }: { id: number; version?: number | undefined },
): Promise<Locked<E>> {
  const current = await lockRow(ctx, conn, entity, id)
  if (version !== undefined && version !== current.version)
    throw await outdated(conn, entity, current)
  refuseIfHeld(current)
  return current
}

/** 474 carries the current row, so that the screen can merge instead of losing either side. */
export async function outdated(conn: Conn, entity: Entity, current: Locked): Promise<Problem> {
  const [last] = await conn.query<{ actor_name: string; created_at: string }>(
    `select actor_name, created_at from history where object_class = $1 and object_id = $2
     and action <> 'unmask' and not starts_with(action, 'guard_code_') order by id desc limit 1`,
    [entity.name, current.id],
  )
  const who = last?.actor_name ?? 'Somebody'
  const time = formatTime(last?.created_at ?? current.modified_at)
  return new Problem('outdated', {
    fill: { who, time },
    data: JSON.parse(current.row_text),
    info: { changed_by: who, changed_at: last?.created_at ?? current.modified_at },
  })
}

export function refuseIfHeld(current: Pick<Locked, 'holder'>): void {
  if (current.holder)
    throw new Problem('lockHeld', {
      fill: { holder: current.holder },
      info: { holder: current.holder },
    })
}

/** Only what really differs is stored and told. */
export function differences<E extends Entity>(
  entity: E,
  before: Row<E>,
  sent: StoredColumns<E>,
): Changes<E> {
  const changes: Changes = {}
  const [was, is] = [cellsOf(before), cellsOf(sent)]
  for (const [name, field] of fieldsOf(entity)) {
    if (is[name] === undefined) continue
    const after = shown(field, is[name])
    // Two masks may look alike; only nothing is known to be the same as nothing.
    const isSame = field.options.masked
      ? (was[name] ?? null) === null && after === null
      : comparable(field, was[name]) === comparable(field, after)
    if (!isSame) changes[name] = [was[name] ?? null, after]
  }
  return changes as Changes<E> // Named by the entity's own fields.
}

const decimals: Kind[] = ['money', 'rate', 'percent', 'quantity']

// 1.5 and 1.500000 are the same rate, one instant can be written in several ways, and PostgreSQL
// keeps the keys of a document in an order of its own. Text is only ever the same as itself.
function comparable(field: Field, value: unknown): string {
  if (typeof value === 'string') {
    if (field.kind === 'timestamp') return String(Date.parse(value))
    if (decimals.includes(field.kind)) return value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
  }
  return stableJson(value ?? null)
}
