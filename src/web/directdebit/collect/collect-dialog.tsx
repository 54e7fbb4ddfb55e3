import { Checkbox, Select, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { collectCalls } from '#domain/directdebit/directdebit-calls.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { money } from '#domain/kit/field.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { forgetDebitsSoon } from '#web/directdebit/debit-query.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { inputs } from '#web/kit/form/inputs.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { listCall, listInput } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'

interface Props {
  customer_id: number
  onClose: () => void
}

const ACCOUNT = 'account'
const AmountInput = inputs.money
const anyAmount = money().hint('Left empty: all that is open.')

/** Collects for an invoice, or what is open on the account. */
export function CollectDialog({ customer_id, onClose }: Props) {
  const open = useOpenInvoices(customer_id)
  const [what, setWhat] = useState(ACCOUNT)
  const [amount, setAmount] = useState<unknown>(null)
  const [day, setDay] = useState<string | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const [note, setNote] = useState('')
  const submit = useSubmit(
    async (key) => {
      const asked = {
        customer_id,
        ...(what === ACCOUNT ? {} : { invoice_id: Number(what) }),
        ...(amount ? { amount: String(amount) } : {}),
        ...(day ? { charge_date: day } : {}),
        ...(isAsked ? { requested_by_customer: true } : {}),
        ...(note.trim() ? { note: note.trim() } : {}),
      }
      toast((await send(collectCalls.collect, asked, { key })).message)
      onClose()
      await forgetDebitsSoon()
    },
    { isMoney: true },
  )
  return (
    <DialogForm
      isOpen
      title="Collect by direct debit"
      button="Collect"
      submit={submit}
      onClose={onClose}
    >
      <Select
        label="What for"
        data={[
          { value: ACCOUNT, label: 'What is open on the account' },
          ...open.map((one) => ({
            value: String(one.id),
            label: `${one.invoice_number}, $${formatMoney(one.balance)} owed, due ${formatDayShort(one.due_date)}`,
          })),
        ]}
        value={what}
        error={submit.errorOf('invoice_id')}
        onChange={(next) => setWhat(next ?? ACCOUNT)}
      />
      {what !== ACCOUNT && <Proposal invoice_id={Number(what)} />}
      <AmountInput
        entity={invoicepayment}
        name="amount"
        field={anyAmount}
        id="collect-amount"
        label="Amount"
        value={amount}
        error={submit.errorOf('amount')}
        isDisabled={false}
        onChange={setAmount}
        onBlur={() => {}}
      />
      <DayInput
        label="Day of the debit"
        description="Left empty: the last working day that is in time. At most 60 days ahead."
        value={day ?? ''}
        error={submit.errorOf('charge_date')}
        onChange={setDay}
      />
      <Checkbox
        label="The customer asked for it"
        description="Then no notice is needed, and it can be as soon as the bank takes it."
        checked={isAsked}
        onChange={(event) => setIsAsked(event.currentTarget.checked)}
      />
      <Textarea
        label={isAsked ? 'When and how they asked' : 'Note'}
        withAsterisk={isAsked}
        autosize
        minRows={2}
        maxLength={1000}
        value={note}
        error={submit.errorOf('note')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

function useOpenInvoices(customer_id: number) {
  const { data } = useQuery({
    queryKey: ['invoices', 'to collect', customer_id],
    queryFn: async ({ signal }) => {
      const which = { customer_id, invoice_status: 'invoiced', 'balance.gt': '0' }
      const asked = listInput({ ...which, order: 'due_date', limit: 50 })
      return (await send(listCall<typeof invoice>(invoice), asked, { signal })).data ?? []
    },
    staleTime: 0,
  })
  return data ?? []
}

/** What would be collected and when, if nothing else is said; or why it cannot be. */
function Proposal({ invoice_id }: { invoice_id: number }) {
  const { data } = useQuery({
    queryKey: ['directdebit', 'proposal', invoice_id],
    queryFn: async ({ signal }) => {
      const asked = { ids: [invoice_id], dry_run: true }
      return (await send(collectCalls.collectMany, asked, { signal })).data[0] ?? null
    },
    staleTime: 0,
  })
  if (!data) return null
  const words = data.reason
    ? `It can’t be collected as it stands: ${data.reason} (${data.code}).`
    : `$${formatMoney(data.amount)} on ${formatDayShort(data.charge_date)}, if you change nothing.`
  return (
    <Text size="sm" role="status">
      {words}
    </Text>
  )
}
