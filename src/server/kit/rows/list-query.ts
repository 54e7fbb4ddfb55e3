import { type Role, rankOf } from '#domain/access/role.ts'
import { isDay } from '#domain/kit/calendar.ts'
import { type Entity, labelOf, systemColumns } from '#domain/kit/entity.ts'
import type { Field, Kind } from '#domain/kit/field.ts'
import { listParameters } from '#domain/kit/list-parameters.ts'
import { type FieldError, Problem } from '#domain/kit/problem.ts'
import type { Cells } from './cell.ts'

const operators = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'null'] as const
export type Operator = (typeof operators)[number]

/** The rows that a search has found. */
export interface FoundRows {
  /** As PostgreSQL writes a list of them: it goes back there as it came. */
  ids: string
  count: number
}

export interface Filter {
  column: string
  operator: Operator
  values: string[]
}
export interface SortKey {
  column: string
  descending: boolean
}
export interface ListQuery {
  limit: number
  offset: number
  sort: SortKey[]
  filters: Filter[]
  search: string
  columns: string[] | null
  cursor: unknown[] | null
  deleted: boolean
  /** Every row is counted and added up, however many there are. */
  isExact: boolean
  /** Columns to add up over every row that matches, not only the page. */
  sums: string[]
  /** A condition of a list with its own question, beside the filters people choose. */
  among?: Among | undefined
  /** All that a search finds is read, however much it is: for a file, which nobody waits for. */
  isWhole?: boolean | undefined
  /** What the search has found, where that was looked up already. */
  found?: FoundRows | undefined
}

export interface Among {
  /** Tells two questions apart where counts are remembered. */
  key: string
  sql(parameters: { add(value: unknown): string }): string
}

// Rows by the name of a figure are for whoever knows the names; elsewhere it is refused, not ignored.
const { figure: _, ...general } = listParameters.shape
const reserved = new Set([...Object.keys(general), 'organisation_id'])

const MAX_ALL = 10_000
const MAX_OFFSET = 10_000_000
const MAX_SORT_KEYS = 5
const MAX_VALUES = 500

/** Reads a list's address; every mistake is named, none is guessed around. */
export function parseListQuery(entity: Entity, role: Role, raw: Cells): ListQuery {
  const errors: FieldError[] = []
  const refuse = (field: string, message: string) =>
    errors.push({ field, code: 'bad_request', message })
  const textOf = (key: string) => (typeof raw[key] === 'string' ? raw[key] : '')
  const limit = wholeNumber(textOf('limit') || '50')
  const offset = wholeNumber(textOf('offset') || '0')
  const isAll = limit === 0 && entity.full
  if (limit === null || limit > 500 || (limit === 0 && !entity.full))
    refuse('limit', 'Ask for 1 to 500 rows at a time.')
  if (offset === null || offset > MAX_OFFSET) refuse('offset', 'The offset needs a whole number.')
  if (textOf('q') && entity.search.length === 0) refuse('q', 'This list has nothing to search.')
  if (textOf('q').length > 200) refuse('q', 'The search is too long – at most 200 characters.')
  const sort = parseOrder(entity, role, textOf('order') || entity.order, refuse)
  const columns = textOf('fields') ? parseColumns(entity, role, textOf('fields'), refuse) : null
  const filters = Object.keys(raw)
    .filter((key) => !reserved.has(key))
    .flatMap((key) => parseFilter(entity, role, key, raw[key], refuse))
  const cursor = textOf('cursor') ? parseCursor(entity, textOf('cursor'), sort, refuse) : null
  const sums = parseSums(entity, role, textOf('sum'), refuse)
  if (errors.length > 0) throw new Problem('badRequest', { errors })
  return {
    limit: isAll ? MAX_ALL : (limit ?? 50),
    offset: offset ?? 0,
    sort,
    filters,
    search: cleanSearch(textOf('q')),
    columns,
    cursor,
    deleted: ['1', 'true'].includes(textOf('deleted')),
    isExact: ['1', 'true'].includes(textOf('exact')),
    sums,
  }
}

type Refuse = (field: string, message: string) => void

function parseOrder(entity: Entity, role: Role, order: string, refuse: Refuse): SortKey[] {
  const keys = order.split(',')
  if (keys.length > MAX_SORT_KEYS) {
    refuse('order', `Sort by at most ${MAX_SORT_KEYS} fields.`)
    return []
  }
  const sort = keys.flatMap((key) => {
    const descending = key.startsWith('-')
    const column = descending ? key.slice(1) : key
    if (isSortable(entity, role, column)) return [{ column, descending }]
    refuse('order', `We can't sort by “${column}”.`)
    return []
  })
  const last = sort.at(-1)
  // The id closes every order, so that pages never overlap.
  if (!sort.some((key) => key.column === 'id'))
    sort.push({ column: 'id', descending: last?.descending ?? false })
  return sort
}

const addable: Kind[] = ['money', 'quantity', 'integer']

function parseSums(entity: Entity, role: Role, sum: string, refuse: Refuse): string[] {
  const wanted = sum === '' ? [] : [...new Set(sum.split(','))]
  for (const column of wanted) {
    const field = fieldOf(entity, column)
    if (!field || !isSeen(field, role) || !addable.includes(field.kind))
      refuse('sum', `We can't add up “${column}”.`)
  }
  return wanted
}

const unsortable: Kind[] = ['refs', 'emails', 'connections', 'json', 'richText']

function isSortable(entity: Entity, role: Role, column: string): boolean {
  const field = fieldOf(entity, column)
  if (!field) return isSystem(entity, column)
  return isSeen(field, role) && !field.options.masked && !unsortable.includes(field.kind)
}

/** Only the entity's own: every object also knows “constructor” and the like. */
function fieldOf(entity: Entity, column: string): Field | undefined {
  return Object.hasOwn(entity.fields, column) ? entity.fields[column] : undefined
}

function isSystem(entity: Entity, column: string): boolean {
  if (column === 'organisation_id' && entity.scope === 'platform') return false
  return systemColumns.some((known) => known === column)
}

function isSeen(field: Field, role: Role): boolean {
  return !field.options.seenBy || rankOf(role) >= rankOf(field.options.seenBy)
}

function parseColumns(entity: Entity, role: Role, fields: string, refuse: Refuse): string[] {
  const wanted = [...new Set(fields.split(','))]
  for (const column of wanted) {
    const field = fieldOf(entity, column)
    if (field ? !isSeen(field, role) : !isSystem(entity, column))
      refuse('fields', `We don't know the field “${column}”.`)
  }
  return ['id', ...wanted.filter((column) => column !== 'id')]
}

function parseFilter(
  entity: Entity,
  role: Role,
  key: string,
  raw: unknown,
  refuse: Refuse,
): Filter[] {
  const [column = '', suffix = 'eq', ...rest] = key.split('.')
  const operator = operators.find((known) => known === suffix)
  const field = fieldOf(entity, column)
  const isKnown = field ? isSeen(field, role) && !field.options.masked : isSystem(entity, column)
  if (!isKnown || !operator || rest.length > 0 || !isComparable(field, operator)) {
    refuse(key, `We can't filter by “${key}”.`)
    return []
  }
  if (typeof raw !== 'string' || raw.length > 5000) {
    refuse(key, `${labelOf(entity, column)}: one value, please.`)
    return []
  }
  const values = operator === 'in' ? raw.split(',') : [raw]
  const isFine =
    operator === 'like' || operator === 'null' || values.every(valueCheck(field, column))
  if (values.length > MAX_VALUES) refuse(key, `At most ${MAX_VALUES} values, please.`)
  if (!isFine) refuse(key, `${labelOf(entity, column)}: that value doesn't fit.`)
  if (values.some((value) => value.includes('\u0000'))) refuse(key, 'That value doesn’t fit.')
  return [{ column, operator, values }]
}

// Lists of values have no order, and documents are looked into as text.
const unordered: Partial<Record<Kind, readonly Operator[]>> = {
  emails: ['eq', 'ne', 'in', 'like', 'null'],
  connections: ['eq', 'ne', 'in', 'like', 'null'],
  refs: ['eq', 'ne', 'in', 'like', 'null'],
  json: ['like', 'null'],
}

function isComparable(field: Field | undefined, operator: Operator): boolean {
  const allowed = field && unordered[field.kind]
  return !allowed || allowed.includes(operator)
}

const isWhole = (value: string) => /^-?\d{1,15}$/.test(value)
const isDecimal = (value: string) => /^-?\d{1,15}(\.\d{1,9})?$/.test(value)
const isFlag = (value: string) => value === 'true' || value === 'false'
const isInstant = (value: string) =>
  /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):?\d\d)?)?$/.test(value) &&
  isDay(value.slice(0, 10)) &&
  !Number.isNaN(Date.parse(value))
const isAnything = () => true

const valueChecks: Partial<Record<Kind, (value: string) => boolean>> = {
  flag: isFlag,
  integer: (value) => isWhole(value) && Math.abs(Number(value)) < 2 ** 31,
  ref: isWhole,
  refs: isWhole,
  money: isDecimal,
  rate: isDecimal,
  percent: isDecimal,
  quantity: isDecimal,
  date: isDay,
  timestamp: isInstant,
}

function valueCheck(field: Field | undefined, column: string): (value: string) => boolean {
  if (field) return valueChecks[field.kind] ?? isAnything
  return column.endsWith('_at') ? isInstant : isWhole
}

function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** Searches find macrons with or without them; wildcards of SQL are plain characters. */
function cleanSearch(text: string): string {
  return text.replaceAll('\u0000', '').trim()
}

export function makeCursor(values: unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

function parseCursor(
  entity: Entity,
  text: string,
  sort: SortKey[],
  refuse: Refuse,
): unknown[] | null {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    const fits = (value: unknown, place: number) => {
      const column = sort[place]?.column ?? ''
      const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
      return value === null || (isPlain && valueCheck(fieldOf(entity, column), column)(`${value}`))
    }
    if (Array.isArray(values) && values.length === sort.length && values.every(fits))
      if (!JSON.stringify(values).includes('\\u0000')) return values
  } catch {
    // Falls through to the refusal.
  }
  refuse('cursor', 'That page is no longer there. Start again from the first one.')
  return null
}
