import { type Entity, fieldsWith } from '#domain/kit/entity.ts'
import { readStored } from './storage.ts'

/** What was typed into a form and not saved, field by field. */
export interface Draft {
  /** When it was last typed into, in milliseconds. */
  at: number
  /** The version of the record that it was typed over; null for a new one. */
  version: number | null
  values: Record<string, unknown>
  /** What stood in the same fields before. */
  base: Record<string, unknown>
}

const PREFIX = 'draft:'
/** What nobody came back for is somebody's data that lies about. */
export const KEPT_MS = 3 * 86_400_000
/** A browser keeps five million characters for everything. */
const LONGEST = 200_000

const neverKept = fieldsWith(({ options }) => options.masked || options.isNeverKept)

/** What is sealed at rest, or harms whoever it is about, never lies open in a browser. */
export function keepable<V>(entity: Entity, values: Record<string, V>): Record<string, V> {
  const hidden = new Set(neverKept(entity).map(([name]) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.has(name)))
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** The draft at a place, unless it is too old. */
export function readDraft(place: string, now: number, shelf: Shelf = localStorage): Draft | null {
  try {
    const draft: Draft | null = JSON.parse(shelf.getItem(PREFIX + place) ?? 'null')
    return draft && now - draft.at < KEPT_MS ? draft : null
  } catch {
    return null
  }
}

export function writeDraft(place: string, draft: Draft, shelf: Shelf = localStorage): void {
  // Whoever signed out in another tab has taken everything of theirs along.
  if (shelf === globalThis.localStorage && !readStored('token')) return
  const text = JSON.stringify(draft)
  if (text.length > LONGEST) return
  try {
    shelf.setItem(PREFIX + place, text)
  } catch {
    // A browser that keeps nothing still has what was typed on screen.
  }
}

export function dropDraft(place: string, shelf: Shelf = localStorage): void {
  try {
    shelf.removeItem(PREFIX + place)
  } catch {
    // Then there is none.
  }
}

/** At sign-out everything goes; at other times what nobody came back for. */
export function dropDrafts(which: 'all' | 'old', now: number, shelf: Shelf = localStorage): void {
  try {
    const keys = Array.from({ length: shelf.length }, (_, place) => shelf.key(place) ?? '')
    for (const key of keys) {
      if (!key.startsWith(PREFIX)) continue
      const place = key.slice(PREFIX.length)
      if (which === 'all' || !readDraft(place, now, shelf)) dropDraft(place, shelf)
    }
  } catch {
    // A browser that keeps nothing has none.
  }
}
