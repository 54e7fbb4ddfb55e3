import type { Readable } from 'node:stream'
import type pg from 'pg'
import type { RowShape } from '#server/kit/rows/row-shape.ts'
import { bytesWire } from './bytes-wire.ts'
import { plainWire } from './plain-wire.ts'

export { giveUpSilent } from './silence.ts'

/** What we ask of the driver beyond ordinary queries. See ADR 8. */
export interface Wire {
  /** Makes a connection; a function that may be called with `new`, as the driver's pool does. */
  Client: (config: pg.ClientConfig) => pg.Client
  /** Sends a statement whose first columns have the given shape, and answers their JSON. */
  json(client: pg.ClientBase, statement: Statement, shape: RowShape): Promise<JsonRow[]>
  /** The rows of a COPY to the client, in large pieces after a head. */
  copy(client: pg.Client, text: string, how: Copying): Readable
  /** Statements sent in this tick may leave together. */
  together(client: pg.ClientBase): void
}

export interface Statement {
  text: string
  values: unknown[]
  name?: string | undefined
}

/** A row's JSON, and what was selected after its columns as the text PostgreSQL sent. */
export interface JsonRow {
  json: Buffer
  rest: (string | null)[]
}

export interface Copying {
  head: string
  put: PutRow
  /** What `put` may add to a row. */
  more: number
}

/** Writes one row, found in `bytes` between `from` and `end`, and answers where it stopped. */
export type PutRow = (out: Buffer, to: number, bytes: Buffer, from: number, end: number) => number

/** Rows from the bytes that came in, or by the driver's own queries: the same to everybody. */
export const wires = { bytes: bytesWire, plain: plainWire }

/** The one that the server works with. */
export const wire: Wire = wires.bytes
