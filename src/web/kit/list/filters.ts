import type { Entity } from '#domain/kit/entity.ts'
import { labelOf } from '#domain/kit/entity.ts'
import type { Kind } from '#domain/kit/field.ts'
import type { Filter, Operator } from '#domain/kit/list-filter.ts'

// Screens find everything about filters here; how they are written is the domain's.
export { type Filter, filterParams, writeFilters } from '#domain/kit/list-filter.ts'

export type FilterInput = 'text' | 'choices' | 'range' | 'days' | 'yesno'

/** How a kind is asked for in a filter; a kind without an answer cannot be filtered by. */
export const filterInputs: Record<Kind, FilterInput | null> = {
  text: 'text',
  longText: 'text',
  richText: null,
  email: 'text',
  emails: null,
  phone: 'text',
  url: 'text',
  flag: 'yesno',
  integer: 'range',
  money: 'range',
  rate: 'range',
  percent: 'range',
  quantity: 'range',
  date: 'days',
  timestamp: 'days',
  choice: 'choices',
  option: 'choices',
  ref: null,
  refs: null,
  json: null,
  icp: 'text',
  connections: 'text',
  nzbn: 'text',
  gstNumber: 'text',
  bankAccount: null,
  bic: null,
  postcode: 'text',
  timeZone: 'text',
}

/** The fields a list can be filtered by, in the order of the form. */
export function filterableFields(entity: Entity): { name: string; label: string }[] {
  return Object.entries(entity.fields)
    .filter(([, field]) => !field.options.masked && filterInputs[field.kind] !== null)
    .map(([name]) => ({ name, label: labelOf(entity, name) }))
}

export function readFilters(text: string): Filter[] {
  return text.split(';').flatMap((part) => {
    const match = /^(\w+)\.(eq|ne|lt|lte|gt|gte|in|like|null):(.*)$/.exec(part)
    if (!match) return []
    const [, field = '', operator = 'eq', rest = ''] = match
    // The expression above allows exactly the operators.
    return [{ field, operator: operator as Operator, values: rest.split('|').map(decoded) }]
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
