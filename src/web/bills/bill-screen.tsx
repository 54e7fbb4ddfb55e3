import { Anchor, Paper } from '@mantine/core'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { Link } from 'react-router'
import { type Bill, bill } from '#domain/bills/bill.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { humanise } from '#domain/kit/wording.ts'
import { MoneyOnItem } from '#web/books/money-on-item.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { AddressTabs } from '#web/kit/frame/address-tabs.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Facts } from '#web/kit/frame/facts.tsx'
import { NothingHere } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import classes from '#web/kit/frame/two-columns.module.css'
import type { Answer, Titles } from '#web/kit/session/api.ts'
import { AboutTab, aboutParts, aboutTabs } from '#web/tasks/about-record.tsx'
import { BillActions } from './bill-actions.tsx'
import { BillAmounts } from './bill-amounts.tsx'
import { billBadges } from './bill-badges.ts'
import { BillEditor } from './bill-editor.tsx'
import { BillLines } from './bill-lines.tsx'
import { BillRecalculationPanel } from './bill-recalculation.tsx'

const tabs = { bill: 'Bill', ...aboutTabs(bill) }

/** One supplier's bill. */
export function Screen() {
  return (
    <RecordScreen entity={bill} title="Bill" none={<NoBill />}>
      {(answer) => <OneBill answer={answer} />}
    </RecordScreen>
  )
}

function NoBill() {
  return (
    <Page title="Bill">
      <NothingHere
        title="Bills come with an invoice or by file."
        description="Capture one together with a new invoice, or import a supplier’s file."
      >
        <Anchor component={Link} to="/app/bills/import" size="sm">
          Import bills
        </Anchor>
        <Anchor component={Link} to="/app/invoice/new" size="sm">
          New Invoice
        </Anchor>
      </NothingHere>
    </Page>
  )
}

function OneBill({ answer }: { answer: Answer<EditRow> }) {
  // The call answers a row of the entity it names.
  const row = answer.data as EditRow & Bill
  const titles = answer.info.titles ?? {}
  const [mode, setMode] = useQueryState('mode', parseAsStringLiteral(['edit'] as const))
  const name = row.supplier_statement_number ?? `Bill ${row.id}`
  const supplier = titles.supplier?.[String(row.supplier_id)] ?? 'No supplier'
  const days = [row.period_start, row.period_end].map((day) => formatDayShort(day)).join(' – ')
  const head = {
    title: `Bill ${name}`,
    tabTitle: `${name} – ${supplier}`,
    summary: [supplier, row.period_start ? days : ''].filter(Boolean).join(' · '),
    crumbs: <BillCrumbs row={row} name={name} />,
    chips: (
      <>
        <StatusChip value={row.bill_status} label={humanise(row.bill_status)} />
        {billBadges(row).map((badge) => (
          <StatusChip key={badge.label} {...badge} />
        ))}
      </>
    ),
  }
  if (mode === 'edit' && row.bill_status === 'draft')
    return <BillEditor row={row} head={head} onClose={() => void setMode(null)} />
  return (
    <Page
      {...head}
      actions={
        <BillActions
          row={row}
          actions={answer.info.available_actions ?? []}
          onEdit={() => void setMode('edit')}
        />
      }
    >
      <div className={classes.columns}>
        <AddressTabs labels={tabs} first="bill" parts={aboutParts}>
          {(tab) =>
            tab === 'bill' ? (
              <BillParts row={row} titles={titles} />
            ) : (
              <AboutTab tab={tab} entity={bill} row={row} />
            )
          }
        </AddressTabs>
        <aside className={classes.side} aria-label="Amounts">
          <BillAmounts row={row} />
        </aside>
      </div>
    </Page>
  )
}

function BillParts({ row, titles }: { row: EditRow & Bill; titles: Titles }) {
  return (
    <>
      <Paper p={0} className={classes.lines ?? ''}>
        <BillLines lines={row.lines ?? []} />
      </Paper>
      <BillRecalculationPanel id={row.id} />
      {row.bill_status !== 'draft' && (
        <MoneyOnItem
          of={{ bill_id: row.id }}
          title="Money on this bill"
          nothing="Nothing has been paid on it yet."
        />
      )}
      <Facts entity={bill} row={row} titles={titles} names={facts} isBrief />
    </>
  )
}

const facts = [
  'supplier_id',
  'customer_id',
  'contract_id',
  'invoice_id',
  'account_number_with_supplier',
  'date_issued',
  'supplier_due_date',
  'period_start',
  'period_end',
  'period_days',
  'ppd_percent',
  'gst_percent',
  'last_for_contract',
  'booked_as',
  'replaces_id',
  'printed_total',
  'printed_gst',
  'dispute_reason',
  'cancelled_at',
  'notes',
]

function BillCrumbs({ row, name }: { row: Bill; name: string }) {
  const path: [string, string][] = [['Bills', '/app/bills']]
  if (row.invoice_id) path.push(['Its invoice', `/app/invoice/edit?id=${row.invoice_id}`])
  return <Crumbs path={path} here={name} />
}
