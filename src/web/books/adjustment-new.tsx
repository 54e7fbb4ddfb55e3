import { Alert, Button, Group, Paper, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { type AdjustmentKind, type AdjustmentSide, adjustment } from '#domain/books/adjustment.ts'
import { adjustmentCalls } from '#domain/books/adjustment-calls.ts'
import type { Create } from '#domain/kit/entity.ts'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { NoPermission } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useSaveKey } from '#web/kit/frame/shortcuts.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { forgetMoney } from './forget-money.ts'

const kinds: { value: Exclude<AdjustmentKind, 'returned_refund'>; label: string }[] = [
  { value: 'goodwill', label: 'Goodwill' },
  { value: 'correction', label: 'Correction' },
  { value: 'opening_balance', label: 'Opening balance' },
]
const sides: { value: AdjustmentSide; label: string }[] = [
  { value: 'debit', label: 'The customer owes it' },
  { value: 'credit', label: 'The customer is given it' },
]
const effects: Record<AdjustmentSide, string> = {
  debit: 'Once it is overdue the next invoice asks for it, and it is paid with that page.',
  credit: 'It pays what is open at once; the next invoice uses the rest.',
}

/** Something that is owed or given without an invoice, and why. */
export function AdjustmentNew() {
  const { role } = useSession()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [values, setValues] = useState<Record<string, unknown>>(() => ({
    customer_id: Number(params.get('customer_id')) || null,
    kind: 'goodwill',
    side: 'credit',
    with_gst: true,
  }))
  const set = (next: Record<string, unknown>) => setValues((before) => ({ ...before, ...next }))
  const submit = useSubmit(async (key) => {
    const said = Object.entries(values).filter(([, value]) => value !== null && value !== '')
    // Every input is one of the entity's, and what is missing is told by the server.
    const body = Object.fromEntries(said) as Create<typeof adjustment>
    const answer = await send(adjustmentCalls.create, body, { key })
    void forgetMoney()
    toast(answer.message)
    await navigate(`/app/adjustment?id=${answer.data.id}`)
  })
  useSaveKey(() => submit.onSubmit())
  if (!atLeast(role, adjustment.access.write)) {
    return (
      <Page title="New adjustment">
        <NoPermission />
      </Page>
    )
  }
  const isManager = atLeast(role, 'manager')
  const side = values.side === 'debit' ? 'debit' : 'credit'
  const isGoodwill = values.kind === 'goodwill'
  const input = (name: string) => (
    <EntityInput
      entity={adjustment}
      name={name}
      value={values[name] ?? null}
      error={submit.errorOf(name)}
      onChange={(value) => set({ [name]: value })}
    />
  )
  return (
    <Page
      title="New adjustment"
      summary="Owed or given without an invoice; it can be reversed, never changed."
      crumbs={<Crumbs path={[['Adjustments', '/app/adjustments']]} here="New adjustment" />}
    >
      <form onSubmit={submit.onSubmit} noValidate>
        {submit.problem && (
          <Alert color="red" role="alert" mb="sm">
            {submit.problem}
          </Alert>
        )}
        <Paper maw={760}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
            {input('customer_id')}
            <Select
              label="Kind"
              withAsterisk
              allowDeselect={false}
              // Accounting gives goodwill; the rest is a manager's.
              data={isManager ? kinds : kinds.filter(({ value }) => value === 'goodwill')}
              value={String(values.kind)}
              error={submit.errorOf('kind')}
              onChange={(kind) => set(kind === 'goodwill' ? { kind, ...asCredit } : { kind })}
            />
            <Select
              label="Side"
              withAsterisk
              allowDeselect={false}
              data={sides}
              value={side}
              disabled={isGoodwill}
              error={submit.errorOf('side')}
              onChange={(next) => set(next === 'credit' ? asCredit : { side: next })}
            />
            {input('amount')}
            {side === 'debit' && input('due_date')}
          </SimpleGrid>
          <Stack gap="sm" mt="sm">
            {input('with_gst')}
            {input('reason')}
          </Stack>
          <Group justify="space-between" mt="md">
            <Text size="sm" c="dimmed">
              {effects[side]}
            </Text>
            <Button type="submit" loading={submit.isBusy}>
              Book it
            </Button>
          </Group>
        </Paper>
      </form>
    </Page>
  )
}

const asCredit = { side: 'credit', due_date: null }
