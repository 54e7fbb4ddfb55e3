import { formatDay } from '#domain/kit/calendar.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { BankFileRow } from './bank-file.ts'

interface Link {
  date: string
  amount: number
  balance: number
}

/**
 * Balances are a chain: each is the one before and the amount, downwards or, where a file starts
 * with the newest, upwards. A break means that lines are missing, and is told once.
 */
export function checkBalances(rows: readonly BankFileRow[]): {
  opening_balance: string | null
  closing_balance: string | null
  warnings: string[]
} {
  const links = rows.flatMap(({ fields, message }) =>
    message === null && fields.balance_after !== null && fields.amount !== null
      ? [
          {
            date: fields.transaction_date ?? '',
            amount: cents(fields.amount),
            balance: cents(fields.balance_after),
          },
        ]
      : [],
  )
  if (links.length === 0 || links.length < rows.filter(({ message }) => message === null).length)
    return { opening_balance: null, closing_balance: null, warnings: [] }
  const down = breaksOf(links)
  const up = breaksOf(links.toReversed())
  const isUpwards = up.length < down.length || (up.length === down.length && isNewestFirst(links))
  const chain = isUpwards ? links.toReversed() : links
  const breaks = isUpwards ? up : down
  const [first, last] = [chain[0], chain.at(-1)]
  const text = (amount: number) => toDecimalString(wholeCents(amount))
  return {
    opening_balance: first ? text(first.balance - first.amount) : null,
    closing_balance: last ? text(last.balance) : null,
    warnings: breaks.slice(0, 1).map(({ link, missing }) => {
      const more = breaks.length > 1 ? ` and ${breaks.length - 1} more times` : ''
      return `The balances do not follow from the amounts on ${formatDay(link.date)}${more}: lines of ${text(missing)} seem to be missing.`
    }),
  }
}

const isNewestFirst = (links: readonly Link[]) =>
  (links[0]?.date ?? '') > (links.at(-1)?.date ?? '')

function breaksOf(links: readonly Link[]): { link: Link; missing: number }[] {
  return links.flatMap((link, at) => {
    const before = links[at - 1]
    if (before === undefined) return []
    const missing = link.balance - link.amount - before.balance
    return missing === 0 ? [] : [{ link, missing }]
  })
}
