import { Problem } from '#domain/kit/problem.ts'
import { isBroken, sqlStateOf } from './database.ts'
import type { Answer } from './route.ts'

/** The body of every successful answer: { success, data, info, message, token }. */
export function bodyOf(answer: Answer): string {
  const [head, data, tail] = partsOf(answer)
  return `${head}${data}${tail}`
}

/**
 * The same as bytes. A page of rows is a large text that PostgreSQL has written: it is copied once, to
 * where it is sent from, and never joined to a larger text first.
 */
export function bytesOf(answer: Answer): Buffer {
  const [head, data, tail] = partsOf(answer)
  const dataBytes = Buffer.byteLength(data)
  const body = Buffer.allocUnsafe(head.length + dataBytes + Buffer.byteLength(tail))
  body.write(head, 0, 'latin1')
  body.write(data, head.length)
  body.write(tail, head.length + dataBytes)
  return body
}

function partsOf(answer: Answer): [head: string, data: string, tail: string] {
  const { info, message, token, user } = answer
  const rest = JSON.stringify({ info, message, token, user })
  const data = answer.rawData ?? (answer.data === undefined ? 'null' : JSON.stringify(answer.data))
  return ['{"success":true,"data":', data, rest === '{}' ? '}' : `,${rest.slice(1)}`]
}

export interface Failure {
  status: number
  body: Record<string, unknown>
  retryAfterSeconds?: number
  /** Set when the error was none of ours, for the log. */
  cause?: unknown
}

/** Any thrown thing becomes one of the catalogue's answers; a stack or SQL never leaves. */
export function failureOf(error: unknown, reference: string): Failure {
  const problem = error instanceof Problem ? error : problemOfError(error, reference)
  const { errors, info, data, retryAfterSeconds } = problem.detail
  return {
    status: problem.code,
    body: {
      success: false,
      message: problem.message,
      code: problem.code,
      ...(errors ? { errors } : {}),
      ...(info ? { info } : {}),
      ...(data === undefined ? {} : { data }),
      reference,
    },
    ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
    ...(problem === error ? {} : { cause: error }),
  }
}

function problemOfError(error: unknown, reference: string): Problem {
  const state = sqlStateOf(error)
  // Disk full, too many connections, a cancelled statement, a lock that stayed taken, a lost link.
  if (isBroken(error) || /^(53|57014|55P03)/.test(state ?? ''))
    return new Problem('unavailable', { retryAfterSeconds: 1 })
  if (state === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem('tooLarge', { fill: { limit: '1 MB' } })
  if (state === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Problem('unsupportedMedia')
  if (/^FST_ERR_(CTP|VALIDATION)|^FST_ERR_BAD/.test(state ?? '') || error instanceof SyntaxError)
    return new Problem('badRequest')
  if (isClientError(error)) return new Problem('badRequest')
  return new Problem('serverError', { fill: { reference } })
}

function isClientError(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 400
}
