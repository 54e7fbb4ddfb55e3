import type { FieldChange } from '#domain/kit/fieldchange-calls.ts'
import { inThousands, plural } from '#domain/kit/wording.ts'

/** Some of it was put back, or was to be. */
export const wasUndone = ({ counts }: Pick<FieldChange, 'counts'>): boolean =>
  counts.undone + counts.kept > 0

/** "Due of 3 tasks changed, 1 not." */
export function outcomeWords({ counts, words }: Pick<FieldChange, 'counts' | 'words'>): string {
  const of = (count: number) => `${words.field} of ${plural(count, words.one, words.many)}`
  const outcomes = wasUndone({ counts })
    ? [
        `${of(counts.undone)} put back`,
        counts.kept > 0 && `${inThousands(String(counts.kept))} kept as changed since`,
        counts.changed > 0 && `${inThousands(String(counts.changed))} still changed`,
      ]
    : [
        `${of(counts.changed)} changed`,
        counts.same > 0 && `${inThousands(String(counts.same))} had it already`,
        counts.refused > 0 && `${inThousands(String(counts.refused))} not`,
        counts.waiting > 0 && `${inThousands(String(counts.waiting))} not begun`,
      ]
  return `${outcomes.filter(Boolean).join(', ')}.`
}
