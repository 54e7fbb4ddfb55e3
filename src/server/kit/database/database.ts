import type { Readable } from 'node:stream'
import pg from 'pg'
import { isoInstant, type RowShape } from '#server/kit/rows/row-shape.ts'
import {
  type Copying,
  giveUpSilent,
  type JsonRow,
  wire as usual,
  type Wire,
} from '#server/kit/wire/wire.ts'
import { makeNumberGiver, type Series } from './number-giver.ts'

/** One connection, inside a transaction or a scoped read. Passed along, never held. */
export interface Conn {
  query<R = Record<string, unknown>>(text: string, values?: unknown[], name?: string): Promise<R[]>
  /** Rows whose first columns have the given shape, as their JSON. */
  json(shape: RowShape, text: string, values: unknown[], name?: string): Promise<JsonRow[]>
  /** A statement whose answer nobody needs: it travels with the commit, which fails if it fails. */
  atCommit(text: string, values: unknown[], name: string): void
}

/** Who the database believes is asking: row-level security reads both. */
export interface Scope {
  organisation_id: number | null
  user_id: number | null
}

export interface Database {
  read<T>(scope: Scope, fn: (conn: Conn) => Promise<T>): Promise<T>
  write<T>(scope: Scope, fn: (conn: Conn) => Promise<T>, opening?: string): Promise<T>
  /** The same for what may take its time; a few at once, on connections of its own. */
  patient<T>(scope: Scope, fn: (conn: Conn) => Promise<T>, opening?: string): Promise<T>
  /** For one statement that writes: a transaction by itself, and refused outside its scope. */
  single<T>(scope: Scope, fn: (conn: Conn) => Promise<T>): Promise<T>
  /** The next number of a series that may have gaps, given outside any transaction. */
  number(scope: Scope, series: Series): Promise<string>
  /** A connection outside pipelining, for COPY and LISTEN; the caller must release it. */
  dedicated(scope: Scope, timeoutMs: number): Promise<Dedicated>
  close(): Promise<void>
}

interface Dedicated {
  client: pg.Client
  copy(text: string, how: Copying): Readable
  release(): Promise<void>
}

// Ids are far below 2^53; numeric and date stay text so that nothing passes through a float.
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1082, (value) => value)
pg.types.setTypeParser(1184, (value) => isoInstant(value))

// Days and instants are passed on as PostgreSQL prints them.
const settings =
  '-c TimeZone=UTC -c DateStyle=ISO -c lock_timeout=4000 -c idle_in_transaction_session_timeout=15000'

const STATEMENT_MS = 5000
// A report over years of a large book: as long as an export has.
const PATIENT_MS = 60_000
const PATIENT_MAX = 2
// PostgreSQL itself ends every statement before; only a host that is gone says nothing for so long.
const silenceAfter = (statementMs: number) => statementMs + 2500

interface Options {
  url: string
  max?: number
  wire?: Wire
}

export function openDatabase({ url, max = 10, wire = usual }: Options): Database {
  const pool = makePool(url, max, wire)
  const patients = makePool(url, PATIENT_MAX, wire, PATIENT_MS, PATIENT_MS)
  // Of its own: who asks for a number may hold one of the pool's connections already.
  const numbers = makePool(url, 1, wire)
  const borrow = async (from: LivePool) => connOf(await from.connect(), wire)

  return {
    read: (scope, fn) => scopedRead(borrow(pool), scope, fn),
    write: (scope, fn, opening) => withRetry(() => transaction(borrow(pool), scope, fn, opening)),
    patient: (scope, fn, opening) =>
      withRetry(() => transaction(borrow(patients), scope, fn, opening)),
    single: (scope, fn) => withRetry(() => scopedRead(borrow(pool), scope, fn)),
    dedicated: (scope, timeoutMs) => dedicated({ url, wire }, scope, timeoutMs),
    number: makeNumberGiver((scope, fn) => scopedRead(borrow(numbers), scope, fn)),
    close: async () => {
      await Promise.all([pool.end(), patients.end(), numbers.end()])
    },
  }
}

interface LivePool {
  connect(): Promise<pg.PoolClient>
  end(): Promise<void>
}

function makePool(
  url: string,
  max: number,
  { Client }: Wire,
  statementMs = STATEMENT_MS,
  connectionTimeoutMillis = 3000,
): LivePool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    options: settings,
    statement_timeout: statementMs,
    connectionTimeoutMillis,
    // Sends the next statement without waiting for the last answer: a scope costs no round trip.
    pipeline: true,
    Client,
  } as unknown as pg.PoolConfig) // The typings lag behind the `pipeline` option.
  // Without a listener, a connection that dies while idle would end the process.
  pool.on('error', () => {})
  // One that dies at work fails the statement it works for; without a listener of its own it would
  // end the process as well.
  const connectedAt = new WeakMap<object, number>()
  let silentAt = Number.NEGATIVE_INFINITY
  pool.on('connect', (client) => {
    client.on('error', () => {})
    connectedAt.set(client, performance.now())
    giveUpSilent(client, silenceAfter(statementMs), () => {
      silentAt = performance.now()
    })
  })
  return {
    async connect() {
      for (;;) {
        const client = await pool.connect()
        if ((connectedAt.get(client) ?? 0) > silentAt) return client
        // Connected to a host that has fallen silent since: nobody need find out again.
        client.release(true)
      }
    },
    end: () => pool.end(),
  }
}

async function scopedRead<T>(
  borrowed: Promise<OpenConn>,
  scope: Scope,
  fn: (conn: Conn) => Promise<T>,
): Promise<T> {
  const conn = await borrowed
  const { client } = conn
  try {
    const scoped = setScope(client, scope)
    const result = await fn(conn)
    await scoped
    client.release()
    return result
  } catch (error) {
    client.release(isBroken(error))
    throw error
  } finally {
    conn.end()
  }
}

// The scope is kept for the connection's session and set again only when it changes, so that a
// busy organisation's reads pay nothing for row-level security.
const scopes = new WeakMap<object, string>()

function scopeKey(scope: Scope): string {
  return `${scope.organisation_id ?? ''}/${scope.user_id ?? ''}`
}

function setScope(client: pg.PoolClient, scope: Scope): Promise<unknown> | undefined {
  const key = scopeKey(scope)
  if (scopes.get(client) === key) return undefined
  scopes.set(client, key)
  const sent = client.query({ name: 'scope', text: SET_SCOPE, values: scopeValues(scope) })
  // Whoever set it waits for it before keeping anything: the statements that follow do not fail
  // with it, they would run in the scope from before.
  sent.catch(() => scopes.delete(client))
  return sent
}

const SET_SCOPE = `select set_config('app.organisation_id', $1, false), set_config('app.user_id', $2, false)`
const scopeValues = (scope: Scope) => [`${scope.organisation_id ?? ''}`, `${scope.user_id ?? ''}`]

async function transaction<T>(
  borrowed: Promise<OpenConn>,
  scope: Scope,
  fn: (conn: Conn) => Promise<T>,
  opening = '',
): Promise<T> {
  const conn = await borrowed
  const { client } = conn
  conn.together()
  // Awaited at the end; until then a failure must not count as unhandled.
  const opened = Promise.all([setScope(client, scope), client.query(`begin;${opening}`)])
  opened.catch(() => {})
  try {
    const result = await fn(conn)
    await opened
    await commit(conn)
    client.release()
    return result
  } catch (error) {
    // What follows something that failed fails because of it: the first failure is the cause.
    const cause = await opened.then(
      () => conn.causeOf(error),
      (first) => first,
    )
    const isLost = isBroken(cause) || !(await isRolledBack(client))
    client.release(isLost)
    throw cause
  } finally {
    conn.end()
  }
}

async function commit({ client, closing, together }: OpenConn): Promise<void> {
  together()
  const sent = closing.map((query) => client.query(query))
  const [{ command }] = await Promise.all([client.query('commit'), ...sent])
  // PostgreSQL answers a commit after a failure with a rollback, and without an error.
  if (command !== 'COMMIT') throw new Error('The transaction was undone, not kept.')
}

/** A connection that cannot even roll back must not serve anybody else. */
function isRolledBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}

interface OpenConn extends Conn {
  client: pg.PoolClient
  closing: pg.QueryConfig[]
  /** Statements sent in this tick may leave together. */
  together(): void
  /** The failure that ended the transaction, where it is only told that it was ended. */
  causeOf(error: unknown): unknown
  end(): void
}

function connOf(client: pg.PoolClient, wire: Wire): OpenConn {
  let isOver = false
  const closing: pg.QueryConfig[] = []
  let failure: unknown
  const noted = (error: unknown) => {
    failure ??= error
    throw error
  }
  const begin = () => {
    // By now the connection may work for somebody else, in another organisation.
    if (isOver) throw new Error('This statement comes after the end of its transaction.')
    wire.together(client)
  }
  return {
    client,
    closing,
    together: () => wire.together(client),
    // Statements leave together, and whoever waits for several may hear of a later one first.
    causeOf: (error) => (sqlStateOf(error) === '25P02' ? (failure ?? error) : error),
    json: async (shape, text, values, name) => {
      begin()
      return wire.json(client, { text, values, name }, shape).catch(noted)
    },
    query: async <R>(text: string, values?: unknown[], name?: string) => {
      begin()
      const query = name ? { text, values, name } : { text, values }
      const result = await client.query(query as pg.QueryConfig).catch(noted)
      return result.rows as R[] // The caller names the row it selected.
    },
    atCommit: (text, values, name) => void closing.push({ text, values, name }),
    end: () => {
      isOver = true
    },
  }
}

async function dedicated(
  { url, wire }: { url: string; wire: Wire },
  scope: Scope,
  timeoutMs: number,
): Promise<Dedicated> {
  const client = wire.Client({
    connectionString: url,
    options: settings,
    statement_timeout: timeoutMs,
  })
  client.on('error', () => {})
  await client.connect()
  giveUpSilent(client, silenceAfter(timeoutMs || STATEMENT_MS))
  await client.query(SET_SCOPE, scopeValues(scope))
  return {
    client,
    copy: (text, how) => wire.copy(client, text, how),
    release: () => client.end().catch(() => {}),
  }
}

/** Deadlocks and serialisation failures are tried again, three times at most. */
async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries > 3 || !['40001', '40P01'].includes(sqlStateOf(error) ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, tries * 20 * (1 + (tries % 2))))
    }
  }
}

export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** A statement took longer than it may. */
export function isOutOfTime(error: unknown): boolean {
  return sqlStateOf(error) === '57014'
}

/** A disk that is full, read-only or failing: to be tried again once somebody has seen to it. */
export function isDiskTrouble(error: unknown): boolean {
  return /^(ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$/.test(sqlStateOf(error) ?? '')
}

/**
 * True when the connection itself is gone, or was refused, rather than one statement: a server
 * whose role has been given another password has no more of a database than one that lost it.
 */
export function isBroken(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (state === undefined)
    return error instanceof Error && /connection|timeout exceeded|terminated/i.test(error.message)
  if (/^(08|28|57P|58)/.test(state)) return true
  return /^(ECONN|EPIPE|ETIMEDOUT|ENOENT)/.test(state)
}
