import { Button, Skeleton } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { type InvoiceFacts, invoiceDocument } from '#domain/invoices/invoice-document.ts'
import { invoiceDocumentCalls } from '#domain/invoices/invoice-document-calls.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { PrintedPage } from '#web/kit/frame/printed-document.tsx'
import { send } from '#web/kit/session/send.ts'
import classes from './page-preview.module.css'
import type { ComputedDraft } from './use-computed.ts'

interface Props {
  row: Pick<Invoice, 'id' | 'version'>
  /** What the engine makes of what is being typed. */
  typed?: ComputedDraft | undefined
}

/** The page as the customer will get it, beside what it is written from; it follows the typing. */
export function PagePreview({ row, typed }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-label="As the customer gets it">
      <Button
        variant="default"
        fullWidth
        aria-expanded={isOpen}
        leftSection={
          isOpen ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />
        }
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? 'Hide the customer’s page' : 'Show the customer’s page'}
      </Button>
      {isOpen && <OpenPreview row={row} typed={typed} />}
    </section>
  )
}

function OpenPreview({ row, typed }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['invoice', 'page', row.id, row.version],
    queryFn: async () => (await send(invoiceDocumentCalls.page, { id: row.id })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={420} mt="xs" />
  const { facts, look } = data
  const document = typed && facts ? invoiceDocument(asTyped(facts, typed)) : data.document
  return (
    <div className={classes.sheet}>
      <PrintedPage document={document} logo={look.logo} />
    </div>
  )
}

/** The facts with what has been typed since they were stored. */
function asTyped(facts: InvoiceFacts, { fields, lines, gst }: ComputedDraft): InvoiceFacts {
  const { discounted: gst_if_discounted, undiscounted: gst_if_not } = gst
  const invoice = { ...facts.invoice, ...fields, lines, gst_if_discounted, gst_if_not }
  return { ...facts, invoice }
}
