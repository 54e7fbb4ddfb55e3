import type { Candidate, PartKind } from '#domain/bank/candidate.ts'
import type { ItemKey } from '#domain/books/account.ts'
import {
  type Cents,
  cents,
  parseMoney,
  sumCents,
  toDecimalString,
  wholeCents,
} from '#domain/kit/money.ts'
import type { SentPart } from './use-matching.ts'

/** What a customer's share is put on; nothing said: the oldest first, and the rest is credit. */
export interface Pays {
  words: string
  page?: ItemKey | undefined
  plan?: { key: ItemKey; amount: string }[] | undefined
}

/** A share of a line while somebody types it; sizes are as the line goes, in or out. */
export interface TypedPart {
  key: string
  kind: PartKind
  amount: string
  customer_id: number | null
  supplier_id: number | null
  /** Payments or bills that are linked. */
  ids: number[]
  account: number | null
  /** Undefined until somebody, or the solver, has said what it pays. */
  pays: Pays | null | undefined
}

export function typedPart(kind: PartKind, amount: string): TypedPart {
  const nobody = { customer_id: null, supplier_id: null, ids: [], account: null }
  return { key: crypto.randomUUID(), kind, amount, ...nobody, pays: undefined }
}

/** What may be chosen for money that came in, and for money that went out. */
export const kindsFor: Record<'in' | 'out', readonly PartKind[]> = {
  in: ['customer', 'payment', 'supplier_refund', 'returned', 'refund', 'account', 'aside'],
  out: ['bill', 'billpayment', 'commission', 'refund', 'dishonour', 'account', 'aside'],
}

export const sizeOf = (amount: string): string => amount.replace(/^-/, '')
export const directionOf = (amount: string) => (amount.startsWith('-') ? 'out' : 'in')

/** What is still to be given to a part; null while an amount cannot be read. */
export function restOf(parts: readonly TypedPart[], amount: string): Cents | null {
  const read = parts.map((part) => (part.amount.trim() ? parseMoney(part.amount) : '0.00'))
  if (read.some((one) => one === null)) return null
  const given = sumCents(read.map((one) => cents(one ?? '0.00')))
  return wholeCents(cents(sizeOf(amount)) - given)
}

/** The rest becomes credit of the customer whose share is raised by it. */
export function withRest(part: TypedPart, rest: Cents): TypedPart {
  const before = cents(parseMoney(part.amount) ?? '0.00')
  return { ...part, amount: toDecimalString(wholeCents(before + rest)), pays: part.pays ?? null }
}

/** What a part names of ours; a statement that pays together with others names them all. */
function linkedBy(kind: PartKind, ids: number[]): Partial<SentPart> {
  const [first] = ids
  if (first === undefined) return {}
  if (kind === 'bill') return { bill_ids: ids }
  return { payment_ids: ids, ...(kind === 'commission' ? { counterpart_id: first } : {}) }
}

/** The parts as they are sent, signed as the line is. */
export function partsToSend(parts: readonly TypedPart[], amount: string): SentPart[] {
  const isOut = directionOf(amount) === 'out'
  return parts.map(({ kind, customer_id, supplier_id, ids, account, pays, ...typed }) => {
    const size = cents(parseMoney(typed.amount) ?? '0.00')
    return {
      kind: kind === 'payment' && ids.length > 1 ? 'deposit' : kind,
      amount: toDecimalString(wholeCents(isOut && size !== 0 ? -size : size)),
      ...(customer_id === null ? {} : { customer_id }),
      ...(supplier_id === null ? {} : { supplier_id }),
      ...linkedBy(kind, ids),
      ...(account === null ? {} : { account }),
      ...(pays?.page ? { page: pays.page } : {}),
      ...(pays?.plan ? { plan: pays.plan } : {}),
    }
  })
}

/** The ways in which a customer's share adds up, as somebody chooses among them. */
export function waysIn(candidates: readonly Candidate[]): Pays[] {
  return candidates.flatMap(({ parts, reasons, tier }) => {
    const [part] = parts
    if (tier === null || !part || parts.length > 1) return []
    const said = reasons.filter(({ code }) => ['exact', 'leaves', 'credit'].includes(code))
    const words = said.map((reason) => reason.words).join(' · ') || 'Adds up exactly'
    return [{ words, page: part.page, plan: part.plan && [...part.plan] }]
  })
}

/** Why the parts cannot be saved yet; null when they can. */
export function whyNot(parts: readonly TypedPart[], amount: string): string | null {
  const rest = restOf(parts, amount)
  if (rest === null) return 'One of the amounts cannot be read.'
  if (rest !== 0) return 'The parts have to come to the amount of the line.'
  if (parts.some((part) => cents(parseMoney(part.amount) ?? '0.00') === 0))
    return 'A part is more than nothing.'
  return parts.some((part) => !isNamed(part)) ? 'Say of each part whom or what it is for.' : null
}

function isNamed({ kind, customer_id, supplier_id, ids, account }: TypedPart): boolean {
  if (kind === 'customer') return customer_id !== null
  if (kind === 'supplier_refund') return supplier_id !== null
  if (kind === 'account') return account !== null
  return kind === 'aside' || kind === 'transfer' || ids.length > 0
}
