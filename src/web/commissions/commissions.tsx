import { commission } from '#domain/commissions/commission.ts'
import { pathOfRow } from '#domain/kit/entity-paths.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'

/** What partners earned or lost again, entry by entry; each leads to where it comes from. */
export function Screen() {
  return (
    <ListScreen
      entity={commission}
      openPath={({ invoice_id, partner_id }) =>
        (typeof invoice_id === 'number' && pathOfRow('invoice', invoice_id)) ||
        `/app/partner/details?id=${partner_id}&tab=earned`
      }
      none="Nothing was earned yet."
      isKept
      isReadOnly
    />
  )
}
