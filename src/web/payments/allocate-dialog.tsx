import { Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '#domain/kit/money.ts'
import { invoicepaymentCalls } from '#domain/payments/invoicepayment-calls.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { itemOf, owedQuery } from './owed-items.ts'

interface Props {
  row: InvoicePayment
  onClose: () => void
}

/** Puts some of a payment on an item of somebody's choosing; it stays there. */
export function AllocateDialog({ row, onClose }: Props) {
  const [item, setItem] = useState<string | null>(null)
  const [amount, setAmount] = useState<string | null>(null)
  const owed = useQuery(owedQuery(row.customer_id))
  const submit = useSubmit(
    async (key) => {
      const { id, version } = row
      const body = { id, version, ...(item ? itemOf(item) : {}), amount: amount ?? '' }
      try {
        toast((await send(invoicepaymentCalls.allocate, body, { key })).message)
        onClose()
      } finally {
        void forgetMoney()
      }
    },
    { isMoney: true },
  )
  function choose(next: string | null) {
    const found = owed.data?.find((one) => one.key === next)
    setItem(next)
    if (found && !amount) setAmount(found.balance)
  }
  return (
    <DialogForm isOpen title="Allocate by hand" button="Allocate" submit={submit} onClose={onClose}>
      <Text size="sm">Money put there by hand stays there until it is taken off.</Text>
      <Select
        label="Invoice or adjustment"
        withAsterisk
        data={(owed.data ?? []).map((one) => ({
          value: one.key,
          label: `${one.invoice_number} · ${formatMoney(one.balance)} owed`,
        }))}
        nothingFoundMessage="Nothing is owed."
        value={item}
        error={submit.errorOf('invoice_id') ?? submit.errorOf('adjustment_id')}
        onChange={choose}
      />
      <EntityInput
        entity={invoicepayment}
        name="amount_incl_gst"
        label="Amount"
        value={amount}
        error={submit.errorOf('amount')}
        onChange={(value) => setAmount(value ? String(value) : null)}
      />
    </DialogForm>
  )
}
