import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#domain/kit/problem.ts'
import type { Route } from './route.ts'

/** Read before anybody asks who sends it. A guest has nothing longer to say. */
export const UNASKED_BYTES = 65_536
/** What somebody we know may send as JSON: parsed in a few milliseconds. */
const JSON_BYTES = 1_048_576
// A form's fields beside its file.
const FIELDS_BYTES = 65_536

/** How many bytes a body may have. Larger things come as files in a form. */
export function bodyLimit({ policy, takesBytes }: Route): number {
  return takesBytes ?? (policy.from === 'guest' ? UNASKED_BYTES : JSON_BYTES)
}

/** True where it is asked first who sends a body, and only then read. */
export function isLarge({ headers }: FastifyRequest): boolean {
  const { 'content-length': length } = headers
  // Without a length it may become as long as it likes.
  return length === undefined
    ? headers['transfer-encoding'] !== undefined
    : Number(length) > UNASKED_BYTES
}

/** Refuses what says itself that it is too long, or that nobody here reads it. */
export function refuseByFrame(entry: Route, request: FastifyRequest): void {
  const type = request.mediaType
  if (type !== undefined && !request.server.hasContentTypeParser(type))
    throw new Problem('unsupportedMedia')
  const form = type === 'multipart/form-data' ? entry.receive : undefined
  const limit = form?.maxBytes ?? bodyLimit(entry)
  if (Number(request.headers['content-length']) > limit + (form ? FIELDS_BYTES : 0))
    throw tooLarge(limit)
}

export function tooLarge(limit: number): Problem {
  return new Problem('tooLarge', { fill: { limit: inMegabytes(limit) } })
}

export function inMegabytes(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.floor(bytes / 1024)} kB` : `${Math.floor(bytes / 2 ** 20)} MB`
}

const LINGER_MS = 2000

/**
 * Ends a connection whose call is answered while its body is still coming. Closed at once, as Node
 * does it, it would be reset and the answer lost; so what comes is thrown away for a moment.
 */
export function hangUp({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw
  if (raw.complete || !(socket instanceof Socket)) return
  reply.header('connection', 'close')
  // Called by Node once an answer is written that says so.
  socket.destroySoon = () => {
    const cut = setTimeout(() => socket.destroy(), raw.complete ? 0 : LINGER_MS)
    socket.once('close', () => clearTimeout(cut))
    raw.once('end', () => socket.destroy())
    raw.resume()
    socket.end()
  }
}
