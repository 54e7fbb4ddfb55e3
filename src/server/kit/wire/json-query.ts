import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import pg from 'pg'
import type { RowShape } from '#server/kit/rows/row-shape.ts'
import type { RawRow } from './bytes-client.ts'
import { readRow } from './row-json.ts'
import type { JsonRow, Statement } from './wire.ts'

interface JsonQuery extends Statement {
  shape: RowShape
  found: JsonRow[]
  failure: unknown
  resolve(rows: JsonRow[]): void
  reject(error: unknown): void
}

/** Sends a statement whose first columns have the given shape, and answers their JSON. */
export function queryJson(
  client: pg.ClientBase,
  { text, values, name }: Statement,
  shape: RowShape,
): Promise<JsonRow[]> {
  return new Promise((resolve, reject) => {
    const query: JsonQuery = Object.create(handlers)
    query.text = text
    query.values = values
    if (name) query.name = name
    query.shape = shape
    query.found = []
    query.failure = null
    query.resolve = resolve
    query.reject = reject
    client.query(query as unknown as pg.Query)
  })
}

// What the driver has and its typings do not show. Its version is pinned.
interface Connection {
  stream: Socket
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: { text: string; name: string }): void
}
interface Driver {
  serialize: { bind(message: object): Buffer }
  prepareValue(value: unknown): unknown
}

const fromDriver = createRequire(createRequire(import.meta.url).resolve('pg'))
const { serialize }: Pick<Driver, 'serialize'> = fromDriver('pg-protocol/dist/serializer.js')
const { prepareValue }: Pick<Driver, 'prepareValue'> = fromDriver('./utils.js')

// “Execute all of it” and “that was the statement”, as they always are.
const EXECUTE_AND_SYNC = Buffer.from([69, 0, 0, 0, 9, 0, 0, 0, 0, 0, 83, 0, 0, 0, 4])

/**
 * A query of the driver's that leaves out what only others need: a result of texts, events, and the
 * question what the columns are; the shape is known, and asking PostgreSQL to describe seventy
 * columns costs as much as their row. What it sends is one piece. Made without the driver's own
 * constructor, which takes a tenth of the time of a short call.
 */
const handlers = Object.assign(Object.create(pg.Query.prototype), {
  submit(this: JsonQuery, connection: Connection): Error | null {
    const { name = '', text, values } = this
    const { parsedStatements: parsed, submittedNamedStatements: submitted, stream } = connection
    const known = name ? (parsed[name] ?? submitted[name]) : undefined
    if (known !== undefined && known !== text)
      return new Error(`“${name}” was prepared as another statement.`)
    // Before anything is sent: a value that cannot be written must leave nothing half sent.
    const bind = serialize.bind({ statement: name, values, valueMapper: prepareValue })
    if (known === undefined) {
      connection.parse({ text, name })
      if (name) submitted[name] = text
    }
    if (stream.writable) stream.write(Buffer.concat([bind, EXECUTE_AND_SYNC]))
    return null
  },
  handleDataRow(this: JsonQuery, { bytes, start, length }: RawRow) {
    try {
      this.found.push(readRow(this.shape, bytes, start, length))
    } catch (error) {
      // Thrown from here it would end the process; the rest of the answer still has to be read.
      this.failure = error
    }
  },
  handleCommandComplete() {},
  handleEmptyQuery() {},
  handleReadyForQuery(this: JsonQuery) {
    if (this.failure) this.reject(this.failure)
    else this.resolve(this.found)
  },
  handleError(this: JsonQuery, error: unknown) {
    this.reject(error)
  },
})
