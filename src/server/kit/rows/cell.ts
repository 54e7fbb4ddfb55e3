import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import type { Entity, Row, StoredColumns } from '#domain/kit/entity.ts'
import { fieldsOf, fieldsWith } from '#domain/kit/entity.ts'
import type { Field, Kind } from '#domain/kit/field.ts'
import { isMaskedText } from '#domain/kit/value-schema.ts'
import { type FieldKeys, maskOf, seal } from './seal.ts'

/** A checked value as the database takes it. */
export function stored(field: Field, value: unknown, keys: FieldKeys): unknown {
  if (value === null || value === undefined) return emptyOf(field)
  if (field.options.masked) return seal(keys, String(value))
  if (field.kind === 'json') return JSON.stringify(value)
  if (field.kind === 'richText') return cleanHtml(String(value))
  return value
}

const lists = new Set<Kind>(['emails', 'refs', 'connections'])

function emptyOf(field: Field): unknown {
  if (field.kind === 'flag') return false
  return lists.has(field.kind) ? [] : null
}

/** The same value as people may read it in the history. */
export function shown(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return emptyOf(field)
  if (field.kind === 'richText') return cleanHtml(String(value))
  return field.options.masked ? maskOf(String(value)) : value
}

export type Cells = Readonly<Record<string, unknown>>

/**
 * A row column by column, for the kit alone, which knows the columns from the entity; everybody else
 * names them and is told by the compiler when there is none of that name.
 */
export function cellsOf(row: object): Cells {
  return row as Cells // Any object can be asked for any name.
}

/** What a new row starts with: what was sent, else the field's first value. */
export function withInitials<E extends Entity>(
  entity: E,
  input: StoredColumns<E>,
): StoredColumns<E> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of initialFields(entity))
    if (cellsOf(input)[name] === undefined) values[name] = field.options.initial
  return Object.assign(values, withoutMasked(entity, input))
}

const initialFields = fieldsWith(({ options }) => options.initial !== undefined)

/** What a row that is made after another starts with: those of its columns that are kept. */
export function copyOf<E extends Entity>(
  entity: E,
  row: Row<E>,
  isKept: (name: string, field: Field) => boolean,
): StoredColumns<E> {
  const kept = fieldsOf(entity).filter(([name, field]) => isKept(name, field))
  // Named by the entity's own fields.
  return Object.fromEntries(kept.map(([name]) => [name, cellsOf(row)[name]])) as StoredColumns<E>
}

/** A masked value sent back changes nothing. */
export function withoutMasked<E extends Entity>(
  entity: E,
  input: StoredColumns<E>,
): StoredColumns<E> {
  const kept = { ...input }
  for (const [name] of maskedFields(entity))
    if (isMaskedText(cellsOf(kept)[name])) Reflect.deleteProperty(kept, name)
  return kept
}

const maskedFields = fieldsWith(({ options }) => options.masked === true)

// Markup of users keeps its structure and loses everything that acts.
function cleanHtml(html: string): string {
  return sanitiser()(html, {
    allowedTags: [
      ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'blockquote'],
      ...['h1', 'h2', 'h3', 'h4', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'hr', 'span', 'div'],
    ],
    allowedAttributes: { a: ['href', 'title'], td: ['colspan', 'rowspan'], th: ['colspan'] },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  })
}

// Loaded with the first rich text: it brings a parser for style sheets, which costs a start more
// than everything else in this folder.
let loaded: typeof sanitizeHtml | null = null
function sanitiser(): typeof sanitizeHtml {
  // The module is its function; nothing else could be loaded under this name.
  loaded ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml
  return loaded
}
