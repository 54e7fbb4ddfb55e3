import { Stack, Tabs } from '@mantine/core'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { type Invoice, invoice } from '#domain/billing/invoice.ts'
import type { Titles } from '#web/kit/api.ts'
import { Facts } from '#web/kit/facts.tsx'
import { HistoryPanel } from '#web/kit/history-panel.tsx'
import type { EditRow } from '#web/kit/use-edit.ts'
import { BillsPanel } from './bills-panel.tsx'
import { ChangePanel } from './change-panel.tsx'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { InvoiceNotes } from './invoice-notes.tsx'
import { InvoicePayments } from './invoice-payments.tsx'
import { linesOf } from './invoice-queries.ts'
import { InvoiceUse } from './invoice-use.tsx'
import { LedgerPanel } from './ledger-panel.tsx'

const tabs = ['terms', 'payments', 'bill', 'use', 'books', 'notes', 'history'] as const
type Tab = (typeof tabs)[number]

const labels: Record<Tab, string> = {
  terms: 'Terms',
  payments: 'Payments and mail',
  bill: 'Bill and margin',
  use: 'Use',
  books: 'Books',
  notes: 'Notes',
  history: 'History',
}

const facts = [
  'customer_id',
  'contract_id',
  'supplier_id',
  'invoice_date',
  'period_start',
  'period_end',
  'period_days',
  'due_date',
  'discounted_date',
  'discount_percent',
  'service_fee_percent',
  'gst_percent',
  'billing',
  'last_for_contract',
  'approved_by',
]

/** Everything around the lines: the terms, the money, the bill behind it, its notes and history. */
export function InvoiceTabs({ row, titles }: { row: EditRow & Invoice; titles: Titles }) {
  const first = firstTab(row)
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault(first))
  return (
    <Tabs
      value={tab}
      // The value is always one of the tabs below.
      onChange={(next) => void setTab(next as Tab)}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {tabs.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {labels[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>
        <Stack gap="md">
          {tab === 'terms' && (
            <Facts entity={invoice} row={row} titles={titles} names={facts} isBrief />
          )}
          {tab === 'payments' && (
            <>
              <InvoicePayments row={row} />
              {row.invoiced_at && <DeliveriesPanel id={row.id} />}
            </>
          )}
          {tab === 'bill' && <BillsPanel row={row} />}
          {tab === 'use' && (
            <>
              {row.contract_id && <ChangePanel id={row.id} />}
              <InvoiceUse row={row} />
            </>
          )}
          {tab === 'books' && <LedgerPanel invoice_id={row.id} />}
          {tab === 'notes' && <InvoiceNotes key={row.version} row={row} />}
          {tab === 'history' && <HistoryPanel entity={invoice} id={row.id} />}
        </Stack>
      </Tabs.Panel>
    </Tabs>
  )
}

/** Once it is out its money matters most; before that, whether the use looks right. */
function firstTab(row: Invoice): Tab {
  if (row.invoiced_at) return 'payments'
  return linesOf(row).some((line) => line.connection) ? 'use' : 'terms'
}
