import { pathOfRow } from '#domain/kit/entity-paths.ts'
import { connectionmove } from '#domain/reports/figures/connectionmove.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'

/** Connections whose first contract began, and whose last ended without another. */
export function Screen() {
  return (
    <ListScreen
      entity={connectionmove}
      openPath={({ contract_id }) =>
        pathOfRow('contract', Number(contract_id)) ?? '/app/connectionmoves'
      }
      none="No connection was won or lost yet."
      isKept
      isReadOnly
    />
  )
}
