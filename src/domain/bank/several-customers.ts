import type { ItemKey } from '#domain/books/account.ts'
import { type Cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { MatchLine } from './bank-line.ts'
import type { Candidate } from './candidate.ts'
import type { DepositItem } from './deposit.ts'
import type { Evidence } from './evidence.ts'
import { evidencePoints } from './evidence.ts'
import { onlySum } from './exact-sums.ts'
import { openOn } from './item-figures.ts'
import type { MatchIndex } from './match-index.ts'
import { printedFigures } from './page-figures.ts'

const MOST_PAGES = 12
const EXACT = 35

/** A customer that somebody may have paid for, with what is open. */
export interface PaidCustomer {
  customer_id: number
  items: readonly DepositItem[]
  named?: ReadonlySet<ItemKey> | undefined
}

export interface PaidPage {
  customer_id: number
  page: ItemKey
  amount: Cents
}

/** The newest pages of several customers that add up to an amount, where one way alone does. */
export function explainForSeveral(
  amount: Cents,
  date: string,
  customers: readonly PaidCustomer[],
): PaidPage[] | null {
  const pages = customers.flatMap((one) => newestPage(date, one)).slice(0, MOST_PAGES)
  const paid = onlySum(amount, pages, (page) => page.amount)
  return paid && paid.length > 1 ? paid : null
}

/** What the newest open page of a customer asked for that day. */
function newestPage(date: string, { customer_id, items, named }: PaidCustomer): PaidPage[] {
  const open = openOn(items, date, named ?? new Set())
  const newest = open.toSorted((a, b) => (a.item.sent_date < b.item.sent_date ? 1 : -1))[0]
  if (!newest) return []
  const figures = printedFigures(new Map(open.map((one) => [one.item.key, one])))
  const asked = figures.find(
    ({ solution }) => solution.tier === 'T0' && solution.page === newest.item.key,
  )
  return asked ? [{ customer_id, page: newest.item.key, amount: wholeCents(asked.figure) }] : []
}

/** One payer for several customers, such as a landlord: the newest page of each, never unasked. */
export function severalCustomers(
  index: MatchIndex,
  line: MatchLine,
  evidence: ReadonlyMap<number, Evidence>,
): Candidate[] {
  const sharing = [...evidence.values()].filter(({ codes }) => codes.has('shared'))
  if (sharing.length < 2) return []
  const customers = sharing.map(({ customer_id, named }) => ({
    customer_id,
    named,
    items: index.itemsOf.get(customer_id) ?? [],
  }))
  const paid = explainForSeveral(line.amount, line.transaction_date, customers)
  if (!paid) return []
  const words = `The newest pages of ${paid.length} customers add up to this`
  return [
    {
      key: `customers ${paid.map(({ page, amount }) => `${page}:${toDecimalString(amount)}`)}`,
      kind: 'customer',
      customer_id: null,
      tier: 'T1',
      points: evidencePoints.shared + EXACT,
      automatic: null,
      reasons: [...(sharing[0]?.reasons.slice(0, 1) ?? []), { code: 'exact', words }],
      parts: paid.map(({ customer_id, page, amount }) => ({
        kind: 'customer',
        amount: toDecimalString(amount),
        customer_id,
        page,
      })),
      others: 0,
    },
  ]
}
