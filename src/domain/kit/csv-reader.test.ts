import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRecords, detectDelimiter } from './csv-reader.ts'

function fields(text: string): string[][] {
  return [...csvRecords(text, ',')].map((record) => record.fields)
}

test('quotes hide commas, quotes and line ends', () => {
  const text = 'a,"b, ""c""",d\r\n"two\r\nlines",e\r\n'
  expect(fields(text)).toEqual([
    ['a', 'b, "c"', 'd'],
    ['two\r\nlines', 'e'],
  ])
})

test('lines are numbered as an editor numbers them, blank ones included', () => {
  const text = '\ufeffa,b\n\n"x\ny",c\n , \nlast,line'
  const lines = [...csvRecords(text, ',')].map(({ line }) => line)
  expect(lines).toEqual([1, 3, 6])
})

test('a quote that never closes spoils one line and no other', () => {
  const text = `a,b\n1,"oops\n${'2,fine\n'.repeat(50)}`
  const records = [...csvRecords(text, ',')]
  expect(records).toHaveLength(52)
  expect(records.filter((record) => record.isBroken).map(({ line }) => line)).toEqual([2])
  expect(records[1]?.fields).toEqual(['1', 'oops'])
})

test('empty cells are cells, and a row of nothing else is none', () => {
  expect(fields('a,,c\n,,\n')).toEqual([['a', '', 'c']])
})

// Shows: T09, T22
test('a line of more than 200 columns is refused, however long it is', () => {
  const wide = `a,b\n${','.repeat(199)}x`
  expect(fields(wide).at(-1)).toHaveLength(200)
  const refused = 'Line 2 has more than 200 columns.'
  expect(() => fields(`${wide},`)).toThrow(refused)
  expect(() => fields(`a,b\n${'"1",'.repeat(200)}"1"`)).toThrow(refused)
  expect(() => fields(`a,b\n${','.repeat(20 * 2 ** 20)}`)).toThrow(refused)
})

// Shows: T22
test('a few blank lines are passed over, and a file of nothing else is refused', () => {
  expect(fields(`a,b\n${',\n'.repeat(50_000)}1,2`)).toHaveLength(2)
  expect(() => fields(`a,b\n${',\n'.repeat(50_001)}1,2`)).toThrow('more than 50,000 empty lines')
})

test('an empty file has no records', () => {
  expect([...csvRecords('')]).toEqual([])
})

test('the delimiter is found where nobody names it', () => {
  expect([...csvRecords('\ufeffa;b\r\n\r\n1;2')].map((record) => record.fields)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('old line ends and a missing last one are understood', () => {
  expect(fields('a,b\rc,d')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('whatever is written by the rules is read back', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '1', ',', '"', '\n', '\r', ' ', 'ā') })
  const table = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1, maxLength: 6 })
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(table, (rows) => {
      const text = rows.map((row) => row.map(quote).join(',')).join('\r\n')
      expect(fields(`${text}\n`)).toEqual(rows)
    }),
  )
})

test('no text at all breaks the reader', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      for (const delimiter of [',', ';', '\t'] as const) [...csvRecords(text, delimiter)]
    }),
  )
})

test.each([
  ['a,b,c\n1,2,3', ','],
  ['a;b;c\n1,5;2;3', ';'],
  ['a\tb\n1,000\t2', '\t'],
  ['"a;b;c;d",e\n1,2', ','],
  ['', ','],
])('the delimiter of %j is %j', (text, delimiter) => {
  expect(detectDelimiter(text)).toBe(delimiter)
})
