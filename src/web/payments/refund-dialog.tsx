import { Radio, Select, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '#domain/kit/money.ts'
import { invoicepaymentCalls } from '#domain/payments/invoicepayment-calls.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import { allocationsQuery } from '#web/books/allocations-query.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import { send } from '#web/kit/session/send.ts'
import { itemOf } from './owed-items.ts'

interface Props {
  row: InvoicePayment
  onClose: () => void
}

const outcomes = [
  { value: 'reversed', label: 'It was never owed: take the invoice back' },
  { value: 'written_off', label: 'Give it up' },
  { value: 'reopened', label: 'Ask for it again' },
] as const
type Outcome = (typeof outcomes)[number]['value']

function OutcomeInput(props: { value: Outcome; onChange: (value: Outcome) => void }) {
  return (
    <Select
      label="If all money of an invoice goes back"
      data={outcomes}
      value={props.value}
      onChange={(value) => props.onChange((value as Outcome | null) ?? 'reversed')}
    />
  )
}

interface WayProps {
  value: 'bank' | 'provider'
  onChange: (value: 'bank' | 'provider') => void
}

/** Collected money goes back as any other, or the way it came. */
function Way({ value, onChange }: WayProps) {
  return (
    <Radio.Group
      label="How it goes back"
      value={value}
      onChange={(next) => onChange(next === 'provider' ? 'provider' : 'bank')}
    >
      <Stack gap="xs" mt={4}>
        <Radio value="bank" label="By bank" description="You pay it from your own account." />
        <Radio
          value="provider"
          label="Through the provider"
          description="To the account it was collected from, seven days after that day at the earliest."
        />
      </Stack>
    </Radio.Group>
  )
}

/** Pays money back, in part or whole; credit goes first. */
export function RefundDialog({ row, onClose }: Props) {
  const [amount, setAmount] = useState<string | null>(null)
  const [day, setDay] = useState<string | null>(today())
  const [reason, setReason] = useState('')
  const [item, setItem] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Outcome>('reversed')
  const [via, setVia] = useState<'bank' | 'provider'>('bank')
  const { data: places = [] } = useQuery(allocationsQuery({ invoicepayment_id: row.id }))
  const suggested = Number(row.unallocated_amount ?? 0) > 0 ? row.unallocated_amount : null
  const submit = useSubmit(
    async (key) => {
      const body = {
        id: row.id,
        version: row.version,
        amount: amount ?? suggested ?? row.amount_incl_gst,
        ...(day ? { refund_date: day } : {}),
        ...(item ? itemOf(item) : {}),
        ...(via === 'provider' ? { via } : {}),
        ...(places.length > 0 ? { invoice_outcome: outcome } : {}),
        reason: reason.trim(),
      }
      try {
        toast((await send(invoicepaymentCalls.refund, body, { key })).message)
        onClose()
      } finally {
        void forgetMoney()
      }
    },
    { isMoney: true },
  )
  return (
    <DialogForm
      isOpen
      title="Refund the payment?"
      button="Refund"
      submit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        {formatMoney(row.unallocated_amount)} of it is credit. What lies somewhere makes that owed
        again.
      </Text>
      <EntityInput
        entity={invoicepayment}
        name="amount_incl_gst"
        label="Amount to pay back"
        value={amount ?? suggested ?? row.amount_incl_gst}
        error={submit.errorOf('amount')}
        onChange={(value) => setAmount(value ? String(value) : null)}
      />
      {row.debit_state === 'paid_out' && <Way value={via} onChange={setVia} />}
      {places.length > 1 && (
        <Select
          label="What is to be open again"
          description="Where credit alone does not do."
          data={places.map((one) => ({
            value: one.adjustment_id ? `a${one.adjustment_id}` : `i${one.invoice_id}`,
            label: `${one.adjustment_number ?? one.invoice_number}, $${formatMoney(one.amount)} on it`,
          }))}
          value={item}
          error={submit.errorOf('invoice_id')}
          onChange={setItem}
          clearable
        />
      )}
      {places.length > 0 && <OutcomeInput value={outcome} onChange={setOutcome} />}
      <DayInput
        label="Refund date"
        value={day ?? ''}
        error={submit.errorOf('refund_date')}
        onChange={setDay}
      />
      <Textarea
        label="Reason"
        withAsterisk
        autosize
        minRows={2}
        value={reason}
        error={submit.errorOf('reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
