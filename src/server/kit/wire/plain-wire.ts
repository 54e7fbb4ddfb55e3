import pg from 'pg'
import { type Form, isoInstant, type RowShape } from '#server/kit/rows/row-shape.ts'
import { copyRows } from './copy-rows.ts'
import type { JsonRow, Statement, Wire } from './wire.ts'

/** The same by ordinary queries of the driver: what is left when its inner parts change. */
export const plainWire: Wire = {
  Client: PlainClient,
  json: queryCells,
  copy: (client, text, how) =>
    copyRows(client, text, how, (message) => {
      const { chunk } = message as { chunk: Buffer } // What the driver gives to a COPY.
      return { bytes: chunk, start: 0, length: chunk.length }
    }),
  together: () => {},
}

// Not a method, which could not be called with `new`.
function PlainClient(config: pg.ClientConfig): pg.Client {
  return new pg.Client(config)
}

// Every cell as the text that PostgreSQL printed.
const types: pg.CustomTypesConfig = { getTypeParser: () => (text: string) => text }

async function queryCells(
  client: pg.ClientBase,
  { text, values, name }: Statement,
  { cells }: RowShape,
): Promise<JsonRow[]> {
  const named = name ? { name } : {}
  const config = { text, values, types, rowMode: 'array' as const, ...named }
  const { rows } = await client.query<(string | null)[]>(config)
  return rows.map((row) => {
    if (row.length < cells.length) throw new Error('A row with fewer cells than its shape.')
    const pairs = cells.map(({ name: column, form }, place) => {
      const cell = row[place] ?? null
      return `${JSON.stringify(column)}:${cell === null ? 'null' : written[form](cell)}`
    })
    return { json: Buffer.from(`{${pairs.join(',')}}`), rest: row.slice(cells.length) }
  })
}

const written: Record<Form, (cell: string) => string> = {
  plain: (cell) => cell,
  flag: (cell) => (cell === 't' ? 'true' : 'false'),
  instant: (cell) => JSON.stringify(isoInstant(cell)),
  text: (cell) => JSON.stringify(cell),
}
