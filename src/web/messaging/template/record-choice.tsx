import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContextName } from '#domain/messaging/template/standards.ts'
import { listCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'

interface Records {
  plural: string
  what: string
  /** Columns that name one of them. */
  named: readonly string[]
}

const invoices = { plural: 'invoices', what: 'invoice', named: ['invoice_number', 'invoice_date'] }
const customers = { plural: 'customers', what: 'customer', named: ['name', 'customer_number'] }
const adjustments = {
  plural: 'adjustments',
  what: 'adjustment',
  named: ['adjustment_number', 'reason'],
}

const records: Partial<Record<ContextName, Records>> = {
  customer: customers,
  statement: customers,
  invoice: invoices,
  reminder: invoices,
  new_dates: invoices,
  correction: invoices,
  answer: invoices,
  adjustment: adjustments,
  adjustment_reminder: adjustments,
  payment: { plural: 'invoicepayments', what: 'payment', named: ['payment_date', 'reference'] },
  contract: { plural: 'contracts', what: 'contract', named: ['contract_number'] },
  rate_update: { plural: 'rateupdates', what: 'change of rates', named: ['name'] },
}

interface Props {
  context: ContextName
  value: number | null
  onChange: (id: number | null) => void
}

/** A real record to print the template with, searched for. */
export function RecordChoice({ context, value, onChange }: Props) {
  const found = records[context]
  if (found) return <Choice records={found} value={value} onChange={onChange} />
  return (
    <Text size="sm" c="dimmed">
      Shown with samples.
    </Text>
  )
}

function Choice(props: { records: Records } & Omit<Props, 'context'>) {
  const { plural, what, named } = props.records
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed, 200)
  const { data } = useQuery({
    queryKey: [plural, 'template', settled],
    queryFn: async ({ signal }) =>
      (await send(listCall({ plural }), { q: settled, limit: 20 }, { signal })).data ?? [],
    placeholderData: (previous) => previous,
  })
  const titleOf = (row: Record<string, unknown>) =>
    named
      .map((name) => row[name])
      .filter(Boolean)
      .join(' · ') || `${what} ${String(row.id)}`
  const choices = (data ?? []).map((row) => ({ value: String(row.id), label: titleOf(row) }))
  const isListed = choices.some((one) => one.value === String(props.value))
  const chosen = props.value === null || isListed ? [] : [String(props.value)]
  return (
    <Select
      size="sm"
      label={`With a real ${what}`}
      placeholder="Samples; type to find one"
      data={[...chosen.map((id) => ({ value: id, label: typed || `${what} ${id}` })), ...choices]}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Show samples' }}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage="No matches."
      value={props.value === null ? null : String(props.value)}
      onChange={(next) => props.onChange(next === null ? null : Number(next))}
    />
  )
}
