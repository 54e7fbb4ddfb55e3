import type { Cents } from '#domain/kit/money.ts'
import type { RateUnit } from '#domain/partners/partner.ts'
import type { CommissionKind, CommissionStatus } from './commission.ts'

/** What a commission is about and how it was derived. */
export interface DerivedEntry {
  kind: CommissionKind
  partner_id: number
  contract_id: number | null
  customer_id: number | null
  invoice_id: number | null
  base: Cents | null
  share_percent: string | null
  base_part: Cents | null
  rate: string | null
  rate_unit: RateUnit | null
  amount: Cents
}

/** An entry as it is kept. */
export interface KeptEntry extends DerivedEntry {
  id: number
  commission_status: CommissionStatus
  round: number
  reverses_id: number | null
}

/** An entry that is to be added. */
export interface NewEntry extends DerivedEntry {
  commission_status: 'expected' | 'accrued'
  round: number
  reverses_id: number | null
}

/** What brings the entries in line with how things stand. */
export interface EntryChanges {
  /** Not stated yet: taken back, in the books as well. */
  reversed: KeptEntry[]
  /** Expected, and not coming. */
  dropped: KeptEntry[]
  /** Expected, and earned now with this invoice. */
  earned: { entry: KeptEntry; invoice_id: number | null }[]
  added: NewEntry[]
}

export const noChanges = (): EntryChanges => ({ reversed: [], dropped: [], earned: [], added: [] })

/** Earned, and not taken back before it was stated: it counts. */
export const isLive = ({ commission_status }: Pick<KeptEntry, 'commission_status'>) =>
  commission_status === 'accrued' || commission_status === 'stated'

/** Takes back all of a stated entry; what takes back a part says what it is a part of. */
export const isOffset = ({ kind, base_part, reverses_id }: KeptEntry) =>
  kind === 'clawback' && base_part === null && reverses_id !== null

/** Entries that count and that no later one takes back. */
export function standingAmong(entries: readonly KeptEntry[]): KeptEntry[] {
  const offset = new Set(
    entries.filter((one) => isLive(one) && isOffset(one)).map(({ reverses_id }) => reverses_id),
  )
  return entries.filter((one) => isLive(one) && !isOffset(one) && !offset.has(one.id))
}

/** The number of the next entry of its kind, where those before it have theirs. */
export function nextRound(
  entries: readonly Pick<KeptEntry, 'round'>[],
  added: readonly Pick<NewEntry, 'round'>[] = [],
): number {
  return Math.max(0, ...[...entries, ...added].map(({ round }) => round)) + 1
}
