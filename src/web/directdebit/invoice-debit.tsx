import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { collectingInWords } from '#domain/directdebit/debit-words.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { InvoicePayment } from '#domain/payments/payment.ts'
import { wordsOfDebit } from './debit-chip.tsx'
import { debitsQuery } from './debit-query.ts'

/** One line about the debit of an invoice: under way, or that the last one was not honoured. */
export function InvoiceDebit({ row }: { row: Invoice }) {
  const isOut = row.invoice_status === 'invoiced'
  const { data } = useQuery({ ...debitsQuery({ invoice_id: row.id }), enabled: isOut })
  const debits = data?.rows ?? []
  const debit = debits.find(({ payment_status }) => payment_status === 'pending') ?? debits[0]
  if (!isOut || !debit) return null
  const collecting = collectingOf(debit)
  const isFailed = debit.payment_status === 'failed'
  if (!collecting && !isFailed) return null
  return (
    <Alert color={isFailed ? 'red' : 'petrol'} role="status">
      <Anchor component={Link} to={`/app/invoicepayment?id=${debit.id}`} c="inherit" inherit>
        {collecting ?? wordsOfDebit(debit)}
      </Anchor>
    </Alert>
  )
}

/** The words of a debit that is under way; null for any other. */
export const collectingOf = (debit: InvoicePayment): string | null =>
  collectingInWords({
    debit_state: debit.debit_state ?? 'cancelled',
    charge_date: debit.charge_date ?? debit.payment_date,
    debit_cause: debit.debit_cause,
    cancel_asked_at: debit.cancel_asked_at,
    amount: debit.amount_incl_gst,
  })
