import { Alert, Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Contract } from '#domain/contracts/contract.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useOptions } from '#web/kit/form/options.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { amountOf, type ChangeLine, changesIn } from './rate-change.ts'
import { bothSides, type Side, sides } from './rate-side.ts'
import { changeText, difference, formatRate, unitText } from './rate-words.ts'
import { ShadowEffect } from './shadow-effect.tsx'

interface DayProps {
  row: Contract
  side: Side
  onSide: (side: Side) => void
  day: string | null
  onDay: (day: string | null) => void
  problem: string | undefined
  reason: string
  onReason: (reason: string) => void
}

export function ChangeDay(props: DayProps) {
  const { row, side, day, problem, reason } = props
  return (
    <Stack gap="sm">
      <div>
        <SegmentedControl
          aria-label="Side"
          data={bothSides.map((one) => ({ value: one, label: `${sides[one].label} rates` }))}
          value={side}
          // The values are those above.
          onChange={(next) => props.onSide(next as Side)}
        />
        <Text size="xs" c="dimmed" mt={4}>
          {sides[side].whose}.
        </Text>
      </div>
      <DayInput
        label="New rates from"
        required
        description={
          row.billed_to_date
            ? `Billed up to ${formatDayShort(row.billed_to_date)}.`
            : 'Nothing of this contract is billed yet.'
        }
        value={day ?? ''}
        error={problem}
        onChange={props.onDay}
      />
      <Textarea
        label="Reason"
        description="Stands in the notice to the customer."
        size="sm"
        autosize
        minRows={2}
        maxLength={1000}
        value={reason}
        onChange={(event) => props.onReason(event.currentTarget.value)}
      />
    </Stack>
  )
}

interface SummaryProps {
  contract_id: number
  side: Side
  day: string
  lines: ChangeLine[]
}

export function ChangeSummary({ contract_id, side, day, lines }: SummaryProps) {
  const options = useOptions()
  const changed = lines.filter((line) => changesIn([line]).length > 0)
  const same = lines.length - changed.length
  return (
    <Stack gap="xs">
      <Text size="sm">
        {plural(changed.length, 'new rate')} on the {sides[side].label.toLowerCase()} side from{' '}
        <strong>{formatDayShort(day)}</strong>
        {same > 0 && `; ${plural(same, 'rate')} as before`}.
      </Text>
      <PlainTable
        label="New rates"
        rows={changed}
        keyOf={(line) => line.key}
        columns={[
          { heading: 'Rate', isStrong: true, cell: (line) => line.rate_name },
          { heading: 'Per', cell: (line) => unitText(options, line.rate_unit) },
          { heading: 'Now', isNumber: true, cell: currentAmount },
          { heading: 'New', isNumber: true, cell: newAmount },
          { heading: 'Change', isNumber: true, cell: changeOf },
          { heading: 'New margin', isNumber: true, cell: (line) => marginOf(line, side) },
        ]}
      />
      <ShadowEffect
        side={side}
        change={{ contract_id, valid_from_date: day, rates: changesIn(lines) }}
      />
    </Stack>
  )
}

interface DoneProps {
  warnings: { message: string }[]
  onTell: () => void
  onUndo: (() => Promise<void>) | undefined
  onClose: () => void
}

export function ChangeDone({ warnings, onTell, onUndo, onClose }: DoneProps) {
  const [isBusy, setIsBusy] = useState(false)
  async function takeBackChange() {
    setIsBusy(true)
    await onUndo?.().catch(toastProblem)
    setIsBusy(false)
  }
  return (
    <Stack gap="sm">
      <Alert color="petrol" role="status" icon={<IconCheck size={18} aria-hidden />}>
        The new rates are saved. The customer has not been told yet.
      </Alert>
      {warnings.map(({ message }) => (
        <Alert key={message} color="amber">
          {message}
        </Alert>
      ))}
      <Group justify="flex-end" gap="xs">
        {onUndo && (
          <Button variant="subtle" loading={isBusy} onClick={() => void takeBackChange()}>
            Undo
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button data-autofocus onClick={onTell}>
          Send notice
        </Button>
      </Group>
    </Stack>
  )
}

export function currentAmount({ current }: ChangeLine): string {
  return current ? formatRate(current) : '—'
}

export function newAmount(line: ChangeLine): string {
  const amount = amountOf(line.typed)
  return amount === null ? '—' : formatRate(amount)
}

export function changeOf(line: ChangeLine): string {
  const amount = amountOf(line.typed)
  if (amount === null) return '—'
  return line.current === null ? 'new' : (changeText(line.current, amount) ?? 'from zero')
}

/** What is left per unit with the new amount; a change of the buy side counts the other way. */
export function marginOf(line: ChangeLine, side: Side): string {
  const amount = amountOf(line.typed) ?? line.current
  if (amount === null || line.other === null) return '—'
  const margin = side === 'sell' ? difference(amount, line.other) : difference(line.other, amount)
  return `${formatRate(margin)}${margin.startsWith('-') ? ' loss' : ''}`
}
