import { pathOfRow } from '#domain/kit/entity-paths.ts'
import { documentOf, openitem } from '#domain/reports/figures/openitem.ts'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { viewOf } from '#web/kit/list/saved-views.ts'

const views = [
  viewOf('Invoices', [{ field: 'kind', operator: 'in', values: ['invoice'] }]),
  viewOf('Adjustments', [{ field: 'kind', operator: 'in', values: ['adjustment'] }]),
  viewOf('Held', [{ field: 'is_held', operator: 'eq', values: ['true'] }]),
]

function documentPath({ id }: DataRow): string {
  const { entity, id: of } = documentOf(id)
  return pathOfRow(entity, of) ?? '/app/openitems'
}

/** Everything customers owe, invoices and adjustments in one list. */
export function Screen() {
  return (
    <ListScreen
      entity={openitem}
      builtIn={views}
      openPath={documentPath}
      none="Nobody owes anything."
      isKept
      isReadOnly
    />
  )
}
