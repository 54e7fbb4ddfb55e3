import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { plural } from '#domain/kit/wording.ts'
import { invoicepaymentCalls, type RecordedPayment } from '#domain/payments/invoicepayment-calls.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { SubmitButton } from '#web/kit/form/submit-button.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { ChosenRows, sumOf } from './chosen-rows.tsx'
import { type OpenInvoice, openInvoices, type PaymentRow, paymentRow } from './open-invoices.ts'
import { RecordedList } from './recorded-list.tsx'

/** Records what came in for the invoices that were chosen in a list. */
export function RecordChosen({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const { role } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  if (!atLeast(role, invoicepayment.access.write)) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCash size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Record payments
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Record payments"
        size={860}
        isKept
      >
        {isOpen && (
          <Chosen
            ids={ids}
            onClose={(isDone) => {
              setIsOpen(false)
              if (isDone) onDone()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

interface Props {
  ids: number[]
  onClose: (isDone: boolean) => void
}

function Chosen({ ids, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['invoices', 'open', ids],
    queryFn: ({ signal }) => openInvoices(ids, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const [recorded, setRecorded] = useState<RecordedPayment[] | null>(null)
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={200} />
  if (recorded) {
    const done = { recorded, invoices: data.open }
    return <RecordedList {...done} onClose={() => onClose(true)} />
  }
  return <PaymentsForm {...data} onDone={setRecorded} onClose={() => onClose(false)} />
}

interface FormProps {
  open: OpenInvoice[]
  /** Nothing is owed on these. */
  settled: OpenInvoice[]
  onDone: (recorded: RecordedPayment[]) => void
  onClose: () => void
}

function PaymentsForm({ open, settled, onDone, onClose }: FormProps) {
  const [rows, setRows] = useState<PaymentRow[]>(() => open.map(paymentRow))
  const [payment_type, setType] = useState<unknown>('bank_transfer')
  const set = (id: number, next: Partial<PaymentRow>) =>
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...next } : row)))
  const chosen = rows.filter(({ isChosen }) => isChosen)
  const submit = useSubmit(
    async (key) => {
      const payments = chosen.map(({ id, customer_id, amount, date }) => ({
        ...{ customer_id, invoice_id: id, amount_incl_gst: amount, payment_date: date },
        // The choices are those of the entity.
        payment_type: payment_type as 'bank_transfer',
      }))
      const answer = await send(invoicepaymentCalls.record, { payments }, { key })
      void forgetMoney()
      onDone(answer.data)
    },
    { isMoney: true },
  )
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack gap="sm">
        {submit.problem && (
          <Alert color="red" role="alert">
            {submit.problem}
          </Alert>
        )}
        {settled.length > 0 && (
          <Text size="sm" c="dimmed">
            Nothing is owed on {settled.map(({ name }) => name).join(', ')}.
          </Text>
        )}
        <EntityInput
          entity={invoicepayment}
          name="payment_type"
          value={payment_type}
          error={undefined}
          onChange={setType}
        />
        <ChosenRows {...{ rows, chosen, set }} errorOf={submit.errorOf} />
        <Group justify="space-between" gap="xs">
          <Text size="sm" fw={600} role="status">
            {plural(chosen.length, 'payment')}, ${sumOf(chosen)}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton submit={submit} disabled={chosen.length === 0}>
              Record {plural(chosen.length, 'payment')}
            </SubmitButton>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}
