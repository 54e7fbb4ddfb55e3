import { randomUUID } from 'node:crypto'
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { badField, Problem } from '#domain/kit/problem.ts'
import { sqlStateOf } from '#server/kit/database/database.ts'
import { failureOf } from './answer.ts'

interface Limits {
  /** How long a whole call may take to arrive. */
  arrivalMs: number
  /** How many may be connected at once; whoever comes then is turned away. */
  maxConnections: number
}

const HEADERS_MS = 20_000
const MAX_HEADERS_BYTES = 16_384
const MAX_HEADERS = 100
// Longer than the slowest call works before it says a word, so that only dead peers are meant:
// those who went away without a sign, and those who take nothing of what they asked for.
const SILENCE_MS = 180_000
// Longer than proxies keep theirs: who closes first must be the one who sends next.
const KEEP_ALIVE_MS = 72_000

/** What keeps a few slow or silent callers from holding the server up; Fastify sets no limit. */
export function connectionOptions({ arrivalMs }: Limits) {
  return {
    requestTimeout: arrivalMs,
    connectionTimeout: SILENCE_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: Math.min(HEADERS_MS, arrivalMs),
      maxHeaderSize: MAX_HEADERS_BYTES,
      // How often Node looks for those whose time is over.
      connectionsCheckingInterval: Math.min(5000, arrivalMs / 4),
    },
    clientErrorHandler: answerBroken,
  }
}

export function boundConnections(server: Server, { maxConnections }: Limits): void {
  server.maxConnections = maxConnections
  server.maxHeadersCount = MAX_HEADERS
}

/** The last word to a caller whose call never became one: too slow, or not HTTP. */
function answerBroken(error: Error, socket: Socket): void {
  if (socket.writable && sqlStateOf(error) !== 'ECONNRESET') socket.write(lastWords(error))
  socket.destroy()
}

function lastWords(error: Error): string {
  const reference = `REF-${randomUUID().slice(-10).toUpperCase()}`
  const failure = failureOf(problemOf(sqlStateOf(error)), reference)
  const body = JSON.stringify(failure.body)
  return [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
    '',
    body,
  ].join('\r\n')
}

function problemOf(code: string | undefined): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('tooSlow')
  if (code === 'HPE_HEADER_OVERFLOW')
    return badField('headers', 'The headers of this call are too long.')
  return new Problem('badRequest')
}
