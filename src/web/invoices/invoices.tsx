import { Button } from '@mantine/core'
import { IconFileImport, IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import { formatMoney } from '#domain/kit/money.ts'
import type { BulkOffers } from '#web/kit/list/bulk-bar.tsx'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { sumQuery } from '#web/kit/list/use-list.ts'
import type { Params } from '#web/kit/session/api.ts'
import { useSession } from '#web/kit/session/session.ts'
import { InvoiceStep } from './invoice-bulk.tsx'
import { invoiceViews, questions } from './invoice-views.ts'
import { ListedChips } from './listed-chips.tsx'
import { PostRun } from './post-run.tsx'

const cells = {
  // The list asks for whole rows, so the row is an invoice.
  invoice_status: (row: DataRow) => <ListedChips row={row as unknown as Invoice} />,
}
const names = ['due', 'undelivered', 'latest'] as const

interface Props {
  /** What else can be done to those that are chosen, by modules that come after this one. */
  bulkBeside?: BulkOffers
}

/** Every invoice, with the questions the office asks about them every day. */
export function InvoicesScreen({ bulkBeside }: Props) {
  const { role } = useSession()
  const [list] = useQueryState('list', parseAsStringLiteral(names))
  const source = list ? questions[list] : undefined
  return (
    <ListScreen
      entity={invoice}
      builtIn={invoiceViews}
      cells={cells}
      {...(source ? { source } : {})}
      summary={(params) => <Totals path={source?.path ?? invoiceCalls.list.path} params={params} />}
      actions={
        <>
          {atLeast(role, 'accounting') && (
            <Button
              component={Link}
              to="/app/invoices/run"
              variant="default"
              leftSection={<IconStack2 size={15} aria-hidden />}
            >
              Billing run
            </Button>
          )}
          <Button
            component={Link}
            to="/app/bills/import"
            variant="default"
            leftSection={<IconFileImport size={15} aria-hidden />}
          >
            Import bills
          </Button>
        </>
      }
      bulk={{
        approve_invoices: (ids, onDone) => <InvoiceStep step="approve" {...{ ids, onDone }} />,
        send_invoices: (ids, onDone) => <InvoiceStep step="send" {...{ ids, onDone }} />,
        remind_customers: (ids, onDone) => <InvoiceStep step="remind" {...{ ids, onDone }} />,
        print_invoices: (ids) => <PostRun ids={ids} />,
        ...bulkBeside,
      }}
    />
  )
}

function Totals({ path, params }: { path: string; params: Params }) {
  const owed = useQuery(sumQuery(path.slice(1), 'balance', params))
  const asked = useQuery(sumQuery(path.slice(1), 'discounted_total', params))
  if (!owed.data || !asked.data) return null
  return ` · $${formatMoney(asked.data)} to pay in time · $${formatMoney(owed.data)} still owed`
}
