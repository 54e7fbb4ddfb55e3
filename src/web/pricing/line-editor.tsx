import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Exact } from '#domain/kit/decimal.ts'
import { parseDecimal } from '#domain/kit/decimal-text.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { round2 } from '#domain/kit/rounding.ts'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import classes from './line-editor.module.css'
import { blankLine, type TypedLine } from './typed-line.ts'

interface Props {
  label: string
  lines: readonly TypedLine[]
  onChange: (lines: TypedLine[]) => void
}

/** Lines to type in: name, quantity, unit, rate and whether the discount counts for them. */
export function LineEditor({ label, lines, onChange }: Props) {
  const change = (line: TypedLine, next: Partial<TypedLine>) =>
    onChange(lines.map((one) => (one.key === line.key ? { ...one, ...next } : one)))
  return (
    <>
      {lines.length > 0 && (
        <PlainTable
          label={label}
          spacing={6}
          rows={lines}
          keyOf={(line) => line.key}
          columns={columnsOf({
            onChange: change,
            onRemove: (line) => onChange(lines.filter((one) => one.key !== line.key)),
          })}
        />
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

interface Changes {
  onChange: (line: TypedLine, next: Partial<TypedLine>) => void
  onRemove: (line: TypedLine) => void
}

function columnsOf({ onChange, onRemove }: Changes): Column<TypedLine>[] {
  const input = (heading: string, name: 'name' | 'unit', maxLength: number) => ({
    heading,
    className: classes[name],
    cell: (line: TypedLine, place: number) => (
      <TextInput
        size="xs"
        aria-label={`${heading} of line ${place + 1}`}
        maxLength={maxLength}
        value={line[name]}
        onChange={(event) => onChange(line, { [name]: event.currentTarget.value })}
      />
    ),
  })
  const figure = (heading: string, name: 'quantity' | 'rate') => ({
    heading,
    isNumber: true,
    className: classes.narrow,
    cell: (line: TypedLine, place: number) => (
      <TextInput
        size="xs"
        className={classes.input ?? ''}
        inputMode="decimal"
        aria-label={`${heading} of line ${place + 1}`}
        value={line[name]}
        error={line[name] !== '' && parseDecimal(line[name], 8) === null}
        onChange={(event) => onChange(line, { [name]: event.currentTarget.value })}
      />
    ),
  })
  return [
    input('Charge', 'name', 200),
    figure('Quantity', 'quantity'),
    input('Unit', 'unit', 20),
    figure('Rate', 'rate'),
    {
      heading: 'Discount',
      cell: (line, place) => (
        <Checkbox
          aria-label={`The discount counts for line ${place + 1}`}
          checked={line.discountable}
          onChange={(event) => onChange(line, { discountable: event.currentTarget.checked })}
        />
      ),
    },
    { heading: 'Amount', isNumber: true, isStrong: true, cell: amountOf },
    {
      heading: 'Remove',
      isHeadingHidden: true,
      cell: (line, place) => <RemoveLine place={place + 1} onClick={() => onRemove(line)} />,
    },
  ]
}

function RemoveLine({ place, onClick }: { place: number; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={`Remove line ${place}`} onClick={onClick}>
      <IconTrash size={15} aria-hidden />
    </ActionIcon>
  )
}

// Rounded as the engine rounds a line.
function amountOf({ quantity, rate }: TypedLine): string {
  const times = parseDecimal(quantity || '-', 6)
  const each = parseDecimal(rate || '-', 8)
  if (times === null || each === null) return '—'
  return formatMoney(round2(new Exact(times).times(each)))
}
