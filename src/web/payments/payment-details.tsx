import type { ReactNode } from 'react'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Warnings } from '#web/kit/form/warnings.tsx'
import { AddressTabs } from '#web/kit/frame/address-tabs.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Facts } from '#web/kit/frame/facts.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import layout from '#web/kit/frame/two-columns.module.css'
import type { Answer, Titles } from '#web/kit/session/api.ts'
import { AboutTab, aboutParts, aboutTabs } from '#web/tasks/about-record.tsx'
import { PaymentActions } from './payment-actions.tsx'
import { WhereItWent } from './where-it-went.tsx'

const tabs = { facts: 'Payment', ...aboutTabs(invoicepayment) }

const facts = [
  'customer_id',
  'payment_date',
  'payment_type',
  'reference',
  'invoice_id',
  'adjustment_id',
  'amount_excl_gst',
  'gst_amount',
  'refunded_amount',
  'refund_date',
  'clearsinvoice',
  'grant_ppd',
  'receipt_sent_at',
  'banktransaction_id',
  'notes',
]

/** What stands above the rest where the payment is a direct debit. */
export type DebitOf = (row: InvoicePayment, titles: Titles) => ReactNode

/** What was paid out is not received, though its states are the same. */
const statusOf = ({ payment_status: status, amount_incl_gst: amount }: InvoicePayment) =>
  status === 'received' && amount.startsWith('-') ? 'Paid out' : humanise(status)

/** Money that is still to come, or was paid out, lies nowhere. */
const hasPlaces = ({ amount_incl_gst, payment_status }: InvoicePayment) =>
  !amount_incl_gst.startsWith('-') && payment_status !== 'pending'

/** One payment from a customer: where the money went, and what can be done about it. */
export function PaymentDetails(props: { answer: Answer<EditRow>; debitOf: DebitOf }) {
  const { answer, debitOf } = props
  // The call answers a row of the entity it names.
  const row = answer.data as EditRow & InvoicePayment
  const titles = answer.info.titles ?? {}
  const customer = titles.customer?.[String(row.customer_id)] ?? `Customer ${row.customer_id}`
  const isPayout = row.amount_incl_gst.startsWith('-')
  const noun = isPayout ? 'Payout' : row.debit_state ? 'Direct debit' : 'Payment'
  const amount = `$${formatMoney(row.amount_incl_gst.replace('-', ''))}`
  return (
    <Page
      title={`${noun} of ${amount}`}
      tabTitle={`${amount} ${isPayout ? 'to' : 'from'} ${customer}`}
      summary={[customer, formatDayShort(row.payment_date), row.reference]
        .filter(Boolean)
        .join(' · ')}
      crumbs={
        <Crumbs
          path={[
            ['Invoice Payments', '/app/invoicepayments'],
            [customer, `/app/customer/details?id=${row.customer_id}&tab=billing`],
          ]}
          here={amount}
        />
      }
      chips={<StatusChip value={row.payment_status} label={statusOf(row)} />}
      actions={<PaymentActions row={row} actions={answer.info.available_actions ?? []} />}
    >
      <Warnings entity={invoicepayment} given={answer.info.warnings} />
      <div className={layout.main}>
        {row.debit_state && debitOf(row, titles)}
        {hasPlaces(row) && <WhereItWent row={row} actions={answer.info.available_actions ?? []} />}
        <AddressTabs labels={tabs} first="facts" parts={aboutParts}>
          {(tab) =>
            tab === 'facts' ? (
              <Facts entity={invoicepayment} row={row} titles={titles} names={facts} isBrief />
            ) : (
              <AboutTab tab={tab} entity={invoicepayment} row={row} />
            )
          }
        </AddressTabs>
      </div>
    </Page>
  )
}
