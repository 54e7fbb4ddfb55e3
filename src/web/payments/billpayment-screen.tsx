import { useState } from 'react'
import { useNavigate } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { AvailableAction } from '#domain/kit/machine.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import { type BillPayment, billpayment } from '#domain/payments/payment.ts'
import { CreditUsed } from '#web/books/credit-used.tsx'
import { forgetMoney } from '#web/books/forget-money.ts'
import { type ReasonAction, ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { ActionButton, MoreActions } from '#web/kit/frame/action-buttons.tsx'
import { AddressTabs } from '#web/kit/frame/address-tabs.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Facts } from '#web/kit/frame/facts.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import layout from '#web/kit/frame/two-columns.module.css'
import { removeRows } from '#web/kit/list/remove-rows.ts'
import type { Answer } from '#web/kit/session/api.ts'
import { useSession } from '#web/kit/session/session.ts'
import { AboutTab, aboutParts, aboutTabs } from '#web/tasks/about-record.tsx'
import { billPaymentActions } from './billpayment-actions.ts'
import { PlanPayment } from './plan-payment.tsx'

/** One payment to a supplier; without an id in the address, the place to plan one. */
export function Screen() {
  return (
    <RecordScreen entity={billpayment} title="Payment" none={<PlanPayment />}>
      {(answer) => <Details answer={answer} />}
    </RecordScreen>
  )
}

const tabs = { facts: 'Payment', ...aboutTabs(billpayment) }

const facts = [
  'supplier_id',
  'bill_id',
  'adjustment_id',
  'payment_date',
  'payment_type',
  'reference',
  'amount_excl_gst',
  'gst_amount',
  'allocated_amount',
  'unallocated_amount',
  'refunded_amount',
  'clearsbill',
  'batch',
  'banktransaction_id',
  'notes',
]

function Details({ answer }: { answer: Answer<EditRow> }) {
  // The call answers a row of the entity it names.
  const row = answer.data as EditRow & BillPayment
  const titles = answer.info.titles ?? {}
  const supplier = titles.supplier?.[String(row.supplier_id)] ?? 'Supplier'
  const amount = `$${formatMoney(row.amount_incl_gst)}`
  const isOut = row.payment_status === 'paid' || row.payment_status === 'cleared'
  return (
    <Page
      title={`Payment of ${amount} to ${supplier}`}
      summary={[formatDayShort(row.payment_date), row.reference].filter(Boolean).join(' · ')}
      crumbs={
        <Crumbs
          path={[['Payments to Suppliers', '/app/invoicepayments?kind=suppliers']]}
          here={amount}
        />
      }
      chips={<StatusChip value={row.payment_status} label={humanise(row.payment_status)} />}
      actions={<Actions row={row} actions={answer.info.available_actions ?? []} />}
    >
      <div className={layout.main}>
        {isOut && (
          <CreditUsed
            of={{ billpayment_id: row.id }}
            title="Where the money went"
            nothing="Nothing of it lies on a bill: it is our credit with the supplier."
            left={row.unallocated_amount}
          />
        )}
        <AddressTabs labels={tabs} first="facts" parts={aboutParts}>
          {(tab) =>
            tab === 'facts' ? (
              <Facts entity={billpayment} row={row} titles={titles} names={facts} isBrief />
            ) : (
              <AboutTab tab={tab} entity={billpayment} row={row} />
            )
          }
        </AddressTabs>
      </div>
    </Page>
  )
}

const dangerous = new Set(['cancel', 'delete'])

function Actions({ row, actions }: { row: BillPayment; actions: readonly AvailableAction[] }) {
  const { role } = useSession()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<ReasonAction | null>(null)
  if (!atLeast(role, 'accounting')) return null
  const shown = actions.flatMap((one) => {
    if (one.action === 'payback' && !one.allowed) return []
    const label = one.action === 'delete' ? 'Delete' : billPaymentActions[one.action]?.button
    return label ? [{ ...one, label }] : []
  })
  async function start(action: string) {
    if (action !== 'delete') return setAsked(billPaymentActions[action] ?? null)
    const name = `Payment of $${formatMoney(row.amount_incl_gst)}`
    if (await removeRows(billpayment, [row.id], name))
      void navigate('/app/invoicepayments?kind=suppliers')
  }
  return (
    <>
      <ReasonDialog action={asked} row={row} onClose={() => setAsked(null)} refresh={forgetMoney} />
      <MoreActions
        actions={shown.filter((one) => dangerous.has(one.action))}
        dangerous={dangerous}
        onStart={start}
      />
      {shown
        .filter((one) => !dangerous.has(one.action))
        .map((one) => (
          <ActionButton
            key={one.action}
            action={one}
            label={one.label}
            isMain={one.action !== 'returned' && one.action !== 'payback'}
            onStart={start}
          />
        ))}
    </>
  )
}
