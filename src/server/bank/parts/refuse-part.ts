import type { LinePart } from '#domain/bank/candidate.ts'
import { cents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'

/** What a part of this kind has to say, and did not. */
export function required<T>(value: T | undefined, field: string, message: string): T {
  if (value === undefined) throw badField(`parts.${field}`, message)
  return value
}

/** The payments that a part names: all of them are there, and they come to the part's amount. */
export async function linkedPayments<P extends { amount: string }>(
  part: LinePart,
  find: (ids: readonly number[]) => Promise<P[]>,
  asks: string,
): Promise<P[]> {
  const ids = required(part.payment_ids, 'payment_ids', asks)
  const found = await find(ids)
  if (found.length < new Set(ids).size)
    throw badField('parts.payment_ids', 'Choose payments from the list.')
  refuseOtherSum(
    part,
    found.map(({ amount }) => amount),
  )
  return found
}

/** Parts that link what is there already are as large as what they link, to the cent. */
export function refuseOtherSum(part: LinePart, linked: readonly string[]): void {
  const sum = linked.reduce((total, amount) => total + cents(amount), 0)
  if (sum !== Math.abs(cents(part.amount)))
    throw badField('parts.amount', 'What is linked comes to another amount.')
}
