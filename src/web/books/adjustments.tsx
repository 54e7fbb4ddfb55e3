import { type Adjustment, adjustment } from '#domain/books/adjustment.ts'
import { AdjustmentChips } from '#web/books/adjustment-chips.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import { writeFilters } from '#web/kit/list/filters.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import type { SavedView } from '#web/kit/list/saved-views.ts'

function view(
  name: string,
  field: string,
  operator: 'in' | 'gt' | 'null',
  value: string,
): SavedView {
  const where = writeFilters([{ field, operator, values: [value] }])
  return { name, search: `?${new URLSearchParams({ where })}` }
}

const views = [
  view('Of customers', 'supplier_id', 'null', 'true'),
  view('With suppliers', 'customer_id', 'null', 'true'),
  view('Open', 'adjustment_status', 'in', 'invoiced'),
  view('With credit left', 'credit_left', 'gt', '0'),
  view('Cancelled', 'adjustment_status', 'in', 'cancelled'),
]
const cells = {
  // The list asks for whole rows, so the row is an adjustment.
  amount: ({ side, amount }: DataRow) => (
    <Money value={side === 'credit' ? `-${amount}` : String(amount)} />
  ),
  adjustment_status: (row: DataRow) => <AdjustmentChips row={row as unknown as Adjustment} />,
}

/** What is owed, or given, without an invoice or a bill. */
export function Screen() {
  return <ListScreen entity={adjustment} builtIn={views} cells={cells} isKept />
}
