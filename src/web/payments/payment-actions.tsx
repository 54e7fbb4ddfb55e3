import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import type { AvailableAction } from '#domain/kit/machine.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { invoicepaymentCalls } from '#domain/payments/invoicepayment-calls.ts'
import type { InvoicePayment } from '#domain/payments/payment.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { type ReasonAction, ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { ActionButton, MoreActions } from '#web/kit/frame/action-buttons.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { organisationConfigsQuery } from '#web/kit/session/start-up.ts'
import { SendOne } from '#web/messaging/departure/send-one.tsx'
import { AllocateDialog } from './allocate-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'

const cancel: ReasonAction = {
  title: 'Cancel the payment?',
  text: 'For money that was entered by mistake: the invoices it lay on are owed again.',
  button: 'Cancel payment',
  call: invoicepaymentCalls.cancel,
  reason: 'needed',
  isDanger: true,
}
const stop: ReasonAction = {
  title: 'Cancel the debit?',
  text: 'The provider is asked to leave it, and the customer is told. What it would have paid is still owed.',
  button: 'Cancel debit',
  call: invoicepaymentCalls.cancel,
  reason: 'needed',
  isDanger: true,
}
const grantppd: ReasonAction = {
  title: 'Grant the discount?',
  text: 'The invoice the payment names, else the newest it pays, keeps its discount although the money came late.',
  button: 'Grant discount',
  call: invoicepaymentCalls.grantppd,
  reason: 'needed',
}
const dishonour: ReasonAction = {
  title: 'Did the bank take the payment back?',
  text: 'What it paid is owed again, and so is what we had paid back of it.',
  button: 'Bank took it back',
  call: invoicepaymentCalls.dishonour,
  reason: 'needed',
  isDanger: true,
}
const byReason: Record<string, ReasonAction> = { cancel, grantppd, dishonour }
const labels: Record<string, string> = {
  receipt: 'Send receipt',
  allocate: 'Allocate by hand',
  refund: 'Refund',
  grantppd: 'Grant discount',
  dishonour: 'Bank took it back',
  cancel: 'Cancel payment',
}
const dangerous = new Set(['cancel', 'dishonour'])

const labelOf = (action: string, isPending: boolean) =>
  isPending && action === 'cancel' ? stop.button : (labels[action] ?? '')

interface Props {
  row: InvoicePayment
  actions: readonly AvailableAction[]
}

/** What can be done with a payment, drawn from what the server says is possible. */
export function PaymentActions({ row, actions }: Props) {
  const { role } = useSession()
  const [open, setOpen] = useState<string | null>(null)
  const close = () => setOpen(null)
  const waiver = useFeeWaiver()
  const isPending = row.payment_status === 'pending'
  const asked = isPending && open === 'cancel' ? stop : byReason[open ?? '']
  // Nothing lies anywhere of what was paid out or is still to come: it can only be cancelled.
  const isBare = isPending || row.amount_incl_gst.startsWith('-')
  // Whoever never moves money is not shown the buttons for it.
  const isTheirs = (action: string) => action === 'receipt' || atLeast(role, 'accounting')
  const shown = actions.filter(
    (one) => one.action in labels && isTheirs(one.action) && (one.allowed || !isBare),
  )
  return (
    <>
      <ReasonDialog
        action={asked === dishonour ? { ...dishonour, tick: waiver } : (asked ?? null)}
        row={row}
        onClose={close}
        refresh={forgetMoney}
      />
      {/* Each begins anew when it is opened: what was typed and given up is gone. */}
      {open === 'refund' && <RefundDialog row={row} onClose={close} />}
      {open === 'receipt' && (
        <SendOne
          action="payment_receipt"
          id={row.id}
          title="Send a receipt?"
          intro={
            <Text size="sm">
              It says what was paid and when, what it was used for and what is still to pay.
            </Text>
          }
          onClose={close}
        />
      )}
      {open === 'allocate' && <AllocateDialog row={row} onClose={close} />}
      <MoreActions
        actions={shown
          .filter((one) => dangerous.has(one.action))
          .map((one) => ({ ...one, label: labelOf(one.action, isPending) }))}
        dangerous={dangerous}
        onStart={setOpen}
      />
      {shown
        .filter((one) => !dangerous.has(one.action))
        .map((one) => (
          <ActionButton
            key={one.action}
            action={one}
            label={labels[one.action] ?? ''}
            isMain={false}
            onStart={setOpen}
          />
        ))}
    </>
  )
}

/** Where the bank's taking back costs the customer a fee, it can be waived. */
function useFeeWaiver(): ReasonAction['tick'] {
  const { data: settings } = useQuery(organisationConfigsQuery)
  const stored = settings?.find((one) => one.name === 'dishonour_fee_amount')?.value
  if (!(Number(stored ?? 0) > 0)) return undefined
  return {
    name: 'waive_fee',
    label: `Waive the dishonour fee of $${formatMoney(String(stored))} and GST`,
    description: 'Otherwise the next invoice bills it.',
  }
}
