import { expect, test } from 'vitest'
import { mentionsIn } from './mentions.ts'

const colleagues = [
  { id: 1, name: 'Aroha' },
  { id: 2, name: 'Aroha Tāwhiri' },
  { id: 3, name: 'Tama' },
]

const named = (text: string) => mentionsIn(text, colleagues).map(({ id }) => id)

test('whoever stands behind an @ is named, the longer name before the shorter', () => {
  expect(named('@Aroha Tāwhiri and @tama, please ring.')).toEqual([2, 3])
  expect(named('Ask @Aroha.')).toEqual([1])
  expect(named('@Aroha @Aroha')).toEqual([1, 1])
})

test('an address of mail, a longer word and an @ alone name nobody', () => {
  expect(named('tama@Tama')).toEqual([])
  expect(named('@Tamatea @ @nobody')).toEqual([])
})

test('it is told where the name stands', () => {
  expect(mentionsIn('Kia ora @Tama!', colleagues)).toEqual([{ id: 3, start: 8, end: 13 }])
})
