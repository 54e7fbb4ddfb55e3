// What a deposit is for: which open items of one customer add up to it, to the cent, at figures
// people can have read on their pages. The day of the money decides which figures are right.

import type { ItemKey } from '#domain/books/account.ts'
import { compareTexts } from '#domain/kit/compare-texts.ts'
import { type Cents, wholeCents } from '#domain/kit/money.ts'
import { type AddedUp, addUp, type Combination, type Looks } from './add-up.ts'
import type { DepositItem, Explanation, Solution, Tier } from './deposit.ts'
import { byDue, choicesOf, type ItemFigures, openOn } from './item-figures.ts'
import { type GroupedItem, groupsOf } from './item-groups.ts'
import { type PrintedFigure, printedFigures } from './page-figures.ts'

const MOST_ITEMS = 24
const MOST_LISTED = 20
const BOUNDS = { most_picks: 12, most_sums: 200_000, most_solutions: MOST_LISTED }
/** Past this, the other ways of later tiers are not counted: nobody would look at them. */
const MOST_COUNTED = 4096
const MOST_LIKELY_CHANCE = 1
/** Over this chance a sum may well be an accident: only named invoices are then paid unasked. */
export const ACCIDENTAL = 0.01

type FoundSolution = Omit<Solution, 'lacks_named'>

/** What one tier has to say. */
interface OfTier {
  solutions: FoundSolution[]
  chance: number
  is_too_many: boolean
}

/** The ways in which open items of a customer explain a deposit, the first tier that has any. */
export function explainDeposit(
  amount: Cents,
  date: string,
  items: readonly DepositItem[],
  names: Iterable<ItemKey> = [],
): Explanation {
  const named = new Set(names)
  const chosen = atMost(openOn(items, date, named), named)
  const open = new Map(chosen.map((figures) => [figures.item.key, figures]))
  const asked = [...named].filter((key) => open.has(key))
  const printed = printedFigures(open)
  const range = chosen.reduce((sum, { right, other }) => sum + Math.max(right, other), 0)
  let decided: { tier: Tier; of: OfTier } | undefined
  const ways = new Set<string>()
  let isTooMany = false
  for (const tier of ['T0', 'T1', 'T2', 'T3', 'T4'] as const) {
    if (range === 0 || (decided && (tier === 'T4' || !isCheap(chosen, tier)))) continue
    const of = solve({ tier, amount, chosen, printed, range, asked })
    if (!decided) isTooMany ||= of.is_too_many
    for (const one of of.solutions) ways.add(wayOf(one))
    if (!decided && of.solutions.length > 0) decided = { tier, of }
  }
  if (!decided) return { ...nothing, is_too_many: isTooMany }
  return told(decided.tier, decided.of, asked, ways.size, open)
}

const nothing: Explanation = {
  tier: null,
  solutions: [],
  others: 0,
  is_ambiguous: false,
  chance: 0,
  is_too_many: false,
}

/** Named ones first, then the oldest due; in order of due dates again afterwards. */
function atMost(open: readonly ItemFigures[], named: ReadonlySet<ItemKey>): ItemFigures[] {
  if (open.length <= MOST_ITEMS) return [...open]
  const isNamed = ({ item }: ItemFigures) => named.has(item.key)
  const first = open.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)) || byDue(a, b))
  return first.slice(0, MOST_ITEMS).sort(byDue)
}

function isCheap(chosen: readonly ItemFigures[], tier: Tier): boolean {
  const all = chosen.reduce((sums, one) => sums * (choicesOf(one, tier).length + 1), 1)
  return all <= MOST_COUNTED
}

interface Question {
  tier: Tier
  amount: number
  chosen: readonly ItemFigures[]
  printed: readonly PrintedFigure[]
  range: number
  asked: readonly ItemKey[]
}

function solve(question: Question): OfTier {
  const { tier, range } = question
  const ofPages = tier === 'T1' || tier === 'T3' ? [] : byPages(question)
  const figures = question.printed.filter(({ solution }) => solution.tier === tier).length
  const added = tier === 'T0' || tier === 'T2' ? null : byItems(question)
  const chance = (figures + (added?.sums ?? 0)) / range
  const is_too_many = added?.is_too_many ?? false
  if (chance > MOST_LIKELY_CHANCE) return { solutions: [], chance, is_too_many: true }
  return { solutions: [...ofPages, ...(added?.found ?? [])], chance, is_too_many }
}

/** Pages that printed this amount; of equal figures the page that is named, then the oldest due. */
function byPages({ tier, amount, printed, asked }: Question): FoundSolution[] {
  const fitting = printed.filter(
    ({ figure, solution }) => figure === amount && solution.tier === tier,
  )
  const missing = ({ solution }: PrintedFigure) => lackedBy(solution, asked)
  return fitting
    .toSorted((a, b) => missing(a) - missing(b))
    .slice(0, 1)
    .map(({ solution }) => solution)
}

function byItems({ tier, amount, chosen, asked, range }: Question) {
  const items = chosen.map((figures) => ({ figures, choices: choicesOf(figures, tier) }))
  if (!isWithin(amount, items)) return { found: [], sums: 0, is_too_many: false }
  const groups = groupsOf(items, BOUNDS.most_sums)
  const looks = looksOf(items)
  if (groups === null || looks === null) return { found: [], sums: 0, is_too_many: true }
  // Where sums lie closer than cents, any amount would do: there is nothing to look for.
  const sums = groups.reduce((count, group) => count * group.combinations.length, 1) - 1
  if (looks.are_distinct && sums > MOST_LIKELY_CHANCE * range)
    return { found: [], sums, is_too_many: true }
  const names = new Set(asked)
  const isNamed = items.map(({ figures }) => names.has(figures.item.key))
  const better = (a: Combination, b: Combination) => betterOf(a, b, isNamed)
  const added: AddedUp = addUp(amount, groups, looks, better, BOUNDS)
  const isOfTier = ({ picks }: Combination) =>
    tier === 'T1' || picks.some(({ choice }) => choice > 0)
  return {
    ...added,
    found: added.solutions.filter(isOfTier).map((one) => solutionOf(tier, one, items)),
  }
}

/** More than everything together, or less than the least, needs no looking. */
function isWithin(amount: number, items: readonly GroupedItem[]): boolean {
  let [most, least] = [0, Number.POSITIVE_INFINITY]
  for (const { choices } of items) {
    let largest = 0
    for (const { figure } of choices) {
      largest = Math.max(largest, figure)
      least = Math.min(least, figure)
    }
    most += largest
  }
  return amount >= least && amount <= most
}

/** A number for the figures picked, the same for the same figures; null past what fits. */
function looksOf(items: readonly GroupedItem[]): Looks | null {
  const counts = new Map<number, number>()
  for (const { choices } of items)
    for (const { figure } of choices) counts.set(figure, (counts.get(figure) ?? 0) + 1)
  const weights = new Map<number, number>()
  let weight = 1
  for (const [figure, count] of counts) {
    weights.set(figure, weight)
    weight *= count + 1
  }
  if (weight > Number.MAX_SAFE_INTEGER) return null
  const byPick = items.map(({ choices }) => choices.map(({ figure }) => weights.get(figure) ?? 0))
  const of = ({ picks }: Combination) => {
    let look = 0
    for (const { place, choice } of picks) look += byPick[place]?.[choice] ?? 0
    return look
  }
  return { of, are_distinct: [...counts.values()].every((count) => count === 1) }
}

/** Those with more named items, then the oldest due; of the same items, the older ones right. */
function betterOf(a: Combination, b: Combination, isNamed: readonly boolean[]): number {
  const count = ({ picks }: Combination) => picks.filter(({ place }) => isNamed[place]).length
  const named = count(b) - count(a)
  if (named !== 0) return named
  for (const [at, { place }] of a.picks.entries()) {
    const difference = place - (b.picks[at]?.place ?? 0)
    if (difference !== 0) return difference
  }
  for (const [at, { choice }] of a.picks.entries()) {
    const difference = choice - (b.picks[at]?.choice ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function solutionOf(
  tier: Tier,
  { picks }: Combination,
  items: readonly GroupedItem[],
): FoundSolution {
  const found: FoundSolution = { tier, page: null, items: [], leaves: [], credit: wholeCents(0) }
  for (const { place, choice } of picks) {
    const one = items[place]
    const figure = one?.choices[choice]?.figure
    if (!one || figure === undefined) continue
    const { item, right } = one.figures
    found.items.push({ key: item.key, amount: wholeCents(Math.min(figure, right)) })
    if (figure < right) found.leaves.push({ key: item.key, amount: wholeCents(right - figure) })
    if (figure > right) found.credit = wholeCents(found.credit + figure - right)
  }
  return found
}

const lackedBy = ({ items }: FoundSolution, asked: readonly ItemKey[]) =>
  asked.filter((key) => !items.some((item) => item.key === key)).length

/** The same money on the same items is the same way, whether a page printed it or not. */
const wayOf = ({ items, credit }: FoundSolution) =>
  `${items.map(({ key, amount }) => `${key}:${amount}`).sort()} ${credit}`

function told(
  tier: Tier,
  { solutions, chance, is_too_many }: OfTier,
  asked: readonly ItemKey[],
  ways: number,
  open: ReadonlyMap<ItemKey, ItemFigures>,
): Explanation {
  const whole = solutions.filter((one) => lackedBy(one, asked) === 0)
  const kept = whole.length > 0 ? whole : solutions
  const dues = ({ items }: FoundSolution) =>
    items
      .map(({ key }) => open.get(key)?.item.due_date ?? '')
      .sort()
      .join()
  const ranked = kept.toSorted(
    (a, b) => a.items.length - b.items.length || compareTexts(dues(a), dues(b)),
  )
  return {
    tier,
    solutions: ranked
      .slice(0, MOST_LISTED)
      .map((one) => ({ ...one, lacks_named: lackedBy(one, asked) > 0 })),
    others: ways - 1,
    is_ambiguous: kept.length > 1,
    chance,
    is_too_many,
  }
}
