import { expect, test } from 'vitest'
import { atLeast, roles } from '#domain/access/role.ts'
import { figures } from './all-figures.ts'
import { cardsFor } from './card-counts.ts'

test('room is kept for as many cards as each role reads of each set', () => {
  for (const set of ['work', 'money', 'business'] as const)
    for (const role of roles) {
      const read = figures.filter(({ sets, from }) => sets.includes(set) && atLeast(role, from))
      expect(cardsFor(set, role), `${set} for ${role}`).toBe(read.length)
    }
})
