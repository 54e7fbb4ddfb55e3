import type { Database } from '#server/kit/database/database.ts'
import type { Failure } from './answer.ts'
import type { Context } from './context.ts'
import type { Route } from './route.ts'

export interface RequestLog {
  add(ctx: Context, entry: Route, status: number, elapsedMs: number, failure: Failure | null): void
  flush(): Promise<void>
  close(): Promise<void>
}

const FLUSH_MS = 1000
const MAX_BATCH = 500
const MAX_WAITING = 20_000

/** Who asked what, how long it took and how it ended; written in batches beside the request's path. */
export function makeRequestLog(database: Database): RequestLog {
  let waiting: unknown[][] = []
  let flushing: Promise<void> = Promise.resolve()

  const flush = () => {
    flushing = flushing.then(async () => {
      while (waiting.length > 0) {
        const batch = waiting.splice(0, MAX_BATCH)
        await writeBatch(database, batch).catch(() => {
          // The log must never stop the work it describes; what could not be written is dropped.
        })
      }
    })
    return flushing
  }
  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()

  return {
    add(ctx, entry, status, elapsedMs, failure) {
      if (waiting.length >= MAX_WAITING) waiting = waiting.slice(MAX_BATCH)
      waiting.push([
        ctx.request.id,
        ctx.actor.organisation_id,
        ctx.actor.user_id || null,
        ctx.actor.impersonator_id,
        // The pattern, never the address: queries may hold names, links may hold tokens.
        `${entry.method} ${entry.path}`,
        entry.target?.name ?? null,
        status,
        status < 400,
        failure ? plain(failure.told) : null,
        elapsedMs.toFixed(2),
        ctx.request.userAgent,
        ctx.request.ip,
      ])
      if (waiting.length >= MAX_BATCH) void flush()
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

const columns = [
  ['request_id', 'text'],
  ['organisation_id', 'bigint'],
  ['user_id', 'bigint'],
  ['impersonator_id', 'bigint'],
  ['request', 'text'],
  ['object_class', 'text'],
  ['status', 'integer'],
  ['success', 'boolean'],
  ['error', 'text'],
  ['server_timing', 'numeric'],
  ['user_agent', 'text'],
  ['ip', 'text'],
] as const

// A column travels as one text, cut apart by PostgreSQL: as an array, the driver looks for quotes in
// every cell. No header contains these two characters.
const BETWEEN = '\u001e'
const NOTHING = '\u001f'

const INSERT = `insert into request_logs (${columns.map(([name]) => name).join(', ')})
  select * from unnest(${columns
    .map(([, type], place) => `string_to_array($${place + 1}, chr(30), chr(31))::${type}[]`)
    .join(', ')})`

async function writeBatch(database: Database, batch: unknown[][]): Promise<void> {
  const cells = (place: number) => batch.map((row) => cellOf(row[place])).join(BETWEEN)
  const values = columns.map((_, place) => cells(place))
  await database.single({ organisation_id: null, user_id: null }, (conn) =>
    conn.query(INSERT, values, 'request_log'),
  )
}

// Nothing that somebody sent is in it; the two characters are in no text of the catalogue either.
function plain(message: string): string {
  return message.slice(0, 300).replaceAll(BETWEEN, ' ').replaceAll(NOTHING, ' ')
}

// An empty text alone would be cut into no cell at all.
function cellOf(value: unknown): string {
  return value === null || value === '' ? NOTHING : String(value)
}
