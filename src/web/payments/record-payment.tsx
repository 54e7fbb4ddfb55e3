import { Alert, Checkbox, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import type { Create } from '#domain/kit/entity.ts'
import { invoicepaymentCalls } from '#domain/payments/invoicepayment-calls.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
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
import layout from '#web/kit/frame/two-columns.module.css'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { itemOf, namedIn, type OwedItem, owedQuery } from './owed-items.ts'
import { OwedTable } from './owed-table.tsx'

type Values = Record<string, unknown>

const main = ['customer_id', 'reference', 'amount_incl_gst', 'payment_date', 'payment_type']
const flags = [
  {
    name: 'clearsinvoice',
    label: 'Clears the invoice',
    description: 'A small rest of the invoice is written off.',
  },
  {
    name: 'grant_ppd',
    label: 'Grant the discount',
    description: 'The discounted amount is enough although its day has passed.',
  },
]

/** Money that came in: whose it is, how much, and what it was meant for. */
export function RecordPayment() {
  const { role } = useSession()
  const { values, set, restore } = useValues()
  const origin = useOrigin()
  const customer_id = typeof values.customer_id === 'number' ? values.customer_id : null
  const owed = useQuery(owedQuery(customer_id))
  const named = namedIn(String(values.reference ?? ''), owed.data ?? [])
  const chosen = keyOf(values)
  const meant = (owed.data ?? []).find((one) => one.key === chosen) ?? named
  const form = { entity: invoicepayment, typed: values, restore }
  const submit = usePageSubmit(form, async (key, go) => {
    const answer = await send(invoicepaymentCalls.create, bodyOf(values), { key })
    void forgetMoney()
    toast(answer.message)
    const warnings = answer.info.warnings ?? []
    // What the server noticed is told on the payment; else whoever came from a record goes back.
    const back = warnings.length === 0 ? origin : null
    await go(back ?? `/app/invoicepayment?id=${answer.data.id}`, { state: { warnings } })
  })
  useSaveKey(() => submit.onSubmit())
  if (!atLeast(role, invoicepayment.access.write)) {
    return (
      <Page title="Record a payment">
        <NoPermission />
      </Page>
    )
  }
  const isPayout = String(values.amount_incl_gst ?? '').startsWith('-')
  const input = (name: string) => (
    <EntityInput
      key={name}
      entity={invoicepayment}
      name={name}
      value={values[name] ?? null}
      error={submit.errorOf(name)}
      onChange={(value) => set({ [name]: value })}
    />
  )
  return (
    <Page
      title={isPayout ? 'Pay out credit' : 'Record a payment'}
      summary={
        isPayout
          ? 'The credit leaves for the customer’s bank account; the amount is less than nothing.'
          : 'It goes to the invoice its reference names, then to the oldest; the rest is credit.'
      }
      crumbs={
        <Crumbs path={[['Invoice Payments', '/app/invoicepayments']]} here="Record a payment" />
      }
      actions={
        <SaveBar>
          <SubmitButton submit={submit} form="payment">
            {isPayout ? 'Pay out' : 'Record payment'}
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
        <div className={layout.columns}>
          <Paper>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
              {main.map(input)}
            </SimpleGrid>
            <Stack gap="sm" my="md">
              {(isPayout ? [] : flags).map(({ name, label, description }) => (
                <Checkbox
                  key={name}
                  label={label}
                  description={description}
                  checked={values[name] === true}
                  onChange={(event) => set({ [name]: event.currentTarget.checked })}
                />
              ))}
            </Stack>
            {input('notes')}
          </Paper>
          {!isPayout && (
            <Paper>
              <OwedTable
                rows={owed.data}
                meant={meant}
                isByReference={chosen === null && named !== undefined}
                onChoose={(row) => set(chosenFor(row, values))}
              />
              {customer_id === null && (
                <Text size="sm" c="dimmed">
                  Choose the customer to see what is owed.
                </Text>
              )}
            </Paper>
          )}
        </div>
      </form>
    </Page>
  )
}

function useValues() {
  const [params] = useSearchParams()
  const [values, setValues] = useState<Values>(() => ({
    customer_id: Number(params.get('customer_id')) || null,
    invoice_id: Number(params.get('invoice_id')) || null,
    adjustment_id: Number(params.get('adjustment_id')) || null,
    // Less than nothing pays credit out.
    amount_incl_gst: params.get('amount'),
    payment_date: today(),
    payment_type: 'bank_transfer',
  }))
  // Another customer owes other things.
  const set = (next: Values) =>
    setValues((before) => ({
      ...before,
      ...('customer_id' in next ? { invoice_id: null, adjustment_id: null } : {}),
      ...next,
    }))
  const restore = (kept: Values) => setValues((before) => ({ ...before, ...kept }))
  return { values, set, restore }
}

/** The record from whose page the payment is recorded; null where it was none. */
function useOrigin(): string | null {
  const [params] = useSearchParams()
  const from = params.get('from')
  if (from === 'invoice') return `/app/invoice/edit?id=${Number(params.get('invoice_id'))}`
  return from === 'customer'
    ? `/app/customer/details?id=${Number(params.get('customer_id'))}`
    : null
}

function keyOf({ invoice_id, adjustment_id }: Values): string | null {
  if (typeof adjustment_id === 'number') return `a${adjustment_id}`
  return typeof invoice_id === 'number' ? `i${invoice_id}` : null
}

/** An item that is clicked brings what is owed on it, unless an amount was typed. */
function chosenFor(row: OwedItem, values: Values): Values {
  const amount = values.amount_incl_gst ? {} : { amount_incl_gst: row.balance }
  return { invoice_id: null, adjustment_id: null, ...itemOf(row.key), ...amount }
}

function bodyOf(values: Values): Create<typeof invoicepayment> {
  const said = Object.entries(values).filter(
    ([, value]) => value !== null && value !== '' && value !== false,
  )
  // Every input is one of the entity's, and what is missing is told by the server.
  return Object.fromEntries(said) as Create<typeof invoicepayment>
}
