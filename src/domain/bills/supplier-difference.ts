import { type Cents, sumCents, wholeCents } from '#domain/kit/money.ts'

/** What our books say of an account with a supplier on the day a bill was written. */
export interface SupplierAccount {
  /** What we owe there; below zero it is our credit. */
  balance: Cents
  /** Our latest payments up to that day, the latest first. */
  payments: readonly Cents[]
}

/**
 * What a supplier says we owe from before and our books do not know. Money on its way is no
 * difference: the latest payments may have crossed with the bill.
 */
export function differenceWith(printed: Cents, { balance, payments }: SupplierAccount): Cents {
  for (const count of [0, ...payments.keys().map((place) => place + 1)]) {
    const unlisted = payments.slice(0, count)
    if (printed === sumCents([balance, ...unlisted])) return wholeCents(0)
  }
  return wholeCents(printed - balance)
}
