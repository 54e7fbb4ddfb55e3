import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDay } from '#domain/kit/calendar.ts'
import { parseDecimal } from '#domain/kit/decimal-text.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { changeOf, currentAmount, marginOf } from './change-rates-steps.tsx'
import { type ChangeLine, lineError, raised } from './rate-change.ts'
import type { Side } from './rate-side.ts'
import { formatRate, unitText } from './rate-words.ts'
import classes from './rates-panel.module.css'

interface Props {
  side: Side
  lines: ChangeLine[]
  onLines: (lines: ChangeLine[]) => void
}

/** The amounts beside those in force, with what they change. */
export function RateChangeLines({ side, lines, onLines }: Props) {
  const partsOf = (line: ChangeLine): LineProps => ({
    line,
    onChange: (next) =>
      onLines(lines.map((one) => (one.key === line.key ? { ...one, ...next } : one))),
    onRemove: () => onLines(lines.filter((one) => one.key !== line.key)),
  })
  const add = () => {
    const blank = { rate_name: '', rate_unit: 'kWh', rate_type: 'variable', typed: '' }
    onLines([
      ...lines,
      { key: crypto.randomUUID(), ...blank, current: null, other: null, later: null },
    ])
  }
  return (
    <>
      <Text size="sm">What is left empty stays as it is.</Text>
      {lines.some((line) => line.current !== null) && (
        <ByPercent onApply={(percent) => onLines(raised(lines, percent))} />
      )}
      <PlainTable
        label="New amounts"
        rows={lines}
        keyOf={(line) => line.key}
        columns={[
          { heading: 'Rate', isStrong: true, cell: (line) => <RateName {...partsOf(line)} /> },
          { heading: 'Per', cell: (line) => <RateUnit {...partsOf(line)} /> },
          { heading: 'Now', isNumber: true, cell: currentAmount },
          { heading: 'New', isNumber: true, cell: (line) => <NewAmount {...partsOf(line)} /> },
          { heading: 'Change', isNumber: true, cell: changeOf },
          {
            heading: 'Margin',
            isNumber: true,
            cell: (line) => (isNew(line) ? <LeaveOut {...partsOf(line)} /> : marginOf(line, side)),
          },
        ]}
      />
      <Group>
        <Button variant="default" leftSection={<IconPlus size={15} aria-hidden />} onClick={add}>
          Add a rate
        </Button>
      </Group>
    </>
  )
}

function ByPercent({ onApply }: { onApply: (percent: string) => void }) {
  const [typed, setTyped] = useState('')
  const percent = parseDecimal(typed.replace('%', ''), 4)
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label="Change all by"
        w={120}
        inputMode="decimal"
        rightSection={<span aria-hidden>%</span>}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={percent === null}
        onClick={() => percent !== null && onApply(percent)}
      >
        Apply
      </Button>
    </Group>
  )
}

const isNew = (line: ChangeLine) => line.current === null

interface LineProps {
  line: ChangeLine
  onChange: (next: Partial<ChangeLine>) => void
  onRemove: () => void
}

function RateName({ line, onChange }: LineProps) {
  if (isNew(line)) {
    return (
      <TextInput
        aria-label="Name of the new rate"
        placeholder="Name"
        miw={110}
        value={line.rate_name}
        onChange={(event) => onChange({ rate_name: event.currentTarget.value })}
      />
    )
  }
  return (
    <>
      {line.rate_name}
      {line.later && (
        <div className={classes.quiet}>
          {formatRate(line.later.amount)} from {formatDay(line.later.day)} stays
        </div>
      )}
    </>
  )
}

function RateUnit({ line, onChange }: LineProps) {
  const options = useOptions()
  if (!isNew(line)) return unitText(options, line.rate_unit)
  return (
    <NativeSelect
      aria-label="Unit of the new rate"
      size="sm"
      data={options.of('rate_unit').map(({ value, label }) => ({ value, label }))}
      value={line.rate_unit}
      onChange={(event) => onChange({ rate_unit: event.currentTarget.value })}
    />
  )
}

function NewAmount({ line, onChange }: LineProps) {
  const [isLeft, setIsLeft] = useState(false)
  return (
    <TextInput
      aria-label={`New amount of ${line.rate_name || 'the new rate'}`}
      inputMode="decimal"
      w={130}
      ml="auto"
      styles={{ input: { textAlign: 'right' } }}
      placeholder={line.current ? formatRate(line.current) : '0.0000'}
      value={line.typed}
      error={isLeft ? lineError(line) : undefined}
      onBlur={() => setIsLeft(true)}
      onChange={(event) => onChange({ typed: event.currentTarget.value })}
    />
  )
}

function LeaveOut({ line, onRemove }: LineProps) {
  return (
    <ActionIcon aria-label={`Leave out ${line.rate_name || 'the new rate'}`} onClick={onRemove}>
      <IconX size={16} aria-hidden />
    </ActionIcon>
  )
}
