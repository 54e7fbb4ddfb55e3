import { expect, test } from 'vitest'
import { beginningOf, storableBeginning } from './storable.ts'

test('a text is cut between letters', () => {
  expect(beginningOf('tides 🌊🌊', 7)).toBe('tides ')
  expect(beginningOf('tides 🌊🌊', 8)).toBe('tides 🌊')
  expect(beginningOf('tides', 5)).toBe('tides')
})

test('what others wrote can be kept, whatever it is', () => {
  expect(storableBeginning('a\u0000b\ud83d', 10)).toBe('ab\ufffd')
  expect(storableBeginning('🌊'.repeat(3), 5)).toBe('🌊🌊')
})
