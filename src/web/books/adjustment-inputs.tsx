import { Select, SimpleGrid } from '@mantine/core'
import { adjustment } from '#domain/books/adjustment.ts'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { type Owner, ownerWords } from './adjustment-owners.ts'

/** What was typed so far. */
export type TypedAdjustment = Record<string, unknown>

interface Props {
  owner: Owner
  values: TypedAdjustment
  set: (next: TypedAdjustment) => void
  isManager: boolean
  errorOf: (name: string) => string | undefined
}

/** What an adjustment is made of; a customer's and a supplier's differ in a few words. */
export function AdjustmentInputs({ owner, values, set, isManager, errorOf }: Props) {
  const { kinds, sides } = ownerWords[owner]
  const input = (name: string) => (
    <EntityInput
      entity={adjustment}
      name={name}
      value={values[name] ?? null}
      error={errorOf(name)}
      onChange={(value) => set({ [name]: value })}
    />
  )
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        {input(owner === 'customer' ? 'customer_id' : 'supplier_id')}
        {owner === 'supplier' && input('account_number_with_supplier')}
        <Select
          label="Kind"
          withAsterisk
          // Accounting gives goodwill; the rest is a manager's.
          data={kinds.filter(({ value }) => isManager || value === 'goodwill')}
          value={String(values.kind)}
          error={errorOf('kind')}
          onChange={(kind) => set(kind === 'goodwill' ? { kind, ...asCredit } : { kind })}
        />
        <Select
          label="Side"
          withAsterisk
          data={[...sides]}
          value={String(values.side)}
          disabled={values.kind === 'goodwill'}
          error={errorOf('side')}
          onChange={(next) => set(next === 'credit' ? asCredit : { side: next })}
        />
        {input('amount')}
        {values.side === 'debit' && input('due_date')}
      </SimpleGrid>
      {owner === 'customer' && input('with_gst')}
      {input('reason')}
    </>
  )
}

const asCredit = { side: 'credit', due_date: null }
