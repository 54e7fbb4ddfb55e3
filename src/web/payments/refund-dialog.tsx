import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatMoney } from '#domain/kit/money.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import { EntityInput } from '#web/billing/entity-input.tsx'
import { forgetMoney } from '#web/billing/forget-money.ts'
import { today } from '#web/contracts/today.ts'
import { api } from '#web/kit/api.ts'
import { DayInput } from '#web/kit/day-input.tsx'
import { toast } from '#web/kit/toast.tsx'
import { useSubmit } from '#web/kit/use-submit.ts'
import { DialogForm } from './dialog-form.tsx'

interface Props {
  isOpen: boolean
  row: InvoicePayment
  onClose: () => void
}

/** Pays money back, in part or whole; credit goes first. */
export function RefundDialog({ isOpen, row, onClose }: Props) {
  const [amount, setAmount] = useState<string | null>(null)
  const [day, setDay] = useState<string | null>(today())
  const [reason, setReason] = useState('')
  const suggested = Number(row.unallocated_amount ?? 0) > 0 ? row.unallocated_amount : null
  const submit = useSubmit(async (key) => {
    const body = {
      id: row.id,
      version: row.version,
      amount: amount ?? suggested ?? row.amount_incl_gst,
      ...(day ? { refund_date: day } : {}),
      reason: reason.trim(),
    }
    try {
      toast((await api.post('/invoicepayment/refund', body, { key })).message)
      onClose()
    } finally {
      void forgetMoney()
    }
  })
  return (
    <DialogForm
      isOpen={isOpen}
      title="Refund the payment?"
      button="Refund"
      submit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        {formatMoney(row.unallocated_amount)} of it is credit. What lies on invoices makes them owed
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
