import { type Cents, wholeCents } from '#domain/kit/money.ts'

// A share has four decimals; this many of its smallest units are the whole.
const UNITS = 10_000n
const WHOLE = 100n * UNITS

/**
 * Splits a base by shares so that the parts add up to it: whole cents first, and what is left over to
 * those who lost most by rounding. A negative base mirrors a positive one.
 */
export function splitBase(base: Cents, shares: readonly string[]): Cents[] {
  const size = BigInt(Math.abs(base))
  const exact = shares.map((share, place) => {
    const product = size * unitsOf(share)
    return { place, whole: product / WHOLE, rest: product % WHOLE }
  })
  const given = exact.reduce((sum, { whole }) => sum + whole, 0n)
  const total = exact.reduce((sum, { whole, rest }) => sum + whole * WHOLE + rest, 0n) / WHOLE
  const left = Number(total - given)
  const luckiest = exact
    .toSorted((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1))
    .slice(0, left)
  const lucky = new Set(luckiest.map(({ place }) => place))
  return exact.map(({ place, whole }) => {
    const amount = Number(whole) + (lucky.has(place) ? 1 : 0)
    return wholeCents(base < 0 ? -amount : amount)
  })
}

function unitsOf(share: string): bigint {
  const [whole = '0', decimals = ''] = share.split('.')
  return BigInt(whole) * UNITS + BigInt(decimals.padEnd(4, '0').slice(0, 4))
}
