import { type Cents, wholeCents } from '#domain/kit/money.ts'

interface AskedItem {
  printed: Cents
  /** What is owed on it now. */
  open: Cents
}

/**
 * What a page still asks for: of the older items it printed at most what it printed and what is open,
 * and what is open of its own invoice.
 */
export function stillToPay(balance: Cents, carried: readonly AskedItem[]): Cents {
  const old = carried.reduce((sum, { printed, open }) => sum + Math.min(printed, open), 0)
  return wholeCents(balance + old)
}
