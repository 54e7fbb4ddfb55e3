import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { send } from '#web/kit/session/send.ts'

interface Props {
  row: Invoice
  /** The number of the invoice it credits. */
  credited: string | undefined
}

/** Says which other invoices belong to it: in its place, replaced or credited; what holds it up. */
export function InvoiceReplacement({ row, credited }: Props) {
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
      {row.credits_id && (
        <Alert color="gray">
          Credit note for{' '}
          <Anchor component={Link} to={`/app/invoice/edit?id=${row.credits_id}`} size="sm">
            {credited ?? 'an invoice'}
          </Anchor>
          .
        </Alert>
      )}
      {row.invoiced_at && <CreditNotes id={row.id} />}
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

/** The credit notes for it. */
function CreditNotes({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ['invoices', 'crediting', id],
    queryFn: async ({ signal }) =>
      (await send(invoiceCalls.list, { credits_id: id, limit: 50 }, { signal })).data ?? [],
  })
  const live = (data ?? []).filter((one) => one.invoice_status !== 'cancelled')
  if (live.length === 0) return null
  return (
    <Alert color="gray">
      Credited by{' '}
      {live.map((one, place) => (
        <Fragment key={one.id}>
          {place > 0 && ', '}
          <Anchor component={Link} to={`/app/invoice/edit?id=${one.id}`} size="sm">
            {one.invoice_number ?? 'a draft'}
          </Anchor>{' '}
          ({formatMoney(one.discounted_total_this_period)})
        </Fragment>
      ))}
      .
    </Alert>
  )
}
