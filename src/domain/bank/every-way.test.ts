import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ItemKey } from '#domain/books/account.ts'
import { wholeCents } from '#domain/kit/money.ts'
import type { DepositItem, Solution } from './deposit.ts'
import { explainDeposit } from './explain-deposit.ts'

// The solver beside a search that tries everything, written apart from it and as simply as can be.

const DATE = '2026-11-20'

interface Tried {
  items: { key: string; paid: number; figure: number; isRight: boolean }[]
  isMixed: boolean
}

function rightOf(item: DepositItem): number {
  const isInTime = item.ppd_granted || DATE <= item.in_time_until
  return (isInTime ? item.discounted : item.undiscounted) - item.forgiven - item.placed
}

function otherOf(item: DepositItem): number {
  const isInTime = item.ppd_granted || DATE <= item.in_time_until
  return (isInTime ? item.undiscounted : item.discounted) - item.forgiven - item.placed
}

/** Every choice of items, each at one of its two figures, that adds up and pays old items first. */
function tryAll(amount: number, open: readonly DepositItem[]): Tried[] {
  const found: Tried[] = []
  const go = (at: number, picked: Map<string, number>, sum: number) => {
    if (at === open.length) {
      if (sum === amount && picked.size > 0 && isAllowed(picked)) found.push(triedOf(picked))
      return
    }
    const item = open[at] as DepositItem
    go(at + 1, picked, sum)
    const figures = new Set([rightOf(item), otherOf(item)].filter((figure) => figure > 0))
    for (const figure of figures) {
      picked.set(item.key, figure)
      go(at + 1, picked, sum + figure)
    }
    picked.delete(item.key)
  }
  const isAllowed = (picked: Map<string, number>) =>
    open
      .filter(({ key, page }) => picked.has(key) && page?.old_items_first)
      .flatMap(({ page }) => page?.carried ?? [])
      .every(({ key }) => {
        const old = open.find((one) => one.key === key)
        return old === undefined || picked.get(key) === rightOf(old)
      })
  const triedOf = (picked: Map<string, number>): Tried => {
    const items = open.filter(({ key }) => picked.has(key))
    const figureOf = ({ key }: DepositItem) => picked.get(key) ?? 0
    return {
      items: items.map((item) => ({
        key: item.key,
        figure: figureOf(item),
        paid: Math.min(figureOf(item), rightOf(item)),
        isRight: figureOf(item) === rightOf(item),
      })),
      isMixed: items.some((item) => figureOf(item) !== rightOf(item)),
    }
  }
  go(0, new Map(), 0)
  return found
}

/** Pages that printed the amount, with nothing of them paid since. */
function tryPages(amount: number, open: readonly DepositItem[]) {
  return open.flatMap((item) => {
    if (!item.page) return []
    const isInTime = rightOf(item) <= otherOf(item)
    const right = isInTime ? item.page.in_time : item.page.late
    const other = isInTime ? item.page.late : item.page.in_time
    const carried = item.page.carried.reduce((sum, { key, printed }) => {
      const old = open.find((one) => one.key === key)
      return sum + (old ? Math.min(printed, rightOf(old)) : 0)
    }, 0)
    if (carried + rightOf(item) !== right) return []
    if (right === amount) return [{ tier: 'T0', key: item.key }]
    return other === amount && other > 0 ? [{ tier: 'T2', key: item.key }] : []
  })
}

const looksOf = (figures: readonly number[]) => figures.toSorted((a, b) => a - b).join()

const money = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1000, max: 60_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(10_000, 11_500, 20_000) },
)

const drawnItem = fc.record({
  discounted: money,
  discount: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.constantFrom(500, 1150, 2000)),
  isLate: fc.boolean(),
  isGranted: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  carries: fc.integer({ min: 0, max: 5 }),
  isStrict: fc.boolean(),
  day: fc.integer({ min: 1, max: 19 }),
})
type DrawnWorld = {
  discounted: number
  discount: number
  isLate: boolean
  isGranted: boolean
  carries: number
  isStrict: boolean
  day: number
}

/** Items in the order of their due dates; some pages carry the items just before them. */
function itemsOf(drawn: readonly DrawnWorld[]): DepositItem[] {
  const items: DepositItem[] = []
  const inOrder = drawn.toSorted((a, b) => a.day - b.day)
  for (const [at, one] of inOrder.entries()) {
    const undiscounted = one.discounted + one.discount
    const day = (date: number) => `2026-11-${String(date).padStart(2, '0')}`
    const item: DepositItem = {
      key: `i${at + 1}`,
      customer_id: 1,
      number: null,
      due_date: day(one.day),
      in_time_until: one.isLate ? '2026-11-10' : '2026-11-30',
      sent_date: '2026-10-01',
      discounted: wholeCents(one.discounted),
      undiscounted: wholeCents(undiscounted),
      ppd_granted: one.isGranted,
      forgiven: wholeCents(0),
      placed: wholeCents(0),
      is_held: false,
      announced_fee: wholeCents(0),
      page: null,
    }
    const carried = items
      .slice(Math.max(0, at - Math.max(one.carries - 3, 0)))
      .map((old) => ({ key: old.key, printed: wholeCents(rightOf(old)) }))
    const old = carried.reduce((sum, { printed }) => sum + printed, 0)
    item.page = {
      in_time: wholeCents(old + one.discounted),
      late: wholeCents(old + undiscounted),
      carried,
      old_items_first: one.isStrict,
    }
    items.push(item)
  }
  return items
}

function paidLike({ items }: Solution): string {
  return items.map(({ key, amount }) => `${key}:${amount}`).join(' ')
}

test('the solver finds what trying everything finds, for 10,000 customers', () => {
  const sizes = fc.oneof(
    { weight: 12, arbitrary: fc.array(drawnItem, { minLength: 1, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.array(drawnItem, { minLength: 7, maxLength: 9 }) },
  )
  const rare = fc.array(drawnItem, { minLength: 10, maxLength: 12 })
  const found = { T0: 0, T1: 0, T2: 0, T3: 0, nothing: 0 }
  const check = (drawn: readonly DrawnWorld[], picks: number, outcomes: number, names: number) => {
    const items = itemsOf(drawn)
    // Some of the items at one of their figures, and now and then a cent more than that.
    const amount = items.reduce(
      (sum, item, at) => {
        if (((picks >> at) & 1) === 0) return sum
        return sum + (((outcomes >> at) & 1) === 0 ? rightOf(item) : otherOf(item))
      },
      picks % 16 === 0 ? 1 : 0,
    )
    const named = items.filter((_, at) => ((names >> (2 * at)) & 3) === 3).map(({ key }) => key)
    if (amount === 0) return
    found[compare(amount, items, named)] += 1
  }
  const bits = fc.integer({ min: 1, max: 4095 })
  const wide = fc.integer({ min: 0, max: 2 ** 24 })
  fc.assert(fc.property(sizes, bits, bits, wide, check), { numRuns: 9960 })
  fc.assert(fc.property(rare, bits, fc.constant(0), wide, check), { numRuns: 40 })
  for (const count of Object.values(found)) expect(count).toBeGreaterThan(50)
}, 120_000)

function compare(amount: number, items: DepositItem[], named: ItemKey[]) {
  const told = explainDeposit(wholeCents(amount), DATE, items, named)
  const pages = tryPages(amount, items)
  const all = tryAll(amount, items)
  const right = all.filter(({ isMixed }) => !isMixed)
  const wanted = pages.some(({ tier }) => tier === 'T0')
    ? 'T0'
    : right.length > 0
      ? 'T1'
      : pages.length > 0
        ? 'T2'
        : all.length > 0
          ? 'T3'
          : null
  expect(told.tier).toBe(wanted)
  if (wanted === null) return 'nothing'
  if (wanted === 'T1' || wanted === 'T3') {
    const tried = wanted === 'T1' ? right : all
    const lacked = ({ items: paid }: Tried) =>
      named.filter((key) => !paid.some((one) => one.key === key)).length
    // Of those that look alike the one with more of what is named, then the oldest.
    const alike = Map.groupBy(tried, ({ items: paid }) => looksOf(paid.map((one) => one.figure)))
    const best = [...alike.values()].map(
      (group) => group.toSorted((a, b) => lacked(a) - lacked(b) || (isOlder(a, b) ? -1 : 1))[0],
    )
    const whole = best.filter((one) => one && lacked(one) === 0)
    const kept = whole.length > 0 ? whole : best
    const paid = kept.flatMap((one) =>
      one ? one.items.map(({ key, paid: amountPaid }) => `${key}:${amountPaid}`).join(' ') : [],
    )
    expect(told.solutions.map(paidLike).sort()).toEqual(paid.sort())
    expect(told.is_ambiguous).toBe(kept.length > 1)
  }
  return wanted
}

function isOlder(a: Tried, b: Tried): boolean {
  const place = (key: string) => Number(key.slice(1))
  for (const [at, { key }] of a.items.entries()) {
    const difference = place(key) - place(b.items[at]?.key ?? 'i0')
    if (difference !== 0) return difference < 0
  }
  // The same items at the same figures in another order: the older ones are right.
  const at = a.items.findIndex(({ figure }, nth) => figure !== b.items[nth]?.figure)
  return a.items[at]?.isRight ?? false
}
