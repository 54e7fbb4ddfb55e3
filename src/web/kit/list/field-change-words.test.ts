import { expect, test } from 'vitest'
import { outcomeWords } from './field-change-words.ts'

const words = { field: 'Due', one: 'task', many: 'tasks' }
const none = { waiting: 0, changed: 0, same: 0, refused: 0, undone: 0, kept: 0 }

test.each([
  [{ changed: 1 }, 'Due of 1 task changed.'],
  [{ changed: 2, same: 1, refused: 3 }, 'Due of 2 tasks changed, 1 had it already, 3 not.'],
  [{ changed: 2, waiting: 1200 }, 'Due of 2 tasks changed, 1,200 not begun.'],
  [{ undone: 4 }, 'Due of 4 tasks put back.'],
  [
    { undone: 1, kept: 2, changed: 3, refused: 5 },
    'Due of 1 task put back, 2 kept as changed since, 3 still changed.',
  ],
])('of %j it is said: %s', (given, said) => {
  expect(outcomeWords({ counts: { ...none, ...given }, words })).toBe(said)
})
