import { type Entity, systemColumns } from '#domain/kit/entity.ts'
import { columnTypeOf, jsonOf, quote } from '#server/kit/rows/column.ts'

/** How the cells of a row become its JSON. */
export interface RowShape {
  /** The columns as SQL selects them, in the order of the cells. */
  select: string
  cells: readonly Cell[]
}

interface Cell {
  name: string
  form: Form
}

/** How a cell is written: as PostgreSQL prints it, as true or false, an instant or a text. */
export type Form = 'plain' | 'flag' | 'instant' | 'text'

const shapes = new WeakMap<readonly string[], RowShape>()

// Lists of columns are few and long-lived; those of one request go with it.
export function shapeOf(entity: Entity, columns: readonly string[]): RowShape {
  const shape = shapes.get(columns) ?? makeShape(entity, columns)
  shapes.set(columns, shape)
  return shape
}

function makeShape(entity: Entity, columns: readonly string[]): RowShape {
  const selected = columns.map((column) => cellOf(entity, column))
  return {
    select: selected.map(({ sql }) => sql).join(', '),
    cells: selected.map(({ form }, place) => ({ name: columns[place] ?? '', form })),
  }
}

function cellOf(entity: Entity, column: string): { sql: string; form: Form } {
  const source = `t.${quote(column)}`
  const field = entity.fields[column]
  if (!field) return { sql: source, form: isMoment(column) ? 'instant' : 'plain' }
  const type = columnTypeOf(field)
  if (type.endsWith('[]')) return { sql: `array_to_json(${source})`, form: 'plain' }
  return { sql: jsonOf(field, source), form: formOf(type) }
}

function isMoment(column: string): boolean {
  return systemColumns.some((known) => known === column) && column.endsWith('_at')
}

/** Decimals are text on the wire already, and days are written as they are read. */
function formOf(type: string): Form {
  if (type === 'boolean') return 'flag'
  if (type === 'integer' || type === 'bigint' || type === 'jsonb') return 'plain'
  return type.startsWith('timestamp') ? 'instant' : 'text'
}

/** PostgreSQL prints `2026-11-15 07:09:06.123+00`; its JSON prints the ISO form, and so do we. */
export function isoInstant(value: string): string {
  return `${value.replace(' ', 'T')}:00`
}
