import type { Entity } from '#domain/kit/entity.ts'
import { openDialog } from '#web/kit/dialogs/open-dialog.tsx'
import { type BulkResult, BulkResults } from './bulk-results.tsx'

/** Tells what became of each of many rows where not all of it worked. */
export function showResults(
  verb: 'delete' | 'restore',
  entity: Entity,
  results: readonly BulkResult[],
): void {
  const title = verb === 'delete' ? 'Not everything was deleted' : 'Not everything was restored'
  openDialog({ title }, (close) => (
    <BulkResults verb={verb} entity={entity} results={results} onClose={close} />
  ))
}
