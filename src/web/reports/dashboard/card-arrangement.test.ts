import { expect, test } from 'vitest'
import { inOrder, moved, readArrangement, toggled } from './card-arrangement.ts'

const cards = ['drafts', 'to_send', 'overdue', 'parked'].map((name) => ({ name }))
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
const none = readArrangement(null)

test('cards stand as they come until somebody moves one', () => {
  expect(names(inOrder(cards, none))).toEqual(names(cards))
  const once = moved(cards, none, 'overdue', -1)
  expect(names(inOrder(cards, once))).toEqual(['drafts', 'overdue', 'to_send', 'parked'])
  expect(names(inOrder(cards, moved(cards, once, 'overdue', 1)))).toEqual(names(cards))
  expect(moved(cards, none, 'drafts', -1)).toEqual(none)
})

test('a card that is new keeps its own place among those that were arranged', () => {
  const order = ['parked', 'drafts']
  expect(names(inOrder(cards, { order, hidden: [] }))).toEqual([
    'parked',
    'to_send',
    'overdue',
    'drafts',
  ])
})

test('a card is hidden and shown again', () => {
  const hidden = toggled(none, 'drafts')
  expect(hidden.hidden).toEqual(['drafts'])
  expect(toggled(hidden, 'drafts')).toEqual(none)
})

test('what was stored by somebody else’s hand does no harm', () => {
  for (const odd of [null, 3, 'x', [], { order: 'x', hidden: [1, 'drafts'] }])
    expect(Array.isArray(readArrangement(odd).order)).toBe(true)
  expect(readArrangement({ hidden: [1, 'drafts'] }).hidden).toEqual(['drafts'])
})
