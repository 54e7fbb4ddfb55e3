import { type Role, rankOf } from '#domain/access/role.ts'
import { DECIMAL_SHAPES } from '#domain/kit/decimal-text.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { fieldsOf, systemColumns } from '#domain/kit/entity.ts'
import type { Field, Kind } from '#domain/kit/field.ts'

export interface ColumnRule {
  /** The type as PostgreSQL prints it; the schema test compares it with the migrated database. */
  type: string
  /** The expression whose JSON is the value on the wire. */
  json(column: string): string
  /** Text cells are guarded against spreadsheet formulas; typed ones are left alone. */
  isText: boolean
  notNull?: boolean
}

const textual = (type: string): ColumnRule => ({ type, json: (column) => column, isText: true })
const typed = (type: string): ColumnRule => ({ type, json: (column) => column, isText: false })
const decimal = (shape: { precision: number; scale: number }, trimmed: boolean): ColumnRule => ({
  type: `numeric(${shape.precision},${shape.scale})`,
  // Decimals travel as text, so that no JSON parser turns them into floats.
  json: (column) => (trimmed ? `trim_scale(${column})::text` : `${column}::text`),
  isText: false,
})

export const columnRules: Record<Kind, ColumnRule> = {
  text: textual('text'),
  longText: textual('text'),
  richText: textual('text'),
  email: textual('text'),
  emails: { ...typed('text[]'), notNull: true },
  phone: textual('text'),
  url: textual('text'),
  flag: { ...typed('boolean'), notNull: true },
  integer: typed('integer'),
  money: decimal(DECIMAL_SHAPES.money, false),
  rate: decimal(DECIMAL_SHAPES.rate, true),
  percent: decimal(DECIMAL_SHAPES.percent, true),
  quantity: decimal(DECIMAL_SHAPES.quantity, true),
  date: typed('date'),
  timestamp: typed('timestamp(3) with time zone'),
  choice: textual('text'),
  option: textual('text'),
  ref: typed('bigint'),
  refs: { ...typed('bigint[]'), notNull: true },
  json: typed('jsonb'),
  icp: textual('text'),
  connections: { ...typed('text[]'), notNull: true },
  nzbn: textual('text'),
  gstNumber: textual('text'),
  bankAccount: textual('text'),
  bic: textual('text'),
  postcode: textual('text'),
  timeZone: textual('text'),
}

export function columnTypeOf(field: Field): string {
  return field.options.masked ? 'text' : columnRules[field.kind].type
}

/** A masked column holds `mask|sealed`; only the mask ever leaves in a row. */
export function jsonOf(field: Field, column: string): string {
  return field.options.masked
    ? `split_part(${column}, '|', 1)`
    : columnRules[field.kind].json(column)
}

const visible = new WeakMap<Entity, Map<Role, readonly string[]>>()

/** What a role may see of an entity, in field order after the id. The same array every time. */
export function visibleColumns(entity: Entity, role: Role): readonly string[] {
  const byRole = visible.get(entity) ?? new Map<Role, readonly string[]>()
  visible.set(entity, byRole)
  const columns = byRole.get(role) ?? findVisible(entity, role)
  byRole.set(role, columns)
  return columns
}

function findVisible(entity: Entity, role: Role): readonly string[] {
  const own = fieldsOf(entity)
    .filter(([, { options }]) => !options.seenBy || rankOf(role) >= rankOf(options.seenBy))
    .map(([name]) => name)
  const system = systemColumns.filter(
    (column) => column !== 'id' && (column !== 'organisation_id' || entity.scope !== 'platform'),
  )
  return ['id', ...own, ...system]
}

// Lists of columns are few and long-lived; those of one request go with it.
const selectLists = new WeakMap<readonly string[], Map<string, string>>()

export function selectList(entity: Entity, columns: readonly string[], alias = 't'): string {
  const byAlias = selectLists.get(columns) ?? new Map<string, string>()
  selectLists.set(columns, byAlias)
  const list = byAlias.get(alias) ?? makeSelectList(entity, columns, alias)
  byAlias.set(alias, list)
  return list
}

function makeSelectList(entity: Entity, columns: readonly string[], alias: string): string {
  return columns
    .map((column) => {
      const field = entity.fields[column]
      const source = `${alias}.${quote(column)}`
      return field
        ? `${jsonOf(field, source)} as ${quote(column)}`
        : `${source} as ${quote(column)}`
    })
    .join(', ')
}

/** Names come from definitions, never from a request; quoting guards reserved words. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Texts of ours inside a statement; what a request sent is always a parameter. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
