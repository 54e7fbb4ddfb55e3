import { humanise, plural } from '#domain/kit/wording.ts'
import { audienceLists, audienceOf } from '#domain/messaging/bulk/audience.ts'

const signs: Record<string, string> = {
  eq: 'is',
  ne: 'is not',
  lt: 'below',
  lte: 'up to',
  gt: 'above',
  gte: 'from',
  in: 'one of',
  like: 'contains',
}

// What the map is asked for, which is no filter of a list.
const ofMap: Record<string, (value: string) => string> = {
  box: () => 'in the area that was chosen',
  filter: (value) => `on the layer ${value.replace(':', ' ')}`,
  of: () => 'by where their connections are',
  nowhere: () => 'not on the map',
}

/** Whom it goes to, as a line: the list, and what narrows it down. */
export function audienceWords(stored: unknown): { what: string; filters: string[] } {
  const audience = audienceOf(stored)
  if (!audience) return { what: 'Nobody yet', filters: [] }
  if ('ids' in audience)
    return { what: plural(audience.ids.length, 'chosen customer'), filters: [] }
  if ('bulk_id' in audience) {
    const whom = audience.to === 'failed' ? 'could not be sent to' : 'did not reach'
    return { what: `Whom bulk message ${audience.bulk_id} ${whom}`, filters: [] }
  }
  const filters = Object.entries(audience.params ?? {}).map(([key, value]) => filterOf(key, value))
  return { what: audienceLists[audience.list], filters }
}

function filterOf(key: string, value: string): string {
  if (key === 'q') return `found by “${value}”`
  if (key === 'days') return `within ${value} days`
  if (Object.hasOwn(ofMap, key)) return ofMap[key]?.(value) ?? ''
  const [column = '', operator = 'eq'] = key.split('.')
  const label = humanise(column.replace(/_id$/, ''))
  if (operator === 'null') return `${label} ${value === 'false' ? 'filled in' : 'empty'}`
  return `${label} ${signs[operator] ?? operator} ${value.replaceAll(',', ', ')}`
}
