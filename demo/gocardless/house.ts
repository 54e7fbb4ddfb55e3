import type { Books, Kind } from './books.ts'
import { type Clock, textOf } from './clock.ts'
import { newId } from './ids.ts'
import type { Event, Fields, RecordHead } from './records.ts'
import { invalid, notFound } from './refusals.ts'

/** What the parts of the double work on. */
export interface House {
  books: Books
  clock: Clock
  url: string
  /** Told of each event, in order. */
  onEvent(event: Event): void
  settings: { token: string; refundsAvailable: number | null; callsPerMinute: number }
}

interface Happening {
  type: Kind
  action: string
  links: Record<string, string | null>
  origin?: string
  cause: string
  description?: string
  more?: Fields
}

/** Writes down what happened, for the list of events and for webhooks. */
export function happened(house: House, { type, action, links, cause, ...rest }: Happening): Event {
  const { origin = 'gocardless', description = `${cause.replaceAll('_', ' ')}.`, more } = rest
  const event: Event = {
    id: newId('EV'),
    created_at: textOf(house.clock.now()),
    resource_type: type,
    action,
    links,
    details: { origin, cause, description, ...more },
    metadata: {},
  }
  house.books.events.set(event.id, event)
  house.onEvent(event)
  return event
}

/** The head of a record made now. */
export function headOf(
  house: House,
  prefix: string,
  { links, metadata }: { links: Record<string, string | null>; metadata?: Record<string, string> },
): RecordHead {
  const created_at = textOf(house.clock.now())
  return { id: newId(prefix), created_at, links, metadata: metadata ?? {} }
}

export const creditorOf = ({ books }: House): string => {
  const [id = ''] = books.creditors.keys()
  return id
}

export function found<K extends Kind>(house: House, kind: K, id: unknown) {
  const record = house.books[kind].get(String(id)) as ReturnType<Books[K]['get']>
  if (!record) throw notFound()
  // The map of a kind holds records of that kind alone.
  return record as NonNullable<typeof record>
}

const MOST_KEYS = 3

/** At most three, with short names and values that are text. */
export function metadataOf(kind: string, given: unknown): Record<string, string> {
  if (given === undefined || given === null) return {}
  const isRight =
    typeof given === 'object' &&
    Object.keys(given).length <= MOST_KEYS &&
    Object.entries(given).every(
      ([key, value]) => key.length <= 50 && typeof value === 'string' && value.length <= 500,
    )
  if (!isRight) throw invalid(kind, { metadata: 'must be at most 3 keys with values of text' })
  return { ...given }
}

export function linksOf(body: Fields): Record<string, unknown> {
  const { links } = body
  return typeof links === 'object' && links !== null ? { ...links } : {}
}

export const textIn = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null
