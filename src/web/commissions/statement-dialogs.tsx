import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  type CommissionStatement,
  commissionstatement,
} from '#domain/commissions/commissionstatement.ts'
import { commissionstatementCalls } from '#domain/commissions/commissionstatement-calls.ts'
import { transferOf } from '#domain/commissions/statement-sums.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import { send } from '#web/kit/session/send.ts'
import { LastLook } from '#web/messaging/departure/last-look.tsx'
import { SendOne } from '#web/messaging/departure/send-one.tsx'
import { forgetStatements } from './statement-query.ts'

interface Props {
  row: CommissionStatement & { version: number }
  onClose: () => void
}

/** Does it, says so and closes; whatever it may have changed is asked for again, done or not. */
function useDoing(work: (key: string) => Promise<{ message: string }>, onClose: () => void) {
  return useSubmit(async (key) => {
    try {
      toast((await work(key)).message)
      onClose()
    } finally {
      void forgetStatements()
    }
  })
}

/** The draft as the partner would read it, before it leaves. */
export function SendDialog({ row, onClose }: Props) {
  return (
    <LastLook action="statement" ids={[row.id]} title="Send the statement?" onClose={onClose}>
      <Text size="sm">
        It gets its number, its GST is booked and it goes to the partner. It never changes after
        that.
      </Text>
    </LastLook>
  )
}

/** The same mail once more, to the same address or to another. */
export function ResendDialog({ row, onClose }: Props) {
  return (
    <SendOne
      action="statement_resend"
      id={row.id}
      title="Send the statement again?"
      reader={{ label: 'Address', given: row.sent_to ?? '' }}
      intro={<Text size="sm">The same mail once more, with a link of its own.</Text>}
      onClose={onClose}
    />
  )
}

/** A payment that was made outside a bank file. */
export function PayDialog({ row, onClose }: Props) {
  const { id, version } = row
  const [payment_date, setDate] = useState<unknown>(today)
  const submit = useDoing((key) => {
    const body = { id, version, payment_date: String(payment_date ?? '') }
    return send(commissionstatementCalls.pay, body, { key })
  }, onClose)
  return (
    <DialogForm
      isOpen
      title="Record the payment?"
      button="Record payment"
      submit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        ${formatMoney(transferOf(row))} left for the partner, by hand and in no bank file.
      </Text>
      <EntityInput
        entity={commissionstatement}
        name="payment_date"
        value={payment_date}
        error={submit.errorOf('payment_date')}
        onChange={setDate}
      />
    </DialogForm>
  )
}

/** The tax invoice of a partner who writes their own: its GST is booked with its number and day. */
export function TaxInvoiceDialog({ row, onClose }: Props) {
  const { id, version } = row
  const [tax_invoice_number, setNumber] = useState('')
  const [tax_invoice_date, setDate] = useState<unknown>(today)
  const submit = useDoing((key) => {
    const body = { id, version, tax_invoice_number, tax_invoice_date: String(tax_invoice_date) }
    return send(commissionstatementCalls.taxinvoice, body, { key })
  }, onClose)
  return (
    <DialogForm
      isOpen
      title="Book their tax invoice?"
      button="Book tax invoice"
      submit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        The GST on ${formatMoney(row.sum)} is booked and paid with this statement, or with the next
        one where this one is paid already.
      </Text>
      <TextInput
        label="Their tax invoice"
        withAsterisk
        data-autofocus
        maxLength={60}
        value={tax_invoice_number}
        error={submit.errorOf('tax_invoice_number')}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <EntityInput
        entity={commissionstatement}
        name="tax_invoice_date"
        value={tax_invoice_date}
        error={submit.errorOf('tax_invoice_date')}
        onChange={setDate}
      />
    </DialogForm>
  )
}
