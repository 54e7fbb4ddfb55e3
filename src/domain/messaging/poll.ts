// Whoever asks again and again for what is new must lose nothing and show nothing twice. A message
// gets its time a moment before others can see it, so the newest one somebody has may be younger
// than one that is still to appear.

/** How far the server looks back behind the moment it is asked for. */
export const OVERLAP_MS = 2000

/** What following a chat needs to know of a message. */
export interface PolledMessage {
  /** A number counts up; a name, as customers' pages have it, only tells messages apart. */
  id: number | string
  created_at: string
  /** Shown because it was sent from here, not because it was fetched. */
  isEcho?: true
}

/** From when the server answers, if it is asked for what was written since then. */
export function overlapped(created_from: string): string {
  return new Date(Date.parse(created_from) - OVERLAP_MS).toISOString()
}

/** The moment to ask from next time; null for everything. */
export function newestOf(known: readonly PolledMessage[]): string | null {
  return known.reduce<string | null>((newest, { created_at }) => {
    return newest === null || Date.parse(created_at) > Date.parse(newest) ? created_at : newest
  }, null)
}

/** What is known and what has arrived, each once, in the order it was written. */
export function merged<M extends PolledMessage>(known: readonly M[], arrived: readonly M[]): M[] {
  const byId = new Map([...known, ...arrived].map((message) => [message.id, message]))
  return [...byId.values()].sort(
    (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || byNumber(a.id, b.id),
  )
}

// Names stay in the order they came in, which is the server's.
function byNumber(a: PolledMessage['id'], b: PolledMessage['id']): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : 0
}

/**
 * What is known with one's own message, as soon as it is sent. It says nothing of what others wrote
 * before it, so nobody may ask from it until it has been fetched.
 */
export function echoed<M extends PolledMessage>(known: readonly M[], sent: M): M[] {
  return merged(known, [{ ...sent, isEcho: true }])
}

/** What the next question may start from. */
export function fetched<M extends PolledMessage>(known: readonly M[]): M[] {
  return known.filter(({ isEcho }) => !isEcho)
}
