import { wholeCents } from '#domain/kit/money.ts'
import type { EarnedCommission } from './invoice-commission.ts'
import {
  type DerivedEntry,
  type EntryChanges,
  type KeptEntry,
  type NewEntry,
  nextRound,
  noChanges,
  standingAmong,
} from './kept-entry.ts'

/** An invoice whose entries are looked at, and what it earns as it stands now. */
export interface LookedAt {
  id: number
  contract_id: number
  customer_id: number
  wanted: readonly EarnedCommission[]
}

// Earned with each invoice; a sign-up commission that is fixed belongs to the contract.
const isOfInvoice = ({ kind, rate_unit }: KeptEntry) =>
  kind === 'ongoing' || (kind === 'signup' && rate_unit === 'percent')

/**
 * What is to be written so that the entries of an invoice are what it earns now. The answer depends on
 * how things stand alone, so that the same events in any order come to the same sum.
 */
export function invoiceChanges(
  invoice: LookedAt,
  entries: readonly KeptEntry[],
  allClawbacks: readonly KeptEntry[],
): EntryChanges {
  const changes = noChanges()
  const about = {
    contract_id: invoice.contract_id,
    customer_id: invoice.customer_id,
    invoice_id: invoice.id,
  }
  const standing = standingAmong([...entries, ...allClawbacks]).filter(
    (one) => one.invoice_id === invoice.id && isOfInvoice(one),
  )
  const wanted = invoice.wanted.map(({ unit, ...one }) => ({ ...one, ...about, rate_unit: unit }))
  for (const entry of standing)
    if (!wanted.some((one) => isSameEntry(entry, one))) takeBackEntry(changes, entry, allClawbacks)
  for (const one of wanted) {
    if (standing.some((entry) => isSameEntry(entry, one))) continue
    const before = entries.filter((entry) => isAlike(entry, one) && entry.invoice_id === invoice.id)
    changes.added.push({
      ...{ ...one, commission_status: 'accrued', reverses_id: null },
      round: nextRound(before),
    })
  }
  return changes
}

/**
 * Takes an entry back: one that waits for a statement is reversed, one that was stated stays and
 * another entry takes back its amount.
 */
export function takeBackEntry(
  changes: EntryChanges,
  entry: KeptEntry,
  allClawbacks: readonly KeptEntry[],
): void {
  if (entry.commission_status === 'accrued') {
    changes.reversed.push(entry)
    return
  }
  const alike = (one: KeptEntry | NewEntry) =>
    one.partner_id === entry.partner_id && one.kind === 'clawback'
  changes.added.push({
    ...entry,
    ...{ kind: 'clawback', commission_status: 'accrued', reverses_id: entry.id },
    ...{ base: null, share_percent: null, base_part: null, rate: null, rate_unit: null },
    amount: wholeCents(-entry.amount),
    round: nextRound(allClawbacks.filter(alike), changes.added.filter(alike)),
  })
}

const isAlike = (a: DerivedEntry, b: DerivedEntry) =>
  a.partner_id === b.partner_id && a.kind === b.kind

/** The same amount, derived in the same way. */
export const isSameEntry = (a: DerivedEntry, b: DerivedEntry) =>
  isAlike(a, b) &&
  a.amount === b.amount &&
  a.base_part === b.base_part &&
  a.rate_unit === b.rate_unit &&
  Number(a.rate) === Number(b.rate)
