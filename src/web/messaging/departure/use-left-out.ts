import { useState } from 'react'
import { cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { LeavingRow, LeavingTotals } from '#domain/messaging/departure/departure.ts'
import { usePage } from '#web/kit/list/page-of-rows.tsx'

const SAY_WHY = 'Say why, in a few words.'
const isSaid = (reason: string) => reason.trim().length >= 3

/** Rows that stay behind, each with its reason. */
type LeftOut = ReadonlyMap<number, string>

/** The row whose reason is to be typed now; each time it is asked for it is another object. */
interface AwaitedReason {
  id: number
}

/** Rows that stay behind, and their reasons; why it was the last time is proposed again. */
export function useLeftOut(rows: readonly LeavingRow[]) {
  const page = usePage(rows)
  const [leftOut, setLeftOut] = useState<LeftOut>(new Map())
  const [isAsked, setIsAsked] = useState(false)
  const [awaited, setAwaited] = useState<AwaitedReason | null>(null)
  const before = new Map(rows.map(({ id, left_out }) => [id, left_out]))
  return {
    /** Of thousands, those that are looked at now. */
    page,
    leftOut,
    awaited,
    /** Null lets it leave after all. */
    set: (id: number, reason: string | null) => {
      if (reason !== null && !leftOut.has(id)) setAwaited({ id })
      setLeftOut((now) => {
        const next = new Map(now)
        if (reason === null) next.delete(id)
        else next.set(id, reason || (now.has(id) ? '' : (before.get(id) ?? '')))
        return next
      })
    },
    errorOf: (id: number) => (isAsked && !isSaid(leftOut.get(id) ?? '') ? SAY_WHY : undefined),
    /** Whether each has its reason; those without are marked, and the first is turned to. */
    isSaid: (): boolean => {
      setIsAsked(true)
      const isUnsaid = (reason: string | undefined) => reason !== undefined && !isSaid(reason)
      const place = rows.findIndex(({ id }) => isUnsaid(leftOut.get(id)))
      const row = rows[place]
      if (!row) return true
      page.turnTo(place)
      setAwaited({ id: row.id })
      return false
    },
    said: () => [...leftOut].map(([id, reason]) => ({ id, reason: reason.trim() })),
  }
}

export type LeftBehind = ReturnType<typeof useLeftOut>

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
