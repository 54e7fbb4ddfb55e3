import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignedInput } from '#domain/kit/signed-input.ts'

/** In a place of their own: everywhere else a body is read as JSON, and its bytes are gone. */
export function keepBytes(place: FastifyInstance): void {
  place.removeAllContentTypeParsers()
  place.addContentTypeParser(
    ['application/json', 'application/x-www-form-urlencoded', 'message/rfc822'],
    { parseAs: 'buffer' },
    (_request, body, done) => {
      done(null, body)
    },
  )
}

/** The bytes of a call with the headers that sign them, and what stands in its address. */
export function signedBody(names: readonly string[], request: FastifyRequest) {
  const sent = names.map((name) => [name, String(request.headers[name] ?? '')])
  const body = request.body instanceof Uint8Array ? request.body : new Uint8Array()
  const signed: SignedInput = { headers: Object.fromEntries(sent), body }
  return { ...signed, ...(request.params as object) }
}
