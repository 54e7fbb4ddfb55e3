import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconCalendarDollar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { plural } from '#domain/kit/wording.ts'
import { billpaymentCalls } from '#domain/payments/billpayment-calls.ts'
import { billpayment } from '#domain/payments/payment.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { ChosenRows, sumOf } from './chosen-rows.tsx'
import { type OpenInvoice, type PaymentRow, paymentRow } from './open-invoices.ts'
import { unpaidBills } from './unpaid-items.ts'

interface ChoiceProps {
  ids: number[]
  onClose: (isDone: boolean) => void
}

/** Plans payments of the bills that were chosen in a list; each is a draft, to be approved. */
export function PlanChosen({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const { role } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  if (!atLeast(role, billpayment.access.write)) return null
  function close(isDone: boolean) {
    setIsOpen(false)
    if (isDone) onDone()
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarDollar size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Plan payments
      </Button>
      <Dialog isOpen={isOpen} onClose={() => close(false)} title="Plan payments" size={860} isKept>
        {isOpen && <ChosenBills ids={ids} onClose={close} />}
      </Dialog>
    </>
  )
}

function ChosenBills({ ids, onClose }: ChoiceProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['bills', 'to plan', ids],
    queryFn: ({ signal }) => unpaidBills(ids, signal),
    staleTime: 0,
    gcTime: 0,
  })
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={200} />
  return <PlanForm {...data} onClose={onClose} />
}

interface FormProps {
  open: OpenInvoice[]
  /** These are drafts, disputed, or paid. */
  others: OpenInvoice[]
  onClose: (isDone: boolean) => void
}

function PlanForm({ open, others, onClose }: FormProps) {
  const [rows, setRows] = useState<PaymentRow[]>(() => open.map(paymentRow))
  const set = (id: number, next: Partial<PaymentRow>) =>
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...next } : row)))
  const chosen = rows.filter(({ isChosen }) => isChosen)
  const submit = useSubmit(async (key) => {
    try {
      for (const { id, name, amount, date } of chosen) {
        const asked = { bill_id: id, amount_incl_gst: amount, payment_date: date, reference: name }
        // Whoever tries again after a refusal plans nothing twice.
        const own = { key: `${key}-${id}` }
        await send(billpaymentCalls.create, { ...asked, payment_type: 'bank_transfer' }, own)
      }
    } finally {
      void forgetMoney()
    }
    toast(`${plural(chosen.length, 'payment')} planned: they wait to be approved.`)
    onClose(true)
  })
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack gap="sm">
        {submit.problem && (
          <Alert color="red" role="alert">
            {submit.problem}
          </Alert>
        )}
        {others.length > 0 && (
          <Text size="sm" c="dimmed">
            Nothing is to be paid on {others.map(({ name }) => name).join(', ')}.
          </Text>
        )}
        {rows.length > 0 && (
          <ChosenRows
            {...{ rows, chosen, set }}
            words={['Plan', 'Bill']}
            errorOf={submit.errorOf}
          />
        )}
        <Group justify="space-between" gap="xs">
          <Text size="sm" fw={600} role="status">
            {plural(chosen.length, 'payment')}, ${sumOf(chosen)}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={() => onClose(false)}>
              Cancel
            </Button>
            <Button type="submit" loading={submit.isBusy} disabled={chosen.length === 0}>
              Plan {plural(chosen.length, 'payment')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}
