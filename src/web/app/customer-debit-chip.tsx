import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Customer } from '#domain/customers/customer.ts'
import { mandateStatusExplained } from '#domain/customers/mandate-status.ts'
import { humanise } from '#domain/kit/wording.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'

/** How it stands with collecting by direct debit, and the way there. */
export function CustomerDebitChip({ row }: { row: EditRow }) {
  // The call answers a row of the entity it names.
  const status = row.gocardless_mandate_status as Customer['gocardless_mandate_status']
  const to = `?id=${row.id}&tab=direct-debit`
  if (!status)
    return (
      <Anchor component={Link} to={to} size="sm">
        None
      </Anchor>
    )
  return (
    <Anchor component={Link} to={to} underline="never">
      <StatusChip
        value={status}
        label={humanise(status)}
        explanation={mandateStatusExplained[status]}
      />
    </Anchor>
  )
}
