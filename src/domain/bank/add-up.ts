// Which choices add up to an amount, exactly. Items that depend on each other form a group, whose
// allowed choices are listed; the groups are dealt to two halves, and a sum of one half is looked up
// in the other. So 24 items cost thousands of steps and not millions.

/** One allowed choice: figures of some items, by their places. */
export interface Combination {
  sum: number
  /** Places of items and which of their figures, the oldest due first. */
  picks: readonly Pick[]
}

export interface Pick {
  place: number
  choice: number
}

export interface Group {
  combinations: readonly Combination[]
}

export interface Bounds {
  most_picks: number
  most_sums: number
  most_solutions: number
}

export interface AddedUp {
  solutions: Combination[]
  /** How many sums there were that look different, nothing at all not counted. */
  sums: number
  is_too_many: boolean
}

/** Ranks combinations that look alike: the first is better below zero. */
export type Better = (a: Combination, b: Combination) => number

/** Makes a key of the figures picked, whatever items they belong to. */
export interface Looks {
  of: (combination: Combination) => number
  /** No two items share a figure, so that no two combinations look alike. */
  are_distinct: boolean
}

/** All choices that add up to the amount; of those that look alike the best one. */
export function addUp(
  amount: number,
  groups: readonly Group[],
  looks: Looks,
  better: Better,
  bounds: Bounds,
): AddedUp {
  const halves = inHalves(groups).map((half) => allOf(half, looks, better, bounds))
  const [left, right] = halves
  if (!left || !right) return { solutions: [], sums: 0, is_too_many: true }
  const bySum = Map.groupBy(right, ({ sum }) => sum)
  const found = new Map<number, Combination>()
  for (const one of left)
    for (const rest of bySum.get(amount - one.sum) ?? []) {
      const picks = one.picks.length + rest.picks.length
      if (picks === 0 || picks > bounds.most_picks) continue
      keepBest(found, joined(one, rest), looks, better)
    }
  const solutions = [...found.values()]
  return {
    solutions,
    sums: left.length * right.length - 1,
    is_too_many: solutions.length > bounds.most_solutions,
  }
}

/** Large groups first, each to the half with fewer combinations so far. */
function inHalves(groups: readonly Group[]): [Group[], Group[]] {
  const halves: [Group[], Group[]] = [[], []]
  const sizes: [number, number] = [1, 1]
  for (const group of groups.toSorted((a, b) => b.combinations.length - a.combinations.length)) {
    const at = sizes[0] <= sizes[1] ? 0 : 1
    halves[at].push(group)
    sizes[at] *= group.combinations.length
  }
  return halves
}

/** Every combination of a half, of those that look alike the best; null past the bound. */
function allOf(
  groups: readonly Group[],
  looks: Looks,
  better: Better,
  { most_picks, most_sums }: Bounds,
): Combination[] | null {
  const product = groups.reduce((size, group) => size * group.combinations.length, 1)
  if (looks.are_distinct && product > most_sums) return null
  let all: Combination[] = [{ sum: 0, picks: [] }]
  for (const { combinations } of groups) {
    const found = new Map<number, Combination>()
    for (const one of all)
      for (const next of combinations) {
        if (one.picks.length + next.picks.length > most_picks) continue
        keepBest(found, joined(one, next), looks, better)
        if (found.size > most_sums) return null
      }
    all = [...found.values()]
  }
  return all
}

function keepBest(
  found: Map<number, Combination>,
  combination: Combination,
  looks: Looks,
  better: Better,
): void {
  const look = looks.of(combination)
  const known = found.get(look)
  if (known === undefined || better(combination, known) < 0) found.set(look, combination)
}

function joined(a: Combination, b: Combination): Combination {
  if (a.picks.length === 0) return b
  if (b.picks.length === 0) return a
  const picks = [...a.picks, ...b.picks].sort((one, other) => one.place - other.place)
  return { sum: a.sum + b.sum, picks }
}
