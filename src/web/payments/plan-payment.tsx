import { Alert, Paper, Select, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import type { Create } from '#domain/kit/entity.ts'
import { billpaymentCalls } from '#domain/payments/billpayment-calls.ts'
import { billpayment } from '#domain/payments/payment.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { DraftBanner } from '#web/kit/form/draft-banner.tsx'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { SubmitButton } from '#web/kit/form/submit-button.tsx'
import { usePageSubmit } from '#web/kit/form/use-page-submit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { NoPermission } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useSaveKey } from '#web/kit/frame/shortcuts.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { useUnpaid } from './unpaid-items.ts'

const names = ['amount_incl_gst', 'payment_date', 'payment_type', 'reference', 'clearsbill']

/** A payment to a supplier, planned for a bill or an adjustment that is still to be paid. */
export function PlanPayment() {
  const { role } = useSession()
  const [params] = useSearchParams()
  const items = useUnpaid()
  const [values, setValues] = useState<Record<string, unknown>>(() => ({
    bill_id: Number(params.get('bill_id')) || null,
    adjustment_id: Number(params.get('adjustment_id')) || null,
    payment_date: today(),
    payment_type: 'bank_transfer',
  }))
  const meant = items?.find((one) => one.key === keyOf(values))
  // What our books say, until somebody types something else; what the bill says stands beside it.
  const shown: Record<string, unknown> = {
    amount_incl_gst: meant?.balance,
    reference: meant?.number,
    ...values,
  }
  const set = (next: Record<string, unknown>) => setValues((before) => ({ ...before, ...next }))
  const form = { entity: billpayment, typed: values, restore: set }
  const submit = usePageSubmit(form, async (key, go) => {
    const said = Object.entries(shown).filter(([, value]) => (value ?? '') !== '')
    // Every input is one of the entity's, and what is missing is told by the server.
    const body = Object.fromEntries(said) as Create<typeof billpayment>
    const answer = await send(billpaymentCalls.create, body, { key })
    void forgetMoney()
    toast(answer.message)
    await go(`/app/billpayment?id=${answer.data.id}`)
  })
  useSaveKey(() => submit.onSubmit())
  function choose(next: string | null) {
    const found = items?.find((one) => one.key === next)
    set({
      bill_id: found?.bill_id ?? null,
      adjustment_id: found?.adjustment_id ?? null,
      amount_incl_gst: found?.balance ?? null,
      reference: found?.number ?? null,
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
      summary="To a supplier, for an approved bill or an adjustment"
      crumbs={
        <Crumbs
          path={[['Payments to Suppliers', '/app/invoicepayments?kind=suppliers']]}
          here="Plan a payment"
        />
      }
      actions={
        <SaveBar>
          <SubmitButton submit={submit} form="payment">
            Plan payment
          </SubmitButton>
        </SaveBar>
      }
    >
      <DraftBanner offer={submit.draft} />
      <form id="payment" onSubmit={submit.onSubmit} noValidate>
        {submit.problem && (
          <Alert color="red" role="alert" mb="sm">
            {submit.problem}
          </Alert>
        )}
        <Paper maw={760}>
          <Select
            label="Bill or adjustment"
            withAsterisk
            searchable
            data={(items ?? []).map((one) => ({ value: one.key, label: one.title }))}
            nothingFoundMessage="Nothing is waiting to be paid."
            value={keyOf(values)}
            error={submit.errorOf('bill_id') ?? submit.errorOf('adjustment_id')}
            onChange={choose}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs" mt="xs">
            {names.map((name) => (
              <EntityInput
                key={name}
                entity={billpayment}
                name={name}
                value={shown[name] ?? null}
                error={submit.errorOf(name)}
                onChange={(value) => set({ [name]: value })}
              />
            ))}
          </SimpleGrid>
        </Paper>
      </form>
    </Page>
  )
}

const keyOf = ({ bill_id, adjustment_id }: Record<string, unknown>) =>
  bill_id ? `b${bill_id}` : adjustment_id ? `a${adjustment_id}` : null
