import type { Cents } from '#domain/kit/money.ts'
import { isSameEntry, takeBackEntry } from './entry-changes.ts'
import {
  type DerivedEntry,
  type EntryChanges,
  type KeptEntry,
  nextRound,
  noChanges,
  standingAmong,
} from './kept-entry.ts'
import type { SignupStanding } from './signup-commission.ts'

/** A partner who brought a contract, and how what was agreed for that stands. */
export interface Bringing extends SignupStanding {
  partner_id: number
  contract_id: number
  customer_id: number
  share_percent: string
  /** The whole commission, before the share. */
  agreed: string
  /** The invoice it is earned with; none where accepting the contract was enough. */
  invoice_id: number | null
}

/** What is to be written so that the entries for bringing a contract are what stands of it now. */
export function signupChanges(bringing: Bringing, contract: readonly KeptEntry[]): EntryChanges {
  const changes = noChanges()
  const entries = contract.filter(({ partner_id }) => partner_id === bringing.partner_id)
  const clawbacks = entries.filter(({ kind }) => kind === 'clawback')
  const signups = entries.filter(isFixedSignup)
  const standing = standingAmong(entries)
  const wanted = signupEntry(bringing)
  const isEarned = bringing.status === 'earned' && bringing.amount !== 0
  const earned = standing.filter(isFixedSignup)
  const kept = earned.find((one) => isEarned && isSameEntry(one, wanted))
  for (const entry of earned) if (entry !== kept) takeBackEntry(changes, entry, clawbacks)
  const expected = signups.filter((one) => one.commission_status === 'expected')
  const waiting = expected.find((one) => isSameEntry(one, wanted))
  const isWaited = bringing.status !== 'dropped' && bringing.amount !== 0 && !kept
  changes.dropped.push(...expected.filter((one) => !isWaited || one !== waiting))
  if (isWaited && waiting && isEarned)
    changes.earned.push({ entry: waiting, invoice_id: bringing.invoice_id })
  if (isWaited && !waiting)
    changes.added.push({
      ...wanted,
      invoice_id: isEarned ? wanted.invoice_id : null,
      commission_status: isEarned ? 'accrued' : 'expected',
      ...{ reverses_id: null, round: nextRound(signups) },
    })
  addClawback(changes, bringing, { standing, clawbacks, named: kept ?? waiting })
  return changes
}

interface Around {
  standing: readonly KeptEntry[]
  clawbacks: readonly KeptEntry[]
  named: KeptEntry | undefined
}

/** A contract that ended before its time takes a part back; one that returns gives it again. */
function addClawback(
  changes: EntryChanges,
  { amount, clawback, ...bringing }: Bringing,
  { standing, clawbacks, named }: Around,
): void {
  const wanted: DerivedEntry = {
    ...aboutOf(bringing),
    ...{ kind: 'clawback', invoice_id: null, base: null, share_percent: null },
    ...{ base_part: amount, rate: null, rate_unit: null, amount: clawback },
  }
  const parts = standing.filter((one) => one.kind === 'clawback')
  const kept = parts.find((one) => clawback !== 0 && isSameEntry(one, wanted))
  for (const entry of parts) if (entry !== kept) takeBackEntry(changes, entry, clawbacks)
  if (kept || clawback === 0) return
  const own = changes.added.filter(({ kind }) => kind === 'clawback')
  changes.added.push({
    ...wanted,
    ...{ commission_status: 'accrued', reverses_id: named?.id ?? null },
    round: nextRound(clawbacks, own),
  })
}

const isFixedSignup = ({ kind, rate_unit }: DerivedEntry) =>
  kind === 'signup' && rate_unit === 'fixed'

const aboutOf = (bringing: Pick<Bringing, 'partner_id' | 'contract_id' | 'customer_id'>) => ({
  partner_id: bringing.partner_id,
  contract_id: bringing.contract_id,
  customer_id: bringing.customer_id,
})

function signupEntry(bringing: Bringing): DerivedEntry & { amount: Cents } {
  return {
    ...aboutOf(bringing),
    ...{ kind: 'signup', invoice_id: bringing.invoice_id },
    ...{ base: null, share_percent: bringing.share_percent, base_part: null },
    ...{ rate: bringing.agreed, rate_unit: 'fixed', amount: bringing.amount },
  }
}
