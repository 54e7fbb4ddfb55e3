import type { ItemKey } from '#domain/books/account.ts'
import type { Combination, Group, Pick } from './add-up.ts'
import { type Choice, carriedBy, type ItemFigures } from './item-figures.ts'

export interface GroupedItem {
  figures: ItemFigures
  choices: readonly Choice[]
}

/**
 * Items that a page ties together, with every choice that is allowed among them: whoever pays a page
 * pays what it carries first. Null where there are more than the bound.
 */
export function groupsOf(items: readonly GroupedItem[], most: number): Group[] | null {
  const open = new Map(items.map(({ figures }) => [figures.item.key, figures]))
  const places = new Map(items.map(({ figures }, place) => [figures.item.key, place]))
  const needs = items.map(({ figures }) =>
    carriedBy(figures, open).map((key: ItemKey) => places.get(key) ?? 0),
  )
  const groups: Group[] = []
  for (const members of tiedTogether(needs)) {
    const combinations = allowed(members, items, needs, most)
    if (combinations === null) return null
    groups.push({ combinations })
  }
  return groups
}

/** Places that hang together, each list in order. */
function tiedTogether(needs: readonly (readonly number[])[]): number[][] {
  const group = needs.map((_, place) => place)
  const find = (place: number): number => {
    const up = group[place] ?? place
    return up === place ? place : find(up)
  }
  for (const [place, needed] of needs.entries())
    for (const other of needed) group[find(other)] = find(place)
  return [...Map.groupBy(needs.keys(), (place) => find(place)).values()]
}

function allowed(
  members: readonly number[],
  items: readonly GroupedItem[],
  needs: readonly (readonly number[])[],
  most: number,
): Combination[] | null {
  let all: Combination[] = [{ sum: 0, picks: [] }]
  for (const place of members) {
    const choices = items[place]?.choices ?? []
    const more = all.flatMap((one) =>
      choices.map(({ figure }, choice) => ({
        sum: one.sum + figure,
        picks: [...one.picks, { place, choice }],
      })),
    )
    all = [...all, ...more]
    // What is carried may be younger than what carries it only by mistake, so most is cut here.
    all = all.filter(({ picks }) => isAllowed(picks, place, needs))
    if (all.length > most) return null
  }
  return all.filter(({ picks }) => isAllowed(picks, Number.POSITIVE_INFINITY, needs))
}

/** Whether everything that was picked up to a place has what it needs, at right figures. */
function isAllowed(
  picks: readonly Pick[],
  upTo: number,
  needs: readonly (readonly number[])[],
): boolean {
  if (picks.every(({ place }) => needs[place]?.length === 0)) return true
  const right = new Set(picks.flatMap(({ place, choice }) => (choice === 0 ? place : [])))
  return picks.every(({ place }) =>
    (needs[place] ?? []).every((needed) => needed > upTo || right.has(needed)),
  )
}
