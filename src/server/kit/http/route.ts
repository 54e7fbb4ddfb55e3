import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Role } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from './context.ts'

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** Who may call a route. Deny by default: a route without one does not start. */
export interface Policy {
  from: Role
  /** Blocked while working as somebody else (passwords, keys, roles, exports …). */
  notWhileImpersonating?: boolean
  /** Needs a password or code given in the last five minutes. */
  stepUp?: boolean
  /** False where an API key must never act (session, password and platform calls). */
  apiKey?: boolean
  /** A user without any organisation may call it (their own account, the choice of one). */
  withoutOrganisation?: boolean
}

export interface TextFile {
  name: string
  type: string
  /** In Latin letters only. */
  text: string
}

/** What a handler answers; the pipeline turns it into the body of every answer. */
export interface Answer {
  status?: number
  data?: unknown
  /** JSON that PostgreSQL built, passed through untouched. */
  rawData?: string | Buffer
  /** The same for a list, row by row, as bytes. */
  rawRows?: readonly Buffer[]
  info?: Record<string, unknown>
  message?: string
  token?: string
  user?: unknown
  /** A whole body of its own shape, such as the API's description. */
  bare?: string
  /** The whole body, where it was written before to be kept. */
  bytes?: Buffer
  /** To be saved, unless it is safe to be shown where it is. */
  file?: { name: string; type: string; stream: Readable; isInline?: boolean }
  /** A small file that is kept with its call's key, so that it can be answered again. */
  textFile?: TextFile
  headers?: Record<string, string>
}

interface RouteHead<I> {
  method: Method
  /** Below /api/v1. */
  path: string
  summary: string
  policy: Policy
  input?: z.ZodType<I>
  /** The entity whose row `id` names: an unseen one answers 404 before anything else. */
  target?: Entity
  /** Recorded answers of this entity's rows, for the documentation. */
  output?: { entity: Entity; many: boolean }
  /** False for session, password, token, key and lock calls, and for what stores nothing. */
  replayed?: boolean
  /** How many bytes a body may have, where the usual megabyte is too little. */
  bodyLimit?: number
  /** Reads a multipart body, once it is known who sends it; other routes take JSON only. */
  receive?(request: FastifyRequest): Promise<Record<string, unknown>>
}

/** Free style: the handler opens its own reads and transactions. */
interface RunRoute<I> extends RouteHead<I> {
  run(ctx: Context, input: I): Promise<Answer>
}
/** One transaction around the whole call, with the idempotency key stored in it. */
interface WriteRoute<I> extends RouteHead<I> {
  write(ctx: Context, conn: Conn, input: I, reserved?: Reserved): Promise<Answer>
  /**
   * Takes what lies outside the transaction before it begins. A route that has this promises that
   * all the rest is undone with the transaction: it is begun before its key is known to be new.
   */
  reserve?(ctx: Context, input: I): Promise<Reserved>
}

/** Numbers of series, by field. */
export type Reserved = Record<string, string>

// Routes of different inputs live in one list; each one's input is checked by its own schema.
// biome-ignore lint/suspicious/noExplicitAny: the list erases the inputs, the schema restores them.
export type Route = RunRoute<any> | WriteRoute<any>

export function route<I = unknown>(definition: RunRoute<I> | WriteRoute<I>): Route {
  return definition
}

export function keyOf(entry: { method: string; path: string }): string {
  return `${entry.method} ${entry.path}`
}
