import { expect, test } from 'vitest'
import { encodingOf, isOtherDocument } from './text-encoding.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)

test.each([
  ['plain letters', bytes(0x41, 0x42), 'utf-8'],
  ['nothing', bytes(), 'utf-8'],
  ['a macron as UTF-8', bytes(0xc4, 0x81), 'utf-8'],
  ['an emoji as UTF-8', bytes(0xf0, 0x9f, 0x92, 0xa1), 'utf-8'],
  ['an accent as Windows text', bytes(0x43, 0x61, 0x66, 0xe9), 'windows-1252'],
  ['a letter that breaks off', bytes(0x41, 0xe2, 0x82), 'windows-1252'],
  ['a letter written longer than needed', bytes(0xc0, 0xaf), 'windows-1252'],
  ['half of a surrogate pair', bytes(0xed, 0xa0, 0x80), 'windows-1252'],
  ['what is beyond the last letter', bytes(0xf4, 0x90, 0x80, 0x80), 'windows-1252'],
  ['Unicode of Windows', bytes(0xff, 0xfe, 0x41, 0x00), 'utf-16le'],
  ['Unicode the other way round', bytes(0xfe, 0xff, 0x00, 0x41), 'utf-16be'],
])('%s is read as what it is', (_, file, encoding) => {
  expect(encodingOf(file)).toBe(encoding)
})

test('a paper, a workbook and an archive are no text', () => {
  expect(isOtherDocument(bytes(0x25, 0x50, 0x44, 0x46, 0x2d))).toBe(true)
  expect(isOtherDocument(bytes(0x50, 0x4b, 3, 4))).toBe(true)
  expect(isOtherDocument(bytes(0xd0, 0xcf, 0x11, 0xe0))).toBe(true)
  expect(isOtherDocument(bytes(0x44, 0x61, 0x74, 0x65))).toBe(false)
})
