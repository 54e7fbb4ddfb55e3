import { Alert, Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Invoice } from '#domain/invoices/invoice.ts'

/** Says which invoice stands in this one's place, or whose place it takes; and what holds it up. */
export function InvoiceReplacement({ row }: { row: Invoice }) {
  return (
    <>
      {row.superseded_by_id && (
        <Alert color="gray">
          Cancelled and made anew:{' '}
          <Anchor component={Link} to={`/app/invoice/edit?id=${row.superseded_by_id}`} size="sm">
            open the invoice in its place
          </Anchor>
        </Alert>
      )}
      {row.redo_of_id && (
        <Alert color="gray">
          Made in place of{' '}
          <Anchor component={Link} to={`/app/invoice/edit?id=${row.redo_of_id}`} size="sm">
            a cancelled invoice
          </Anchor>
          , whose money carries over.
        </Alert>
      )}
      {row.delivery_problem && (
        <Alert color="red" title="Not delivered" role="status">
          {row.delivery_problem}
        </Alert>
      )}
      {row.is_held && (
        <Alert color="amber" title="Held" role="status">
          {(row.hold_reason ?? 'On request').replace(/\.$/, '')}. No reminders, no fees, and time
          takes no discount.
        </Alert>
      )}
    </>
  )
}
