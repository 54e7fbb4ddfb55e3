import { Alert, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { adjustment } from '#domain/books/adjustment.ts'
import { adjustmentCalls } from '#domain/books/adjustment-calls.ts'
import type { Create } from '#domain/kit/entity.ts'
import { DraftBanner } from '#web/kit/form/draft-banner.tsx'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { SubmitButton } from '#web/kit/form/submit-button.tsx'
import { usePageSubmit } from '#web/kit/form/use-page-submit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { NoPermission } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useSaveKey } from '#web/kit/frame/shortcuts.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { AdjustmentInputs, type TypedAdjustment } from './adjustment-inputs.tsx'
import { type Owner, ownerWords } from './adjustment-owners.ts'
import { forgetMoney } from './forget-money.ts'

/** Something that is owed or given without an invoice or a bill, and why. */
export function AdjustmentNew() {
  const { role } = useSession()
  const [params] = useSearchParams()
  const isManager = atLeast(role, 'manager')
  const [owner, setOwner] = useState<Owner>(params.has('supplier_id') ? 'supplier' : 'customer')
  const [values, setValues] = useState<TypedAdjustment>(() => ({
    customer_id: Number(params.get('customer_id')) || null,
    supplier_id: Number(params.get('supplier_id')) || null,
    ...starts[owner],
  }))
  const set = (next: TypedAdjustment) => setValues((before) => ({ ...before, ...next }))
  const form = {
    entity: adjustment,
    typed: { owner, ...values },
    restore: ({ owner: kept, ...typed }: TypedAdjustment) => {
      if (kept === 'customer' || kept === 'supplier') setOwner(kept)
      set(typed)
    },
  }
  const submit = usePageSubmit(form, async (key, go) => {
    const said = Object.entries(values).filter(([, value]) => value !== null && value !== '')
    // Every input is one of the entity's, and what is missing is told by the server.
    const body = Object.fromEntries(said) as Create<typeof adjustment>
    const answer = await send(adjustmentCalls.create, body, { key })
    void forgetMoney()
    toast(answer.message)
    await go(`/app/adjustment?id=${answer.data.id}`)
  })
  useSaveKey(() => submit.onSubmit())
  if (!atLeast(role, adjustment.access.write)) {
    return (
      <Page title="New adjustment">
        <NoPermission />
      </Page>
    )
  }
  function change(next: string) {
    const chosen = next === 'supplier' ? 'supplier' : 'customer'
    setOwner(chosen)
    set({ ...nobody, ...starts[chosen] })
  }
  const side = values.side === 'debit' ? 'debit' : 'credit'
  return (
    <Page
      title="New adjustment"
      summary="Owed or given without an invoice or a bill; it can be reversed, never changed."
      crumbs={<Crumbs path={[['Adjustments', '/app/adjustments']]} here="New adjustment" />}
      actions={
        <SaveBar>
          <SubmitButton submit={submit} form="adjustment">
            Book it
          </SubmitButton>
        </SaveBar>
      }
    >
      <DraftBanner offer={submit.draft} />
      <form id="adjustment" onSubmit={submit.onSubmit} noValidate>
        {submit.problem && (
          <Alert color="red" role="alert" mb="sm">
            {submit.problem}
          </Alert>
        )}
        <Paper maw={760}>
          <Stack gap="sm">
            {/* Accounting gives goodwill, which is a customer's. */}
            {isManager && <Owners owner={owner} onChange={change} />}
            <AdjustmentInputs {...{ owner, values, set, isManager, errorOf: submit.errorOf }} />
          </Stack>
          <Text size="sm" c="dimmed" mt="md">
            {ownerWords[owner].effects[side]}
          </Text>
        </Paper>
      </form>
    </Page>
  )
}

function Owners({ owner, onChange }: { owner: Owner; onChange: (next: string) => void }) {
  return (
    <SegmentedControl
      aria-label="Whose account"
      data={[
        { value: 'customer', label: 'Of a customer' },
        { value: 'supplier', label: 'With a supplier' },
      ]}
      value={owner}
      onChange={onChange}
    />
  )
}

/** What each of them begins with. */
const starts = {
  customer: { kind: 'goodwill', side: 'credit', due_date: null, with_gst: true },
  supplier: { kind: 'correction', side: 'debit', with_gst: null },
}
const nobody = { customer_id: null, supplier_id: null, account_number_with_supplier: null }
