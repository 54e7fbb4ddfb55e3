import { modals } from '@mantine/modals'
import type { Entity } from '#domain/kit/entity.ts'
import { type BulkResult, BulkResults } from './bulk-results.tsx'

/** Tells what became of each of many rows where not all of it worked. */
export function showResults(
  verb: 'delete' | 'restore',
  entity: Entity,
  results: readonly BulkResult[],
): void {
  const id = crypto.randomUUID()
  modals.open({
    modalId: id,
    title: verb === 'delete' ? 'Not everything was deleted' : 'Not everything was restored',
    closeButtonProps: { 'aria-label': 'Close' },
    children: (
      <BulkResults verb={verb} entity={entity} results={results} onClose={() => modals.close(id)} />
    ),
  })
}
