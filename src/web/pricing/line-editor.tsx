import { ActionIcon, Button, Checkbox, Table, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Exact, parseDecimal } from '#domain/kit/decimal.ts'
import { formatMoney, round2 } from '#domain/kit/money.ts'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import classes from './line-editor.module.css'
import { blankLine, type TypedLine } from './typed-line.ts'

interface Props {
  label: string
  lines: readonly TypedLine[]
  onChange: (lines: TypedLine[]) => void
}

/** Lines to type in: name, quantity, unit, rate and whether the discount counts for them. */
export function LineEditor({ label, lines, onChange }: Props) {
  const change = (key: string, next: Partial<TypedLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...next } : line)))
  return (
    <>
      {lines.length > 0 && (
        <WideTable label={label} horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Charge</Table.Th>
              <Table.Th className={classes.number ?? ''}>Quantity</Table.Th>
              <Table.Th>Unit</Table.Th>
              <Table.Th className={classes.number ?? ''}>Rate</Table.Th>
              <Table.Th>Discount</Table.Th>
              <Table.Th className={classes.number ?? ''}>Amount</Table.Th>
              <Table.Th aria-label="Remove" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line, place) => (
              <LineInputs
                key={line.key}
                line={line}
                place={place + 1}
                onChange={(next) => change(line.key, next)}
                onRemove={() => onChange(lines.filter((one) => one.key !== line.key))}
              />
            ))}
          </Table.Tbody>
        </WideTable>
      )}
      <Button
        variant="subtle"
        mt={6}
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() => onChange([...lines, blankLine()])}
      >
        Add a line
      </Button>
    </>
  )
}

interface RowProps {
  line: TypedLine
  place: number
  onChange: (next: Partial<TypedLine>) => void
  onRemove: () => void
}

function LineInputs({ line, place, onChange, onRemove }: RowProps) {
  const text = (name: 'name' | 'quantity' | 'unit' | 'rate', label: string) => ({
    size: 'xs' as const,
    'aria-label': `${label} of line ${place}`,
    value: line[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  })
  const number = { className: classes.input ?? '', inputMode: 'decimal' as const }
  const isBad = (value: string) => value !== '' && parseDecimal(value, 8) === null
  return (
    <Table.Tr>
      <Table.Td className={classes.name ?? ''}>
        <TextInput {...text('name', 'Charge')} maxLength={200} />
      </Table.Td>
      <Table.Td className={classes.narrow ?? ''}>
        <TextInput {...text('quantity', 'Quantity')} {...number} error={isBad(line.quantity)} />
      </Table.Td>
      <Table.Td className={classes.unit ?? ''}>
        <TextInput {...text('unit', 'Unit')} maxLength={20} />
      </Table.Td>
      <Table.Td className={classes.narrow ?? ''}>
        <TextInput {...text('rate', 'Rate')} {...number} error={isBad(line.rate)} />
      </Table.Td>
      <Table.Td>
        <Checkbox
          aria-label={`The discount counts for line ${place}`}
          checked={line.discountable}
          onChange={(event) => onChange({ discountable: event.currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td className={classes.amount ?? ''}>
        <Text size="sm" fw={600}>
          {amountOf(line)}
        </Text>
      </Table.Td>
      <Table.Td>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove line ${place}`}
          onClick={onRemove}
        >
          <IconTrash size={15} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}

// Rounded as the engine rounds a line.
function amountOf({ quantity, rate }: TypedLine): string {
  const times = parseDecimal(quantity || '-', 6)
  const each = parseDecimal(rate || '-', 8)
  if (times === null || each === null) return '—'
  return formatMoney(round2(new Exact(times).times(each)))
}
