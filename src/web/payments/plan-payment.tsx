import { Alert, Button, Group, Paper, Select, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import type { Bill } from '#domain/bills/bill.ts'
import { billListCalls } from '#domain/bills/bill-list-calls.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { Create } from '#domain/kit/entity.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { billpaymentCalls } from '#domain/payments/billpayment-calls.ts'
import { billpayment } from '#domain/payments/payment.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { NoPermission } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'

const names = ['amount_incl_gst', 'payment_date', 'payment_type', 'reference', 'clearsbill']

/** A payment to a supplier, planned for one of the bills that are still to be paid. */
export function PlanPayment() {
  const { role } = useSession()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const bills = useUnpaid()
  const [values, setValues] = useState<Record<string, unknown>>(() => ({
    bill_id: Number(params.get('bill_id')) || null,
    payment_date: today(),
    payment_type: 'bank_transfer',
  }))
  const set = (next: Record<string, unknown>) => setValues((before) => ({ ...before, ...next }))
  const submit = useSubmit(async (key) => {
    const said = Object.entries(values).filter(([, value]) => value !== null && value !== '')
    // Every input is one of the entity's, and what is missing is told by the server.
    const body = Object.fromEntries(said) as Create<typeof billpayment>
    const answer = await send(billpaymentCalls.create, body, { key })
    void forgetMoney()
    toast(answer.message)
    await navigate(`/app/billpayment?id=${answer.data.id}`)
  })
  function choose(next: string | null) {
    const found = bills?.find((one) => String(one.id) === next)
    set({
      bill_id: next === null ? null : Number(next),
      // What our books say; what the bill says stands beside it.
      amount_incl_gst: found?.balance ?? null,
      reference: found?.supplier_statement_number ?? null,
    })
  }
  if (!atLeast(role, billpayment.access.write)) {
    return (
      <Page title="Plan a payment">
        <NoPermission />
      </Page>
    )
  }
  return (
    <Page
      title="Plan a payment"
      summary="To a supplier, for a bill that was approved"
      crumbs={
        <Crumbs
          path={[['Payments to Suppliers', '/app/invoicepayments?kind=suppliers']]}
          here="Plan a payment"
        />
      }
    >
      <form onSubmit={submit.onSubmit} noValidate>
        {submit.problem && (
          <Alert color="red" role="alert" mb="sm">
            {submit.problem}
          </Alert>
        )}
        <Paper maw={760}>
          <Select
            label="Bill"
            withAsterisk
            searchable
            data={(bills ?? []).map((one) => ({ value: String(one.id), label: titleOf(one) }))}
            nothingFoundMessage="No bill is waiting to be paid."
            value={values.bill_id ? String(values.bill_id) : null}
            error={submit.errorOf('bill_id')}
            onChange={choose}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs" mt="xs">
            {names.map((name) => (
              <EntityInput
                key={name}
                entity={billpayment}
                name={name}
                value={values[name] ?? null}
                error={submit.errorOf(name)}
                onChange={(value) => set({ [name]: value })}
              />
            ))}
          </SimpleGrid>
          <Group justify="flex-end" mt="md">
            <Button type="submit" loading={submit.isBusy}>
              Plan payment
            </Button>
          </Group>
        </Paper>
      </form>
    </Page>
  )
}

function useUnpaid(): Bill[] | undefined {
  const { data } = useQuery({
    queryKey: ['bills', 'unpaid'],
    queryFn: async ({ signal }) => {
      const params = {
        'bill_status.in': 'approved,invoiced',
        order: 'supplier_due_date',
        limit: 200,
      }
      return (await send(billListCalls.unpaid, params, { signal })).data ?? []
    },
  })
  // What is withheld in a dispute is left out of payments.
  return data?.filter((one) => !one.is_withheld && Number(one.balance) > 0)
}

function titleOf(one: Bill): string {
  const number = one.supplier_statement_number ?? `Bill ${one.id}`
  const due = one.supplier_due_date ? `due ${formatDayShort(one.supplier_due_date)}` : ''
  const printed = one.due_total === one.balance ? '' : `bill says ${formatMoney(one.due_total)}`
  return [number, formatMoney(one.balance), printed, due].filter(Boolean).join(' · ')
}
