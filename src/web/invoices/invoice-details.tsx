import { Paper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { parseAsBoolean, parseAsString, useQueryState } from 'nuqs'
import { type ReactNode, useEffect } from 'react'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import { monthName } from '#domain/kit/words.ts'
import { troubleOf } from '#domain/messaging/message-trouble.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { rememberRecord } from '#web/kit/frame/recent-records.ts'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import classes from '#web/kit/frame/two-columns.module.css'
import type { Answer, Titles } from '#web/kit/session/api.ts'
import { TroubleChips } from '#web/messaging/trouble-chips.tsx'
import { LineTable } from '#web/pricing/line-table.tsx'
import { AmountsCard } from './amounts-card.tsx'
import { DraftEditor } from './draft-editor.tsx'
import { ExplainPanel } from './explain-panel.tsx'
import { InvoiceActions, nameOf } from './invoice-actions.tsx'
import { InvoiceChips } from './invoice-chips.tsx'
import { InvoiceWarnings } from './invoice-editor.tsx'
import { deliveriesQuery, linesOf, warningsOf } from './invoice-queries.ts'
import { InvoiceReplacement } from './invoice-replacement.tsx'
import { InvoiceSteps } from './invoice-steps.tsx'
import { InvoiceTabs } from './invoice-tabs.tsx'
import { MoneyState } from './money-state.tsx'
import { PagePreview } from './page-preview.tsx'

export interface InvoiceDetailsProps {
  answer: Answer<EditRow>
  /** What is collected for it, said by a module that comes after this one. */
  debitOf?: ((row: Invoice) => ReactNode) | undefined
  /** What its partners earn by it, for those who may see that. */
  commissionOf?: ((row: Invoice) => ReactNode) | undefined
}

/** One invoice: its lines and both amounts, where it stands and what can be done with it. */
export function InvoiceDetails({ answer, debitOf, commissionOf }: InvoiceDetailsProps) {
  // The call answers a row of the entity it names.
  const row = answer.data as EditRow & Invoice
  const titles = answer.info.titles ?? {}
  const [isEditing, setIsEditing] = useQueryState('edit', parseAsBoolean.withDefault(false))
  const customer = titles.customer?.[String(row.customer_id)] ?? `Customer ${row.customer_id}`
  const title = titleOf(row)
  useEffect(
    () =>
      rememberRecord({
        path: `/app/invoice/edit?id=${row.id}`,
        title: `${nameOf(row)} ${customer}`,
        kind: 'Invoice',
      }),
    [row, customer],
  )
  const actions = answer.info.available_actions ?? []
  const mayEdit = row.invoice_status === 'draft' && !row.deleted_at
  useSingleKeys({ e: () => void setIsEditing(mayEdit) })
  const head = {
    title,
    tabTitle: `${nameOf(row)} – ${customer}`,
    crumbs: (
      <Crumbs
        path={[
          ['Invoices', '/app/invoices'],
          [customer, `/app/customer/details?id=${row.customer_id}`],
        ]}
        here={nameOf(row)}
      />
    ),
    chips: (
      <>
        <InvoiceChips row={row} />
        {row.invoice_status !== 'draft' && <InvoiceTroubles id={row.id} />}
      </>
    ),
    summary: summaryOf(row, titles),
  }
  if (isEditing && mayEdit)
    return <DraftEditor row={row} head={head} onClose={() => void setIsEditing(null)} />
  return (
    <Page
      {...head}
      actions={
        <InvoiceActions row={row} actions={actions} onEdit={() => void setIsEditing(true)} />
      }
    >
      <InvoiceSteps row={row} />
      <InvoiceReplacement row={row} credited={titles.invoice?.[String(row.credits_id)]} />
      <ReadView row={row} debit={debitOf?.(row)}>
        <InvoiceTabs row={row} titles={titles} commission={commissionOf?.(row)} />
      </ReadView>
    </Page>
  )
}

function ReadView(props: { row: Invoice; debit: ReactNode; children: ReactNode }) {
  const { row, debit, children } = props
  const [field, setField] = useQueryState('explain', parseAsString)
  const explain = (next: string) => void setField(next)
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        {row.invoice_status === 'draft' && <InvoiceWarnings warnings={warningsOf(row)} />}
        <Paper p={0} className={classes.lines ?? ''}>
          <LineTable
            lines={linesOf(row)}
            onExplain={explain}
            marksHand={row.contract_id !== null}
          />
        </Paper>
        {children}
      </div>
      <aside className={classes.side} aria-label="Amounts">
        <AmountsCard
          amounts={{ ...row }}
          gst={{ discounted: row.gst_if_discounted, undiscounted: row.gst_if_not }}
          onExplain={explain}
        />
        {field && (
          <ExplainPanel
            id={row.id}
            field={field}
            lines={linesOf(row)}
            onClose={() => void setField(null)}
          />
        )}
        {debit}
        <MoneyState row={row} />
        <PagePreview row={row} />
      </aside>
    </div>
  )
}

/** Mails about it that came back or are late. */
function InvoiceTroubles({ id }: { id: number }) {
  const { data = [] } = useQuery(deliveriesQuery(id))
  return <TroubleChips troubles={data.flatMap((one) => troubleOf(one) ?? [])} />
}

/** The days that matter, and the contract it is for. */
function summaryOf(row: Invoice, titles: Titles): string {
  const contract = row.contract_id ? titles.contract?.[String(row.contract_id)] : null
  return [
    `Dated ${formatDayShort(row.invoice_date)}`,
    row.due_date ? `due ${formatDayShort(row.due_date)}` : '',
    row.period_days ? plural(row.period_days, 'day') : '',
    contract ?? '',
    row.billing === 'split' ? 'split billing' : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Invoice for April 2026 where the period is that month, else its days or its number. */
function titleOf(row: Invoice): string {
  const { period_start: from, period_end: to } = row
  if (row.credits_id) return `Credit note ${row.invoice_number ?? ''}`.trim()
  if (!from || !to) return `Invoice ${row.invoice_number ?? ''}`.trim()
  const last = Temporal.PlainDate.from(to)
  const isMonth =
    from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7) && last.day === last.daysInMonth
  if (isMonth) return `Invoice for ${monthName(last.month)} ${last.year}`
  return `Invoice ${formatDayShort(from)} – ${formatDayShort(to)}`
}
