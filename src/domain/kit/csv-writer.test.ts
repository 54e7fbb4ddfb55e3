import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRecords } from './csv-reader.ts'
import { csvText, formulaStarts } from './csv-writer.ts'

const columns = [
  { name: 'name', isText: true },
  { name: 'total', isText: false },
]

test('every cell is quoted, nothing stays nothing, and a mark stands before it all', () => {
  const rows = [
    ['Kōwhai "Flats", Ōtaki', '-12.50'],
    [null, 3],
  ]
  expect(csvText(columns, rows)).toBe(
    '\ufeff"name","total"\n"Kōwhai ""Flats"", Ōtaki","-12.50"\n,"3"\n',
  )
})

// Shows: T09, R26, V1.2.10
test.each(formulaStarts)(
  'words that begin with %j are no formula; a figure is left alone',
  (start) => {
    const text = csvText(columns, [[`${start}1+1`, `${start}1`]])
    expect([...csvRecords(text)][1]?.fields).toEqual([`'${start}1+1`, `${start}1`])
  },
)

// Shows: R26, V1.1.2
test('what is written is read back', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '1', ',', '"', '\n', ' ', 'ā', '=') })
  const plain = columns.map(({ name }) => ({ name, isText: false }))
  const rows = fc.array(fc.tuple(fc.constant('x'), cell), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(rows, (table) => {
      const [, ...read] = [...csvRecords(csvText(plain, table), ',')].map(({ fields }) => fields)
      expect(read).toEqual(table)
    }),
  )
})
