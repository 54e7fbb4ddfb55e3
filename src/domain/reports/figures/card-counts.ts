import { atLeast, type Role } from '#domain/access/role.ts'
import type { FigureSet } from './figure.ts'

// Counted here, so that a screen that waits for its figures need not load them all.
const cardsFrom: Record<FigureSet, Partial<Record<Role, number>>> = {
  work: { user: 12, accounting: 4 },
  money: { accounting: 9 },
  business: { manager: 8 },
  // What the installation tells of itself is no figure of the books.
  system: { admin: 8 },
}

/** How many cards somebody of a role gets of a set: room is kept for them before they come. */
export function cardsFor(set: FigureSet, role: Role): number {
  const counts = Object.entries(cardsFrom[set]) as [Role, number][]
  return counts.reduce((sum, [from, count]) => sum + (atLeast(role, from) ? count : 0), 0)
}
