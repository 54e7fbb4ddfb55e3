import type { Database } from '#server/kit/database/database.ts'

/**
 * What was found out about sessions a moment ago, so that a busy person's calls do not ask the same
 * again. PostgreSQL tells of every change of access (the triggers of the identity migration), in
 * whichever process it was made; while nobody listens, nothing is kept.
 */
export interface ActorCache<F> {
  get(key: string): F | undefined
  set(key: string, found: F): void
  forget(): void
}

const KEEP_MS = 5000
const RETRY_MS = 1000
/** Who only listens would not notice that the other end is gone. */
const SIGN_OF_LIFE_MS = 5000
const MAX_ENTRIES = 10_000

interface Listening {
  entries: Map<string, { found: unknown; at: number }>
  isListening: boolean
  isClosed: boolean
  /** Raised by every change; what was read before one must not be kept after it. */
  generation: number
  release: (() => Promise<void>) | null
}

const caches = new WeakMap<Database, Listening>()

export function actorCacheOf<F>(database: Database): ActorCache<F> & { generation(): number } {
  const state = caches.get(database) ?? begin(database)
  return {
    get(key) {
      const entry = state.entries.get(key)
      // The kind of what is kept is known to the one caller that keeps it.
      return entry && performance.now() - entry.at < KEEP_MS ? (entry.found as F) : undefined
    },
    set(key, found) {
      if (!state.isListening) return
      if (state.entries.size >= MAX_ENTRIES) state.entries.clear()
      state.entries.set(key, { found, at: performance.now() })
    },
    forget: () => forget(state),
    generation: () => state.generation,
  }
}

/** Called with the server's end; the connection that listens would keep the process alive. */
export async function closeActorCache(database: Database): Promise<void> {
  const state = caches.get(database)
  if (!state) return
  state.isClosed = true
  await state.release?.()
}

function begin(database: Database): Listening {
  const state: Listening = {
    entries: new Map(),
    isListening: false,
    isClosed: false,
    generation: 0,
    release: null,
  }
  caches.set(database, state)
  void listen(database, state)
  return state
}

function forget(state: Listening): void {
  state.generation++
  state.entries.clear()
}

async function listen(database: Database, state: Listening): Promise<void> {
  try {
    const nobody = { organisation_id: null, user_id: null }
    const { client, release } = await database.dedicated(nobody, 0)
    state.release = release
    client.on('notification', () => forget(state))
    const asking = setInterval(() => client.query('select 1').catch(release), SIGN_OF_LIFE_MS)
    asking.unref()
    client.on('end', () => {
      clearInterval(asking)
      lost(database, state)
    })
    await client.query('listen access_changed')
    if (state.isClosed) await release()
    else state.isListening = true
  } catch {
    lost(database, state)
  }
}

/** Without a listener nothing may be remembered; calls ask the database until it is back. */
function lost(database: Database, state: Listening): void {
  state.isListening = false
  state.release = null
  forget(state)
  if (!state.isClosed) setTimeout(() => void listen(database, state), RETRY_MS).unref()
}
