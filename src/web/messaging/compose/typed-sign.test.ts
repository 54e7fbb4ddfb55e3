import { expect, test } from 'vitest'
import { folded, typedSignAt } from './typed-sign.ts'

const at = (text: string) => typedSignAt(text, text.length, ['/', '@'])

test('a sign at the beginning, on a new line or behind a space asks for something', () => {
  expect(at('/lev')).toEqual({ sign: '/', start: 0, query: 'lev' })
  expect(at('Kia ora @Aroha T')).toEqual({ sign: '@', start: 8, query: 'Aroha T' })
  expect(at('First.\n/')).toEqual({ sign: '/', start: 7, query: '' })
})

test('a sign in a word, an address or a link asks for nothing', () => {
  expect(at('and/or')).toBeNull()
  expect(at('rewa@example.co.nz')).toBeNull()
  expect(at('https://switchboard.example')).toBeNull()
  expect(at('yes / no')).toBeNull()
})

test('what stands behind the caret is not asked for, and signs that mean nothing here are left', () => {
  expect(typedSignAt('/levy and more', 5, ['/'])).toEqual({ sign: '/', start: 0, query: 'levy' })
  expect(typedSignAt('@Aroha', 6, ['/'])).toBeNull()
})

test('names are found without their macrons', () => {
  expect(folded('Tāwhiri ')).toBe('tawhiri')
})
