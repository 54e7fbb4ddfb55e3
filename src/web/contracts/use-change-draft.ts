import type { Contract } from '#domain/contracts/contract.ts'
import { useDraft } from '#web/kit/form/use-draft.ts'
import { daysLater, today } from '#web/kit/frame/today.ts'
import type { ChangeLine } from './rate-change.ts'
import { type Side, sides } from './rate-side.ts'

/** What was entered for a change of rates so far. */
interface TypedChange {
  day: string | null
  reason: string
  /** The lines that something was typed into. */
  lines: ChangeLine[]
}

/** The first of the month after next gives customers a month's notice. */
export function firstDay(row: Contract): string {
  const soon = Temporal.PlainDate.from(today()).add({ months: 2 }).with({ day: 1 }).toString()
  const unbilled = row.billed_to_date ? daysLater(row.billed_to_date, 1) : soon
  return [soon, unbilled].sort()[1] ?? soon
}

/** Keeps what is typed for a change of rates, as forms do; the rates are read anew. */
export function useChangeDraft(
  {
    row,
    side,
    day,
    reason,
    lines,
    isKept,
  }: TypedChange & {
    row: Contract
    side: Side
    /** Until it is saved. */
    isKept: boolean
  },
  onRestore: (kept: TypedChange) => void,
) {
  const proposed = firstDay(row)
  const typed = lines.filter((line) => line.typed.trim() !== '' || line.current === null)
  return useDraft({
    entity: sides[side].update,
    isKept,
    // The contract and the side stand in the address.
    rowId: null,
    version: null,
    base: {},
    changes: {
      ...(day === proposed ? {} : { day }),
      ...(reason.trim() === '' ? {} : { reason }),
      ...(typed.length === 0 ? {} : { lines: typed }),
    },
    // Written above, by this very form.
    onRestore: ({ values }) =>
      onRestore({ day: proposed, reason: '', lines: [], ...(values as Partial<TypedChange>) }),
  })
}
