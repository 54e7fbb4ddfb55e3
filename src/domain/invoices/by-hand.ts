import { Exact } from '#domain/kit/decimal.ts'
import type { BilledLine } from '#domain/pricing/billed-line.ts'
import type { GivenLine, SentLine } from '#domain/pricing/given-line.ts'
import { isMeant, keyOf, type LineKey } from '#domain/pricing/line-key.ts'
import type { PricedLine } from '#domain/pricing/price-lines.ts'
import { keyOfPriced } from './metered-lines.ts'

/** What somebody wrote on an invoice beside or instead of what is read. */
export interface ByHand {
  lines: readonly GivenLine[]
  /** Lines of ours they took off. */
  left_out: readonly LineKey[]
}

/** Whether any of the lines sent was ours once: then the others are written beside ours. */
export function isBesideOurs(sent: readonly SentLine[] | undefined): boolean {
  return (sent ?? []).some((line) => line.source === 'rate' || line.replaces)
}

/**
 * Tells what somebody wrote from what readings and rates say: a line of ours that came back as it
 * was is still ours, one with other figures stands in its place, one that is missing was taken off.
 */
export function writtenByHand(sent: readonly SentLine[], ours: readonly PricedLine[]): ByHand {
  const left = new Set(ours)
  const lines: GivenLine[] = []
  for (const line of sent) {
    const known = ourLineOf(line, [...left])
    if (known && isAsOurs(line, known)) left.delete(known)
    else if (known) {
      for (const one of covered(known, line, left)) left.delete(one)
      lines.push({ ...givenOf(line), ...readAs(line, known) })
    } else lines.push(givenOf(line))
  }
  return { lines, left_out: [...left].map(keyOfPriced) }
}

/** A line as it was sent, without what only tells where it came from. */
export function givenOf(line: SentLine): GivenLine {
  const { name, quantity, rate, unit, discountable, from, to } = line
  return {
    ...{ name, quantity, rate, unit, discountable, from, to },
    ...(line.pending_charge_id ? { pending_charge_id: line.pending_charge_id } : {}),
    ...(line.connection ? { connection: line.connection } : {}),
    ...(line.replaces ? { replaces: line.replaces } : {}),
  }
}

/** A stored line, to be given once more. */
export function givenAgain(line: BilledLine): GivenLine {
  const { name, quantity, rate, unit, discountable, from, to, connection } = line
  const { estimated_share, missing_days, replaces } = line
  return {
    ...{ name, quantity, rate, unit, discountable, from, to, connection },
    ...{ estimated_share, missing_days },
    ...(replaces ? { replaces } : {}),
  }
}

function ourLineOf(line: SentLine, ours: readonly PricedLine[]): PricedLine | undefined {
  const { replaces, source, name, unit, from, to, connection } = line
  if (replaces) return ours.find((one) => isMeant(replaces, keyOfPriced(one)))
  if (source !== 'rate') return undefined
  return ours.find((one) => {
    const key = keyOfPriced(one)
    const isHere = connection == null || connection === key.connection
    return isHere && key.name === name && key.unit === unit && key.from === from && key.to === to
  })
}

function isAsOurs(line: SentLine, ours: PricedLine): boolean {
  return (
    line.name === ours.rate_name &&
    line.unit === ours.rate_unit &&
    line.discountable === ours.isDiscountable &&
    (line.from ?? null) === ours.from &&
    (line.to ?? null) === ours.to &&
    new Exact(line.quantity).eq(ours.quantity) &&
    new Exact(line.rate).eq(ours.rate_amount)
  )
}

function covered(known: PricedLine, line: SentLine, left: ReadonlySet<PricedLine>): PricedLine[] {
  const key = line.replaces ?? keyOfPriced(known)
  return [...left].filter((one) => isMeant(key, keyOfPriced(one)))
}

/** It keeps its connection, and how its quantity was read as long as it has that quantity. */
function readAs(line: SentLine, known: PricedLine): Partial<GivenLine> {
  const { connection, estimated_share, missing_days } = known
  const isRead = new Exact(line.quantity).eq(known.quantity)
  return {
    connection,
    replaces: keyOf(line.replaces ?? keyOfPriced(known)),
    ...(isRead ? { estimated_share, missing_days } : {}),
  }
}
