import { Checkbox, Paper, SimpleGrid, Textarea, Title } from '@mantine/core'
import { invoice } from '#domain/invoices/invoice.ts'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import type { Draft, SaidField } from './invoice-draft.ts'

interface Props {
  draft: Draft
  /** What the engine made of it; stands where nobody said anything. */
  computed: Record<string, unknown>
  onChange: (next: Partial<Draft>) => void
  errorOf: (field: string) => string | undefined
}

const labels: Partial<Record<SaidField, string>> = {
  discount_percent: 'Discount',
  late_payment_fee_amount: 'Late fee without GST',
  opening_balance: 'Opening balance',
}
const dates: SaidField[] = [
  'invoice_date',
  'due_date',
  'discounted_date',
  'period_start',
  'period_end',
]
const amounts: SaidField[] = [
  'discount_percent',
  'gst_percent',
  'service_fee_percent',
  'late_payment_fee_amount',
  'opening_balance',
]

/** Dates, percentages, fees and the opening balance of an invoice. */
export function TermsForm({ draft, computed, onChange, errorOf }: Props) {
  const input = (name: SaidField) => (
    <EntityInput
      key={name}
      entity={invoice}
      name={name}
      label={labels[name]}
      value={draft.said[name] ?? computed[name] ?? null}
      error={errorOf(name)}
      onChange={(value) =>
        onChange({ said: { ...draft.said, [name]: value ? String(value) : null } })
      }
    />
  )
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Dates and percentages
      </Title>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm" verticalSpacing="xs">
        {dates.map(input)}
        {amounts.map(input)}
      </SimpleGrid>
      <Textarea
        label="Notes"
        mt="sm"
        autosize
        minRows={1}
        maxRows={8}
        value={draft.notes}
        error={errorOf('notes')}
        onChange={(event) => onChange({ notes: event.currentTarget.value })}
      />
      <Checkbox
        mt="sm"
        label="Final invoice of the contract"
        checked={draft.last_for_contract}
        onChange={(event) => onChange({ last_for_contract: event.currentTarget.checked })}
      />
    </Paper>
  )
}
