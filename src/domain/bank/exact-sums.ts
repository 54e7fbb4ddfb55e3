import { addUp, type Combination } from './add-up.ts'

const BOUNDS = { most_picks: 12, most_sums: 200_000, most_solutions: 20 }
const MOST_THINGS = 24

/** Which of these figures, each once, add up to the amount; nothing where several ways do. */
export function onlySum<Thing>(
  amount: number,
  things: readonly Thing[],
  figureOf: (thing: Thing) => number,
): Thing[] | null {
  const figures = things.slice(0, MOST_THINGS)
  const groups = figures.map((thing, place) => ({
    combinations: [
      { sum: 0, picks: [] },
      { sum: figureOf(thing), picks: [{ place, choice: 0 }] },
    ],
  }))
  // Each combination is looked at for itself: the places picked are the bits of a number.
  const of = ({ picks }: Combination) => picks.reduce((look, { place }) => look + 2 ** place, 0)
  const looks = { of, are_distinct: true }
  const { solutions } = addUp(amount, groups, looks, () => 0, BOUNDS)
  const [only] = solutions
  if (!only || solutions.length > 1) return null
  return only.picks.flatMap(({ place }) => figures[place] ?? [])
}
