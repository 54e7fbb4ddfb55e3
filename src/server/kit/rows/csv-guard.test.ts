import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BYTE_ORDER_MARK, csvText } from '#domain/kit/csv-writer.ts'
import { guardCells } from './csv-guard.ts'

const quoted = (cell: string | null) => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`)
const lineOf = (cells: (string | null)[]) => `${cells.map(quoted).join(',')}\n`

function guard(isGuarded: boolean[], lines: string[]): string {
  const put = guardCells(isGuarded)
  const out = Buffer.alloc(100_000)
  let to = 0
  for (const line of lines) {
    // Something before and behind, as where it came from.
    const bytes = Buffer.from(`"=${line}"=`)
    to = put(out, to, bytes, 2, bytes.length - 2)
  }
  return out.toString('utf8', 0, to)
}

const start = fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', '，', 'ī')
const piece = fc.constantFrom('a', '"', ',', '\n', '=', '-1', 'ō', '＝', ' ')
const cell = fc.option(
  fc.tuple(start, fc.array(piece, { maxLength: 6 })).map(([one, more]) => one + more.join('')),
)
const table = fc
  .tuple(
    fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
    fc.array(fc.array(cell, { minLength: 8, maxLength: 8 }), { maxLength: 4 }),
  )
  .map(([guarded, rows]) => ({ guarded, rows: rows.map((row) => row.slice(0, guarded.length)) }))

// Shows: T09, V1.2.10
test('what the database writes becomes what our own writer would have written', () => {
  fc.assert(
    fc.property(table, ({ guarded, rows }) => {
      const columns = guarded.map((isText, place) => ({ name: `=column ${place}`, isText }))
      const head = lineOf(columns.map(({ name }) => name))
      const out = guard(guarded, [head, ...rows.map(lineOf)])
      expect(`${BYTE_ORDER_MARK}${out}`).toBe(csvText(columns, rows))
    }),
    { numRuns: 2000 },
  )
})
