import { useState } from 'react'
import { cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { LeavingRow, LeavingTotals } from '#domain/messaging/departure/departure.ts'
import type { LeftOut } from './leaving-table.tsx'

const SAY_WHY = 'Say why, in a few words.'
const isSaid = (reason: string) => reason.trim().length >= 3

/** Rows that stay behind, and their reasons; why it was the last time is proposed again. */
export function useLeftOut(rows: readonly LeavingRow[]) {
  const [leftOut, setLeftOut] = useState<LeftOut>(new Map())
  const [isAsked, setIsAsked] = useState(false)
  const before = new Map(rows.map(({ id, left_out }) => [id, left_out]))
  return {
    leftOut,
    /** Null lets it leave after all. */
    set: (id: number, reason: string | null) =>
      setLeftOut((now) => {
        const next = new Map(now)
        if (reason === null) next.delete(id)
        else next.set(id, reason || (now.has(id) ? '' : (before.get(id) ?? '')))
        return next
      }),
    errorOf: (id: number) => (isAsked && !isSaid(leftOut.get(id) ?? '') ? SAY_WHY : undefined),
    /** Whether each has its reason; those without are marked. */
    isSaid: () => {
      setIsAsked(true)
      return [...leftOut.values()].every(isSaid)
    },
    said: () => [...leftOut].map(([id, reason]) => ({ id, reason: reason.trim() })),
  }
}

/** How many leave and what they come to, without those that stay behind. */
export function sumLeaving(rows: readonly LeavingRow[], totals: LeavingTotals, leftOut: LeftOut) {
  const behind = rows.filter(({ id, obstacle }) => obstacle === null && leftOut.has(id))
  const amounts = behind.map(({ amount }) => cents(amount ?? '0.00'))
  const hasAmounts = rows.some(({ amount }) => amount !== null)
  const rest = wholeCents(cents(totals.amount) - sumCents(amounts))
  return {
    count: totals.count - behind.length,
    amount: hasAmounts ? toDecimalString(rest) : null,
  }
}
