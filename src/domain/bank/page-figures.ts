import type { ItemKey } from '#domain/books/account.ts'
import { wholeCents } from '#domain/kit/money.ts'
import type { PaidItem, Solution } from './deposit.ts'
import type { ItemFigures } from './item-figures.ts'

/** A figure that a page printed, and what paying it does to its items. */
export interface PrintedFigure {
  figure: number
  solution: Omit<Solution, 'lacks_named'>
}

/**
 * The figures the pages of open items printed: right for the day (T0), of the other outcome (T2), or,
 * where a part has been paid since, as they stand on the paper (T4).
 */
export function printedFigures(open: ReadonlyMap<ItemKey, ItemFigures>): PrintedFigure[] {
  return [...open.values()].flatMap((figures) => ofPage(figures, open))
}

function ofPage(figures: ItemFigures, open: ReadonlyMap<ItemKey, ItemFigures>): PrintedFigure[] {
  const { item, right, other } = figures
  if (!item.page) return []
  const isRightInTime = right <= other
  const { in_time, late } = item.page
  const printed = isRightInTime ? { right: in_time, other: late } : { right: late, other: in_time }
  const old = item.page.carried.flatMap(({ key, printed: most }) => {
    const carried = open.get(key)
    return carried ? [{ key, amount: Math.min(most, carried.right) }] : []
  })
  const carried = old.reduce((sum, { amount }) => sum + amount, 0)
  const isUntouched = printed.right === carried + right
  const found: PrintedFigure[] = []
  if (isUntouched) found.push(paidAs('T0', printed.right, item.key, old, figures))
  if (printed.other !== printed.right && printed.other > 0)
    found.push(paidAs(isUntouched ? 'T2' : 'T4', printed.other, item.key, old, figures))
  if (!isUntouched && printed.right > 0)
    found.push(paidAs('T4', printed.right, item.key, old, figures))
  return found
}

/** The old items first, then the page's own; what is more becomes credit, what is less stays open. */
function paidAs(
  tier: 'T0' | 'T2' | 'T4',
  figure: number,
  page: ItemKey,
  old: readonly { key: ItemKey; amount: number }[],
  { right }: ItemFigures,
): PrintedFigure {
  const items: PaidItem[] = []
  let rest = figure
  for (const { key, amount } of [...old, { key: page, amount: right }]) {
    const paid = Math.min(amount, rest)
    if (paid > 0) items.push({ key, amount: wholeCents(paid) })
    rest -= paid
  }
  const asked = old.reduce((sum, { amount }) => sum + amount, 0) + right
  const missing = Math.max(asked - figure, 0)
  return {
    figure,
    solution: {
      tier,
      page,
      items,
      leaves: missing > 0 ? [{ key: page, amount: wholeCents(missing) }] : [],
      credit: wholeCents(Math.max(rest, 0)),
    },
  }
}
