import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { AnyCall, CheckedOf, DataOf, InfoOf } from '#domain/kit/call.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import type { Context } from './context.ts'

export interface TextFile {
  name: string
  type: string
  /** In Latin letters only. */
  text: string
}

/** What a handler answers; the pipeline turns it into the body of every answer. */
export interface Answer<D = unknown, I = unknown> {
  status?: number
  data?: D | null
  /** JSON that PostgreSQL built, passed through untouched. */
  rawData?: string | Buffer
  /** The same for a list, row by row, as bytes. */
  rawRows?: readonly Buffer[]
  info?: unknown extends I ? object : I
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

interface Receiving {
  /**
   * For calls that other systems sign and that bring more than words: asked by what stands in the
   * address before the body is read. Throws where nobody is known there.
   */
  knock?(ctx: Context, inPath: Readonly<Record<string, string>>): Promise<unknown>
  /** For calls that take a file; the others take JSON only, a megabyte at most. */
  receive?: Intake
}

/** Reads a multipart body, once it is known who sends it. */
export interface Intake {
  maxBytes: number
  read(request: FastifyRequest, ctx: Context): Promise<Record<string, unknown>>
}

/** Free style: the handler opens its own reads and transactions. */
interface RunHandler<C extends AnyCall> extends Receiving {
  run(ctx: Context, input: CheckedOf<C>): Promise<Answer<DataOf<C>, InfoOf<C>>>
}

/** One transaction around the whole call, with the idempotency key stored in it. */
interface WriteHandler<C extends AnyCall, A> extends Receiving {
  write(ctx: Context, conn: Conn, input: CheckedOf<C>, reserved?: Reserved): Promise<A>
  /**
   * Takes what lies outside the transaction before it begins. A route that has this promises that
   * all the rest is undone with the transaction: it is begun before its key is known to be new.
   */
  reserve?(ctx: Context, input: CheckedOf<C>): Promise<Reserved>
}

/** What serves a call; a write may answer the row it has written. */
export type Handler<C extends AnyCall> =
  | RunHandler<C>
  | WriteHandler<C, Answer<DataOf<C>, InfoOf<C>> | Written>

/** Numbers of series, by field. */
export type Reserved = Record<string, string>

/** A call and what serves it. */
export type Route = AnyCall & (RunHandler<AnyCall> | WriteHandler<AnyCall, Answer>)
