import { ActionIcon, Button, Group, NativeSelect, Table, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDay } from '#domain/kit/calendar.ts'
import { parseDecimal } from '#domain/kit/decimal.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import { changeOf, marginOf } from './change-rates-steps.tsx'
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
  const change = (key: string, next: Partial<ChangeLine>) =>
    onLines(lines.map((line) => (line.key === key ? { ...line, ...next } : line)))
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
      <WideTable label="New amounts">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Rate</Table.Th>
            <Table.Th>Per</Table.Th>
            <Table.Th className={classes.number}>Now</Table.Th>
            <Table.Th className={classes.number}>New</Table.Th>
            <Table.Th className={classes.number}>Change</Table.Th>
            <Table.Th className={classes.number}>Margin</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Line
              key={line.key}
              side={side}
              line={line}
              onChange={(next) => change(line.key, next)}
              onRemove={() => onLines(lines.filter((one) => one.key !== line.key))}
            />
          ))}
        </Table.Tbody>
      </WideTable>
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

interface LineProps {
  side: Side
  line: ChangeLine
  onChange: (next: Partial<ChangeLine>) => void
  onRemove: () => void
}

function Line({ side, line, onChange, onRemove }: LineProps) {
  const options = useOptions()
  const [isLeft, setIsLeft] = useState(false)
  const isNew = line.current === null
  return (
    <Table.Tr>
      <Table.Td className={classes.name}>
        {isNew ? (
          <TextInput
            aria-label="Name of the new rate"
            placeholder="Name"
            miw={110}
            value={line.rate_name}
            onChange={(event) => onChange({ rate_name: event.currentTarget.value })}
          />
        ) : (
          <>
            {line.rate_name}
            {line.later && (
              <div className={classes.quiet}>
                {formatRate(line.later.amount)} from {formatDay(line.later.day)} stays
              </div>
            )}
          </>
        )}
      </Table.Td>
      <Table.Td>
        {isNew ? (
          <NativeSelect
            aria-label="Unit of the new rate"
            size="sm"
            data={options.of('rate_unit').map(({ value, label }) => ({ value, label }))}
            value={line.rate_unit}
            onChange={(event) => onChange({ rate_unit: event.currentTarget.value })}
          />
        ) : (
          unitText(options, line.rate_unit)
        )}
      </Table.Td>
      <Table.Td className={classes.number}>
        {line.current ? formatRate(line.current) : '—'}
      </Table.Td>
      <Table.Td className={classes.number}>
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
      </Table.Td>
      <Table.Td className={classes.number}>{changeOf(line)}</Table.Td>
      <Table.Td className={classes.number}>
        {isNew ? (
          <ActionIcon
            aria-label={`Leave out ${line.rate_name || 'the new rate'}`}
            onClick={onRemove}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        ) : (
          marginOf(line, side)
        )}
      </Table.Td>
    </Table.Tr>
  )
}
