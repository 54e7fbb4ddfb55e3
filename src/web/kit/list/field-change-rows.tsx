import type { FieldChange, FieldChangeRowState } from '#domain/kit/fieldchange-calls.ts'
import { humanise } from '#domain/kit/wording.ts'
import { openDialog } from '#web/kit/dialogs/open-dialog.tsx'
import { type BulkResult, BulkResults } from './bulk-results.tsx'
import { fieldChangeRows } from './field-change-query.ts'
import { wasUndone } from './field-change-words.ts'

/** Tells of each row what became of it, those first that somebody has to look after. */
export async function showFieldChangeRows(change: FieldChange, onClose: () => void): Promise<void> {
  const { id, object_class, plural, words } = change
  const rows = await fieldChangeRows(id)
  const isUndone = wasUndone(change)
  const said = isUndone ? undoWords : changeWords
  const results: BulkResult[] = []
  for (const row of rows) {
    const problem = said[row.state]
    if (problem === undefined) continue
    const name = row.name ?? `${humanise(words.one)} ${row.id}`
    results.push({ id: row.id, name, problem: row.problem ?? problem })
  }
  openDialog({ title: `${words.field} of ${words.many}`, onClose }, (close) => (
    <BulkResults
      verb={isUndone ? 'undo' : 'change'}
      entity={{ name: object_class, label: words.one, plural }}
      results={results}
      onClose={close}
    />
  ))
}

// Nothing where there is nothing more to be said than that it worked.
const changeWords: Record<FieldChangeRowState, string | null> = {
  changed: null,
  same: 'It had that already.',
  refused: 'It was not possible.',
  waiting: 'Not begun: it was stopped.',
  undone: null,
  kept: null,
}
const undoWords: Partial<Record<FieldChangeRowState, string | null>> = {
  undone: null,
  kept: 'Somebody has changed it since.',
  changed: 'Not put back: it was stopped.',
}
