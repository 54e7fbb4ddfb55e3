import { Alert, Button, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { bill } from '#domain/bills/bill.ts'
import type { FoundBill } from '#domain/bills/found-bill.ts'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { LineEditor } from '#web/pricing/line-editor.tsx'
import { blankLine } from '#web/pricing/typed-line.ts'
import { type BillField, billFields, type TypedBill } from './typed-bill.ts'

interface Props {
  typed: TypedBill | null
  /** A bill that came before; it is used as it is. */
  found: FoundBill | null
  isSplit: boolean
  onChange: (bill: TypedBill | null) => void
  errorOf: (field: string) => string | undefined
}

/** The supplier's bill, captured together with the invoice. */
export function BillForm({ typed, found, isSplit, onChange, errorOf }: Props) {
  const number = found?.bill.supplier_statement_number ?? 'without a number'
  return (
    <Paper component="section">
      <Group justify="space-between" mb="xs">
        <Title order={2}>Supplier’s bill</Title>
        {typed && (
          <Button variant="subtle" onClick={() => onChange(null)}>
            Leave it out
          </Button>
        )}
      </Group>
      {!typed && found?.id && (
        <Alert color="petrol" mb="xs">
          Bill {number} of this contract is waiting and goes with this invoice.
        </Alert>
      )}
      {!typed && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {isSplit
              ? 'This customer pays the supplier’s own lines: capture the bill.'
              : 'Captured here, it is stored together with the invoice.'}
          </Text>
          <Button
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => onChange({ values: {}, lines: [blankLine()] })}
          >
            Capture a bill
          </Button>
        </Group>
      )}
      {typed && <Inputs typed={typed} onChange={onChange} errorOf={errorOf} />}
    </Paper>
  )
}

function Inputs(props: Pick<Props, 'onChange' | 'errorOf'> & { typed: TypedBill }) {
  const { typed, onChange, errorOf } = props
  const change = (name: BillField, value: unknown) =>
    onChange({ ...typed, values: { ...typed.values, [name]: value ? String(value) : null } })
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="sm" verticalSpacing="xs" mb="sm">
        {billFields.map((name) => (
          <EntityInput
            key={name}
            entity={bill}
            name={name}
            value={typed.values[name] ?? null}
            error={errorOf(`bill.${name}`)}
            onChange={(value) => change(name, value)}
          />
        ))}
      </SimpleGrid>
      <LineEditor
        label="Lines of the bill"
        lines={typed.lines}
        onChange={(lines) => onChange({ ...typed, lines })}
      />
    </>
  )
}
