import { Checkbox, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '#domain/kit/money.ts'
import { invoicepaymentCalls } from '#domain/payments/invoicepayment-calls.ts'
import type { InvoicePayment } from '#domain/payments/payment.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { organisationConfigsQuery } from '#web/kit/session/start-up.ts'

interface Props {
  isOpen: boolean
  row: InvoicePayment
  onClose: () => void
}

/** The bank took the money back; where that costs a fee, it can be waived. */
export function DishonourDialog({ isOpen, row, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [isWaived, setIsWaived] = useState(false)
  const { data: settings } = useQuery(organisationConfigsQuery)
  const stored = settings?.find((one) => one.name === 'dishonour_fee_amount')?.value
  const fee = Number(stored ?? 0) > 0 ? formatMoney(String(stored)) : null
  const submit = useSubmit(async (key) => {
    const { id, version } = row
    const body = { id, version, reason: reason.trim(), waive_fee: isWaived }
    try {
      toast((await send(invoicepaymentCalls.dishonour, body, { key })).message)
      onClose()
    } finally {
      void forgetMoney()
    }
  })
  return (
    <DialogForm
      isOpen={isOpen}
      title="Did the bank take the payment back?"
      button="Bank took it back"
      submit={submit}
      onClose={onClose}
      isDanger
    >
      <Text size="sm">What it paid is owed again, and so is what we had paid back of it.</Text>
      {fee && (
        <Checkbox
          label={`Waive the dishonour fee of $${fee} and GST`}
          description="Otherwise the next invoice bills it."
          checked={isWaived}
          onChange={(event) => setIsWaived(event.currentTarget.checked)}
        />
      )}
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
