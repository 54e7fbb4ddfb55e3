// Which match of a customer may be made without asking. Every rule needs two things that agree; a
// single doubt, such as hard evidence for somebody else, makes it a suggestion.

import type { AutomaticRule, EvidenceCode } from './candidate.ts'
import type { PossiblePayer } from './customer-candidates.ts'
import type { Evidence } from './evidence.ts'

const purposes: readonly EvidenceCode[] = ['invoice_number', 'customer_number']
const accounts: readonly EvidenceCode[] = ['payer_account', 'payer_alias']
const soft: readonly EvidenceCode[] = ['digits', 'name']

const hasAny = ({ codes }: Evidence, wanted: readonly EvidenceCode[]) =>
  wanted.some((code) => codes.has(code))

export const isHard = (evidence: Evidence) => hasAny(evidence, [...purposes, ...accounts])
export const isShown = (evidence: Evidence) => isHard(evidence) || hasAny(evidence, soft)

const isRightTier = ({ certain }: PossiblePayer) => certain?.tier === 'T0' || certain?.tier === 'T1'

/** What is named is paid already, or the amount is exactly that of other invoices. */
function isContradicted({ explanation, names_settled }: PossiblePayer): boolean {
  if (names_settled) return true
  const { tier, solutions } = explanation
  return (tier === 'T0' || tier === 'T1' || tier === 'T2') && solutions[0]?.lacks_named === true
}

/** The rule that lets this payer be taken unasked, among all that may have paid; null for none. */
export function automaticRule(
  payer: PossiblePayer,
  all: readonly PossiblePayer[],
): AutomaticRule | null {
  const others = all.filter((other) => other !== payer)
  if (others.some(({ evidence }) => isHard(evidence))) return null
  const { evidence, certain } = payer
  if (isHard(evidence) && isRightTier(payer)) return 'a'
  const isAgreed = hasAny(evidence, purposes) && hasAny(evidence, [...accounts, 'name'])
  if (isAgreed && !isContradicted(payer)) return 'b'
  if (evidence.codes.has('invoice_number') && certain?.tier === 'T2') return 'c'
  const hasRival = others.some(
    (other) =>
      hasAny(other.evidence, soft) || (other.evidence.has_shared_name && isRightTier(other)),
  )
  if (hasRival) return null
  if (hasAny(evidence, soft) && isRightTier(payer)) return 'd'
  return evidence.has_shared_name && certain?.tier === 'T0' ? 'e' : null
}
