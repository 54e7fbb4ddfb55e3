import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import pg from 'pg'
import { type JsonRow, type RowShape, readCells, readRow } from './row-json.ts'

const DATA_ROW = 68
const NOTHING = Buffer.alloc(0)

/** A row as it came, valid until the next one; whoever wants its cells as text asks for `fields`. */
interface RawRow {
  name: 'dataRow'
  length: number
  bytes: Buffer
  start: number
  readonly fields: (string | null)[]
}

// What the driver has and its typings do not show. Its version is pinned.
interface Connection {
  attachListeners(stream: Socket): void
  emit(event: string, message: unknown): boolean
}
interface PacketParser {
  parse(chunk: Buffer, callback: (message: { name: string }) => void): void
  handlePacket(start: number, code: number, length: number, bytes: Buffer): { name: string }
}
interface RowQuery extends pg.Query {
  callback(error: Error | null): void
  handleDataRow(row: RawRow): void
  prepare(connection: object): void
}

const fromHere = createRequire(import.meta.url)
// The very copy that the driver works with.
const { Parser }: { Parser: new () => PacketParser } = createRequire(fromHere.resolve('pg'))(
  'pg-protocol/dist/parser.js',
)

/**
 * A client that lets rows through as bytes. The driver makes a text of every cell, which a list
 * would only turn into bytes again.
 */
export function BytesClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config)
  const { connection } = client as unknown as { connection: Connection }
  connection.attachListeners = (stream) => {
    const parser = new Parser()
    const readOther = parser.handlePacket.bind(parser)
    const row = emptyRow()
    parser.handlePacket = (start, code, length, bytes) =>
      code === DATA_ROW
        ? Object.assign(row, { start, length, bytes })
        : readOther(start, code, length, bytes)
    const tell = (message: { name: string }) =>
      connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message)
    stream.on('data', (chunk: Buffer) => {
      parser.parse(chunk, tell)
      row.bytes = NOTHING
    })
  }
  return client
}

function emptyRow(): RawRow {
  return {
    name: 'dataRow',
    length: 0,
    bytes: NOTHING,
    start: 0,
    get fields() {
      return readCells(this.bytes, this.start + 2, this.bytes.readInt16BE(this.start))
    },
  }
}

/** Sends a statement whose first columns have the given shape, and answers their JSON. */
export function queryJson(
  client: pg.ClientBase,
  config: pg.QueryConfig,
  shape: RowShape,
): Promise<JsonRow[]> {
  const rows: JsonRow[] = []
  let failure: unknown = null
  const query = new pg.Query(config) as RowQuery
  query.handleDataRow = ({ bytes, start, length }) => {
    try {
      rows.push(readRow(shape, bytes, start, length))
    } catch (error) {
      // Thrown from here it would end the process; the rest of the answer still has to be read.
      failure = error
    }
  }
  // The shape is known: asking PostgreSQL to describe seventy columns costs as much as their row.
  query.prepare = (connection) =>
    prepareAsUsual.call(query, Object.create(connection, withoutDescribe))
  return new Promise((resolve, reject) => {
    query.callback = (error) => (error || failure ? reject(error ?? failure) : resolve(rows))
    client.query(query)
  })
}

const { prepare: prepareAsUsual } = pg.Query.prototype as RowQuery
const withoutDescribe = { describe: { value: () => {} } }
