import { pathOfRow } from '#domain/kit/entity-paths.ts'
import { invoicemargin } from '#domain/reports/figures/invoicemargin.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'

/** What is left of each sent invoice, without GST and late fees. */
export function Screen() {
  return (
    <ListScreen
      entity={invoicemargin}
      openPath={({ id }) => pathOfRow('invoice', id) ?? '/app/invoicemargins'}
      none="No invoice was sent yet."
      isKept
      isReadOnly
    />
  )
}
