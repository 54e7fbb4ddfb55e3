import { useDraft } from '#web/kit/form/use-draft.ts'
import type { ChangeLine } from './rate-change.ts'
import { type Side, sides } from './rate-side.ts'

/** What was entered for a change of rates so far. */
interface TypedChange {
  day: string | null
  reason: string
  /** The lines that something was typed into. */
  lines: ChangeLine[]
}

/** Keeps what is typed for a change of rates, as forms do; the rates are read anew. */
export function useChangeDraft(
  {
    side,
    day,
    reason,
    lines,
    isKept,
    proposed,
  }: TypedChange & {
    side: Side
    /** The day that stands there before anybody types one. */
    proposed: string
    /** Until it is saved. */
    isKept: boolean
  },
  onRestore: (kept: TypedChange) => void,
) {
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
