// Money to and from suppliers: who, by account, name or our number with them; what for, by bills.

import { toDecimalString } from '#domain/kit/money.ts'
import type { MatchLine } from './bank-line.ts'
import type { Candidate, LinePart, Reason } from './candidate.ts'
import { onlySum } from './exact-sums.ts'
import type { ReadText } from './line-reading.ts'
import type { OpenBill, SupplierFacts } from './match-facts.ts'
import type { MatchIndex } from './match-index.ts'
import { nameKey } from './payer-name.ts'

const ACCOUNT = 50
const NUMBER = 45
const NAME = 25
const EXACT = 35

interface SupplierEvidence {
  supplier: SupplierFacts
  points: number
  reasons: Reason[]
}

/** Suppliers that a line may be to or from. */
export function supplierCandidates(
  index: MatchIndex,
  line: MatchLine,
  texts: readonly ReadText[],
): Candidate[] {
  return [...suppliersOf(index, line, texts).values()].map((found) =>
    line.amount > 0 ? refundOf(found, line) : billsOf(index, found, line),
  )
}

function suppliersOf(
  { suppliers }: MatchIndex,
  line: MatchLine,
  texts: readonly ReadText[],
): Map<number, SupplierEvidence> {
  const found = new Map<number, SupplierEvidence>()
  const tell = (supplier: SupplierFacts, points: number, reason: Reason) => {
    const known = found.get(supplier.supplier_id) ?? { supplier, points: 0, reasons: [] }
    found.set(supplier.supplier_id, known)
    if (known.reasons.some(({ code }) => code === reason.code)) return
    known.points += points
    known.reasons.push(reason)
  }
  const called = ({ names }: SupplierFacts) => names[0] ?? 'the supplier'
  const byAccount = line.other_account_hash && suppliers.accounts.get(line.other_account_hash)
  for (const one of byAccount || [])
    tell(one, ACCOUNT, { code: 'payer_account', words: `The account of ${called(one)}` })
  for (const { tokens, name } of texts) {
    for (const { text: number } of tokens)
      for (const one of suppliers.numbers.get(number) ?? [])
        tell(one, NUMBER, { code: 'customer_number', words: `Our number with ${called(one)}` })
    const named = name !== null && suppliers.names.size > 0 && suppliers.names.get(nameKey(name))
    for (const one of named || [])
      tell(one, NAME, { code: 'name', words: `The name of ${called(one)}` })
  }
  return found
}

/** Open bills that add up, each at the supplier's discount where the day still earns it. */
function billsOf(index: MatchIndex, found: SupplierEvidence, line: MatchLine): Candidate {
  const { supplier_id } = found.supplier
  const figure = (bill: OpenBill) =>
    (line.transaction_date <= bill.in_time_until ? bill.discounted : bill.undiscounted) -
    bill.placed
  const open = (index.billsOf.get(supplier_id) ?? [])
    .filter((bill) => figure(bill) > 0)
    .toSorted((a, b) => (a.due_date < b.due_date ? -1 : 1))
  const paid = onlySum(-line.amount, open, figure)
  const amount = toDecimalString(line.amount)
  const bill_ids = paid?.map(({ bill_id }) => bill_id) ?? []
  const part: LinePart = { kind: 'bill', amount, supplier_id, bill_ids }
  const numbers = paid?.map(({ bill_number }) => bill_number ?? 'a bill').join(' + ')
  const exact: Reason[] = paid ? [{ code: 'exact', words: `Exactly ${numbers}` }] : []
  return {
    key: `bill ${supplier_id} ${bill_ids}`,
    kind: 'bill',
    customer_id: null,
    tier: null,
    points: found.points + (paid ? EXACT : 0),
    automatic: null,
    reasons: [...found.reasons, ...exact],
    parts: [part],
    others: 0,
  }
}

function refundOf({ supplier, points, reasons }: SupplierEvidence, line: MatchLine): Candidate {
  const { supplier_id } = supplier
  const amount = toDecimalString(line.amount)
  return {
    key: `supplier_refund ${supplier_id}`,
    kind: 'supplier_refund',
    customer_id: null,
    tier: null,
    points,
    automatic: null,
    reasons,
    parts: [{ kind: 'supplier_refund', amount, supplier_id }],
    others: 0,
  }
}
