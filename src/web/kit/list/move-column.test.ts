import { expect, test } from 'vitest'
import { movedTo } from './move-column.ts'

const columns = ['name', 'city', 'email', 'phone']

test.each([
  ['phone', 'city', ['name', 'phone', 'city', 'email']],
  ['name', 'email', ['city', 'email', 'name', 'phone']],
  ['city', 'city', columns],
  ['notes', 'city', columns],
  ['city', 'notes', columns],
])('“%s” brought to the place of “%s”', (name, place, expected) => {
  expect(movedTo(columns, name, place)).toEqual(expected)
})
