import { empty, Problem, problems } from '#domain/kit/problem.ts'
import { isBroken, isDiskTrouble, sqlStateOf } from '#server/kit/database/database.ts'
import { tooLarge } from './large-body.ts'
import type { Answer, Route } from './route.ts'

/**
 * The body of every successful answer: { success, data, info, message, token }. Rows are joined as
 * the bytes they are and never made a text of first.
 */
export function bytesOf(answer: Answer): Buffer {
  const parts = ['{"success":true,"data":', ...dataOf(answer), tailOf(answer)]
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
}

function dataOf(answer: Answer): (string | Buffer)[] {
  if (answer.rawRows)
    return ['[', ...answer.rawRows.flatMap((row, n) => (n ? [',', row] : row)), ']']
  if (answer.rawData !== undefined) return [answer.rawData]
  return [answer.data === undefined ? 'null' : JSON.stringify(answer.data)]
}

function tailOf({ info, message, token, user }: Answer): string {
  const rest = JSON.stringify({ info, message, token, user })
  return rest === '{}' ? '}' : `,${rest.slice(1)}`
}

/** A read that succeeded and has nothing to return says so by its code, whichever call it is. */
export function orEmpty({ method }: Pick<Route, 'method'>, answer: Answer): Answer {
  const isOwn = answer.status !== undefined && answer.status !== empty
  if (method !== 'GET' || isOwn || !isNothing(answer)) return answer
  return { ...answer, status: empty, message: answer.message ?? 'Nothing here yet.' }
}

function isNothing({ data, rawData, rawRows, file, textFile, bare, bytes }: Answer): boolean {
  if (file || textFile || bytes || bare !== undefined) return false
  if (rawRows) return rawRows.length === 0
  if (rawData !== undefined) return rawData.length <= 4 && /^(\[]|null)$/.test(String(rawData))
  return data === null || (Array.isArray(data) && data.length === 0)
}

export interface Failure {
  status: number
  body: Record<string, unknown>
  retryAfterSeconds?: number
  /** What the log may keep: the catalogue's words, without what they were filled with. */
  told: string
  /** Set when the error was none of ours, for the log. */
  cause?: unknown
}

// Nobody mends more at once, and a list of a million is longer than what it is about.
const MAX_ERRORS = 50

function unlisted(more: number): string {
  return `These are the first ${MAX_ERRORS}; there ${more === 1 ? 'is one' : `are ${more}`} more.`
}

/** Any thrown thing becomes one of the catalogue's answers; a stack or SQL never leaves. */
export function failureOf(error: unknown, reference: string, bodyLimit = 0): Failure {
  const problem = error instanceof Problem ? error : problemOfError(error, reference, bodyLimit)
  const { errors, info, data, retryAfterSeconds } = problem.detail
  const more = (errors?.length ?? 0) - MAX_ERRORS
  return {
    status: problem.code,
    body: {
      success: false,
      message: more > 0 ? `${problem.message} ${unlisted(more)}` : problem.message,
      code: problem.code,
      ...(errors ? { errors: errors.slice(0, MAX_ERRORS) } : {}),
      ...(more > 0 ? { info: { ...info, more_errors: more } } : info ? { info } : {}),
      ...(data === undefined ? {} : { data }),
      reference,
    },
    told: toldOf(problem),
    ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
    ...(problem === error ? {} : { cause: error }),
  }
}

// These are words of the program; a name, a file or a reason may be somebody's.
const ownFills = ['action', 'what', 'limit', 'wait'] as const

function toldOf({ problem, detail }: Problem): string {
  const fill = Object.fromEntries(ownFills.map((name) => [name, detail.fill?.[name] ?? '…']))
  return problems[problem][1].replace(/\{(\w+)\}/g, (_, name: string) => String(fill[name] ?? '…'))
}

function problemOfError(error: unknown, reference: string, bodyLimit: number): Problem {
  // Before all else: a caller who went away is no database that did.
  if (isClientError(error)) return new Problem('badRequest')
  const state = sqlStateOf(error)
  // No room, memory or connection left, somebody at work on the database, a lock that stayed taken, a
  // database that may only be read, as many are made once they are full, a lost link.
  if (isBroken(error) || isDiskTrouble(error) || /^(53|57|55P03|25006)/.test(state ?? ''))
    return new Problem('unavailable', { retryAfterSeconds: 1 })
  if (state === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(bodyLimit)
  if (state === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Problem('unsupportedMedia')
  if (/^FST_ERR_(CTP|VALIDATION)|^FST_ERR_BAD/.test(state ?? '') || error instanceof SyntaxError)
    return new Problem('badRequest')
  return new Problem('serverError', { fill: { reference } })
}

function isClientError(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 400
}
