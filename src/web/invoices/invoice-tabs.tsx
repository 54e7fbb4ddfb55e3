import type { ReactNode } from 'react'
import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import { LedgerPanel } from '#web/books/ledger-panel.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { AddressTabs } from '#web/kit/frame/address-tabs.tsx'
import { Facts } from '#web/kit/frame/facts.tsx'
import { HistoryPanel } from '#web/kit/frame/history-panel.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import { AboutRecord, aboutParts, aboutTabs } from '#web/tasks/about-record.tsx'
import { BillsPanel } from './bills-panel.tsx'
import { ChangePanel } from './change-panel.tsx'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { InvoiceNotes } from './invoice-notes.tsx'
import { InvoicePayments } from './invoice-payments.tsx'
import { linesOf } from './invoice-queries.ts'
import { InvoiceUse } from './invoice-use.tsx'
import { OpeningsPanel } from './openings-panel.tsx'
import { RemindersPanel } from './reminders-panel.tsx'

const tabs = {
  terms: 'Terms',
  payments: 'Payments and mail',
  bill: 'Bill and margin',
  use: 'Use',
  books: 'Books',
  ...aboutTabs(invoice),
}
type Tab = keyof typeof tabs

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
export function InvoiceTabs({ row, titles, commission }: Omit<PanelProps, 'tab'>) {
  return (
    <AddressTabs labels={tabs} first={firstTab(row)} parts={aboutParts}>
      {(tab) => <Panel {...{ tab, row, titles, commission }} />}
    </AddressTabs>
  )
}

interface PanelProps {
  tab: Tab
  row: EditRow & Invoice
  titles: Titles
  /** What its partners earn by it, said by a module that comes after this one. */
  commission?: ReactNode
}

function Panel({ tab, row, titles, commission }: PanelProps) {
  switch (tab) {
    case 'payments':
      return (
        <>
          <InvoicePayments row={row} />
          {row.invoiced_at && <DeliveriesPanel id={row.id} />}
          {row.invoiced_at && <OpeningsPanel id={row.id} />}
          {row.invoiced_at && <RemindersPanel id={row.id} />}
        </>
      )
    case 'bill':
      return (
        <>
          <BillsPanel row={row} />
          {commission}
        </>
      )
    case 'use':
      return (
        <>
          {row.contract_id && <ChangePanel id={row.id} />}
          <InvoiceUse row={row} />
        </>
      )
    case 'books':
      return <LedgerPanel invoice_id={row.id} />
    case 'about':
      return (
        <>
          <InvoiceNotes row={row} />
          <AboutRecord entity={invoice} row={row} />
        </>
      )
    case 'history':
      return <HistoryPanel entity={invoice} id={row.id} />
    default:
      return <Facts entity={invoice} row={row} titles={titles} names={facts} isBrief />
  }
}

/** Once it is out its money matters most; before that, whether the use looks right. */
function firstTab(row: Invoice): Tab {
  if (row.invoiced_at) return 'payments'
  return linesOf(row).some((line) => line.connection) ? 'use' : 'terms'
}
