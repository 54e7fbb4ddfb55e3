import { invalid, misused } from './refusals.ts'

const [DEFAULT, MOST] = [50, 500]
// Words of a query that are not the name of a link.
const direct = [
  'status',
  'action',
  'resource_type',
  'scheme',
  'reference',
  'currency',
  'enabled',
  'successful',
  'is_test',
]

interface ListedRecord {
  id?: string
  created_at?: string
}

type LinkReader<T> = (one: T) => Record<string, unknown>

/** A filter that nobody knows is refused, since a list without it would say something else. */
export function mayFilter(query: URLSearchParams, links: readonly string[]): void {
  const isKnown = (name: string) =>
    aboutPages.includes(name) || direct.includes(name) || links.includes(name) || /\[/.test(name)
  const other = [...query.keys()].find((name) => !isKnown(name))
  if (other) throw misused(400, 'invalid_filters', `There is no filter "${other}"`)
}

/** A page, the latest first, as their lists are read: after a cursor lies what is older. */
export function pageOf<T extends object & ListedRecord>(
  records: readonly T[],
  query: URLSearchParams,
  linksOf: LinkReader<T>,
) {
  const limit = limitIn(query)
  const fitting = records.toReversed().filter((one) => isFitting(one, query, linksOf(one)))
  const [after, before] = [query.get('after'), query.get('before')]
  let [from, to] = [0, fitting.length]
  const placeOf = (cursor: string, field: string) => {
    const place = fitting.findIndex((one, at) => cursorOf(one, at) === cursor)
    if (place < 0) throw invalid('query', { [field]: 'is not a valid cursor' })
    return place
  }
  if (after) from = placeOf(after, 'after') + 1
  if (before) to = placeOf(before, 'before')
  // Before a cursor the page ends there; otherwise it begins where the last one ended.
  const start = before && !after ? Math.max(from, to - limit) : from
  const page = fitting.slice(start, Math.min(start + limit, to))
  const end = start + page.length
  const [first, last] = [fitting[start], fitting[end - 1]]
  const cursors = {
    before: page.length > 0 && start > 0 && first ? cursorOf(first, start) : null,
    after: page.length > 0 && end < fitting.length && last ? cursorOf(last, end - 1) : null,
  }
  return { page, meta: { cursors, limit } }
}

const cursorOf = (one: ListedRecord, place: number) => one.id ?? `ITEM${place}`

function limitIn(query: URLSearchParams): number {
  const text = query.get('limit')
  if (text === null) return DEFAULT
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST)
    throw invalid('query', { limit: `must be between 1 and ${MOST}` })
  return limit
}

const comparisons: Record<string, (one: string, other: string) => boolean> = {
  gt: (one, other) => one > other,
  gte: (one, other) => one >= other,
  lt: (one, other) => one < other,
  lte: (one, other) => one <= other,
}

const aboutPages = ['limit', 'after', 'before', 'include', 'sort_field', 'sort_direction']

function isFitting(one: object, query: URLSearchParams, links: Record<string, unknown>): boolean {
  const record = one as Record<string, unknown> // Fields are looked up by the names asked for.
  for (const [name, value] of query) {
    if (aboutPages.includes(name)) continue
    const [, field, comparison] = /^(created_at|charge_date)\[(\w+)\]$/.exec(name) ?? []
    if (field) {
      const compare = comparisons[comparison ?? '']
      if (!compare) throw invalid('query', { [name]: 'is not a valid filter' })
      const other = field === 'created_at' ? momentIn(name, value) : value
      if (!compare(String(record[field] ?? ''), other)) return false
    } else if (direct.includes(name)) {
      if (!value.split(',').includes(String(record[name]))) return false
    } else if (links[name] !== value) return false
  }
  return true
}

/** Moments are compared as they are written, so they are written alike. */
function momentIn(name: string, value: string): string {
  const moment = Date.parse(value)
  if (Number.isNaN(moment)) throw invalid('query', { [name]: 'is not a valid timestamp' })
  return new Date(moment).toISOString()
}
