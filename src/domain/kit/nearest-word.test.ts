import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestWord, slipsBetween } from './nearest-word.ts'

const names = ['smith', 'smythe', 'schmidt', 'taylor', 'tayler', 'wellington', 'washington']

test.each([
  ['smtih', 'smith'],
  ['smit', 'smith'],
  ['smiith', 'smith'],
  ['tailor', 'taylor'],
  ['welingtno', 'wellington'],
  ['wahsington', 'washington'],
])('%s is meant to be %s', (typed, meant) => {
  expect(nearestWord(typed, names)).toBe(meant)
})

test.each(['jones', 'smi', 'xyz', 'wllngtn'])('%s is nothing that exists', (typed) => {
  expect(nearestWord(typed, names)).toBeNull()
})

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })

test('slips are counted as by trying every way', () => {
  fc.assert(
    fc.property(word, word, (one, other) => {
      const slips = slipsBetween(one, other, 20)
      expect(slips).toBe(everyWay(one, other))
      expect(slips).toBe(slipsBetween(other, one, 20))
    }),
  )
})

// The definition itself, without a table: from the ends, by what the last letters may have been.
function everyWay(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length
  const [shortOne, shortOther] = [one.slice(0, -1), other.slice(0, -1)]
  const isSwapped =
    one.length > 1 && other.length > 1 && one.at(-1) === other.at(-2) && one.at(-2) === other.at(-1)
  return Math.min(
    everyWay(shortOne, other) + 1,
    everyWay(one, shortOther) + 1,
    everyWay(shortOne, shortOther) + (one.at(-1) === other.at(-1) ? 0 : 1),
    isSwapped ? everyWay(one.slice(0, -2), other.slice(0, -2)) + 1 : Number.POSITIVE_INFINITY,
  )
}
