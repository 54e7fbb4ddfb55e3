import { type FieldError, networkMessage, problems } from '#domain/kit/problem.ts'
import { retryDelayMs } from '#domain/kit/retry.ts'
import { reportLost, reportReached } from './connection.ts'
import { noteBuild } from './newer-build.ts'
import { readStored } from './storage.ts'

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
export type Params = Record<string, string | number | boolean | null | undefined>
export type Titles = Record<string, Record<string, string>>

export interface Info {
  total?: number
  /** There are more rows than were counted. */
  total_is_more?: boolean
  /** What was looked for instead, where nothing has the words that were typed. */
  meant?: string
  limit?: number
  offset?: number
  next_cursor?: string | null
  titles?: Titles
  /** DayQuestion for with `sum`: what columns come to over all matching rows. */
  sums?: Record<string, string>
  available_actions?: { action: string; allowed: boolean; reason?: string }[]
  warnings?: { message: string; id?: number }[]
  [more: string]: unknown
}

export interface Answer<T> {
  status: number
  data: T
  info: Info
  message: string
  token?: string
  user?: unknown
}

/** A refusal as the server told it, or the lack of any answer (status 0). */
export interface ApiProblem extends Error {
  isApiProblem: true
  status: number
  errors: FieldError[]
  reference: string | null
  data: unknown
  info: Info
}

export interface CallOptions {
  params?: Params | undefined
  body?: unknown
  /** Kept by a form over its own retries; a fresh one is made when left out. */
  key?: string | undefined
  isSignIn?: boolean | undefined
  signal?: AbortSignal | undefined
  /** Lets a call outlive the page, as releasing a lock must. */
  keepalive?: boolean | undefined
  /** A background call neither asks for the password again nor is tried again. */
  isQuiet?: boolean | undefined
  /** The answer may take as long as a large file takes to arrive. */
  isPatient?: boolean | undefined
  /** The secret of a public link, for the pages customers open from their mail. */
  linkToken?: string | undefined
}

const timeoutMs = 30_000
// A large file over a slow line, or a report over years. The server waits as long.
const patientTimeoutMs = 120_000
export type ProofReason = 'ended' | 'stepUp'
let askForProof: ((reason: ProofReason) => Promise<boolean>) | null = null

/** The session says how to carry on when the server no longer knows us, or wants to be sure. */
export function whenProofIsNeeded(ask: (reason: ProofReason) => Promise<boolean>): void {
  askForProof = ask
}

export const api = {
  get: <T>(path: string, params?: Params, options?: CallOptions) =>
    call<T>('GET', path, { ...options, params }),
  put: <T>(path: string, body?: unknown, options?: CallOptions) =>
    call<T>('PUT', path, { ...options, body }),
  post: <T>(path: string, body?: unknown, options?: CallOptions) =>
    call<T>('POST', path, { ...options, body }),
  remove: <T>(path: string, body?: unknown, options?: CallOptions) =>
    call<T>('DELETE', path, { ...options, body }),
}

export function isApiProblem(cause: unknown): cause is ApiProblem {
  return cause instanceof Error && 'isApiProblem' in cause
}

/** §8: the server's message if there is one, else the generic network message. */
export function messageFrom(cause: unknown): string {
  if (isApiProblem(cause)) return cause.message
  return problems.serverError[1].replace(' If it keeps happening, quote {reference}.', '')
}

export function queryText(params: Params = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}

async function call<T>(method: Method, path: string, options: CallOptions): Promise<Answer<T>> {
  const key = method === 'PUT' || method === 'POST' ? (options.key ?? crypto.randomUUID()) : null
  if (method !== 'GET' && !csrfToken()) await send('GET', '/options', {}, null)
  for (let sent = 1; ; sent += 1) {
    const outcome = await send<T>(method, path, options, key)
    if (outcome.status >= 200 && outcome.status < 300) return outcome.answer
    const mayAsk = !options.isSignIn && !options.isQuiet
    if (mayAsk && (await isProvedAfter(outcome.problem))) continue
    const waitMs = retryDelayMs({
      method,
      status: outcome.status || null,
      sent,
      hasKey: key !== null,
      isSignIn: options.isSignIn ?? false,
      retryAfterSeconds: outcome.retryAfterSeconds,
    })
    if (waitMs === null || options.isQuiet || options.signal?.aborted) throw outcome.problem
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/** Whether somebody has just proved who they are, because this refusal asks for it. */
export async function isProvedAfter(problem: ApiProblem): Promise<boolean> {
  const reason = proofReason(problem)
  return reason !== null && askForProof !== null && (await askForProof(reason))
}

function proofReason({ status, errors, message }: ApiProblem): ProofReason | null {
  if (status === 401 && errors.length === 0) return 'ended'
  return status === 403 && message === problems.stepUp[1] ? 'stepUp' : null
}

interface Outcome<T> {
  status: number
  answer: Answer<T>
  problem: ApiProblem
  retryAfterSeconds?: number | undefined
}

async function send<T>(
  method: Method,
  path: string,
  options: CallOptions,
  key: string | null,
): Promise<Outcome<T>> {
  const isPatient = options.isPatient || options.body instanceof FormData
  try {
    const response = await fetch(`/api/v1${path}${queryText(options.params)}`, {
      method,
      headers: headersFor(method, options, key),
      credentials: 'same-origin',
      cache: 'no-store',
      keepalive: options.keepalive ?? false,
      signal: AbortSignal.any([
        AbortSignal.timeout(isPatient ? patientTimeoutMs : timeoutMs),
        ...(options.signal ? [options.signal] : []),
      ]),
      ...(method === 'GET' ? {} : { body: bodyOf(options.body) }),
    })
    // A body that breaks off is a lost answer, not an answer.
    const body = (await response.json()) ?? {}
    if (response.status < 502 || response.status > 504) reportReached()
    else reportLost()
    noteBuild(response.headers.get('x-build'))
    const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
    return {
      status: response.status,
      answer: { info: {}, message: '', ...body, status: response.status },
      problem: problemFrom(response.status, body),
      retryAfterSeconds: Number.isFinite(wait) ? wait : undefined,
    }
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    reportLost()
    const problem = problemFrom(0, {})
    return { status: 0, answer: { status: 0, info: {}, message: '' } as Answer<T>, problem }
  }
}

function bodyOf(body: unknown): FormData | string {
  return body instanceof FormData ? body : JSON.stringify(body ?? {})
}

function headersFor(method: Method, options: CallOptions, key: string | null): HeadersInit {
  const headers: Record<string, string> = { Accept: 'application/json' }
  const token = readStored('token')
  if (token) headers.Authorization = `JWT ${token}`
  if (options.linkToken) headers['X-Link-Token'] = options.linkToken
  if (method === 'GET') return headers
  // A form names its type itself, with what divides its parts.
  if (!(options.body instanceof FormData)) headers['Content-Type'] = 'application/json'
  headers['X-CSRF-Token'] = csrfToken()
  if (key && !options.isSignIn) headers['Idempotency-Key'] = key
  return headers
}

export function csrfToken(): string {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith('csrf_token='))
  return found ? decodeURIComponent(found.slice('csrf_token='.length)) : ''
}

interface FailureBody {
  message?: string
  errors?: FieldError[]
  reference?: string
  data?: unknown
  info?: Info
}

export function problemFrom(status: number, body: FailureBody): ApiProblem {
  return Object.assign(new Error(body.message || networkMessage), {
    isApiProblem: true as const,
    status,
    errors: body.errors ?? [],
    reference: body.reference ?? null,
    data: body.data,
    info: body.info ?? {},
  })
}
