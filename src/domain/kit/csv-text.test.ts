import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRecords, guessDelimiter } from './csv-text.ts'

test.each([
  [
    'plain cells',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['quotes, commas and line breaks inside a cell', '"a ""b""","c,d\ne"', [['a "b"', 'c,d\ne']]],
  [
    'Windows line ends, a mark at the start and blank lines',
    '\ufeffa;b\r\n\r\n1;2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'empty cells',
    'a,,c\n,,\n',
    [
      ['a', '', 'c'],
      ['', '', ''],
    ],
  ],
  ['an empty file', '', []],
])('%s', (_what, text, records) => {
  expect([...csvRecords(text)]).toEqual(records)
})

test('the delimiter is what the first line has most of', () => {
  expect([guessDelimiter('a\tb\tc'), guessDelimiter('a;b'), guessDelimiter('a')]).toEqual([
    '\t',
    ';',
    ',',
  ])
})

test('whatever the cells hold comes back', () => {
  const cells = fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), {
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(cells, (rows) => {
      const text = rows
        .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
        .join('\n')
      expect([...csvRecords(text, ',')]).toEqual(rows)
    }),
  )
})
