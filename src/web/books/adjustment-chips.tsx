import { Group } from '@mantine/core'
import type { Adjustment } from '#domain/books/adjustment.ts'
import { humanise } from '#domain/kit/wording.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { today } from '#web/kit/frame/today.ts'

interface Badge {
  value: string
  label: string
}

/** Its status, and what else is worth a word. */
export function AdjustmentChips({ row }: { row: Adjustment }) {
  return (
    <Group component="span" gap={6}>
      {badgesOf(row).map(({ value, label }) => (
        <StatusChip key={label} value={value} label={label} />
      ))}
    </Group>
  )
}

function badgesOf(row: Adjustment): Badge[] {
  const { adjustment_status: status, side, credit_left, balance, amount, due_date } = row
  if (status === 'cancelled') return [{ value: status, label: 'Cancelled' }]
  if (side === 'credit') {
    const isLeft = Number(credit_left) > 0
    return [isLeft ? { value: 'open', label: 'Credit left' } : { value: 'done', label: 'Used up' }]
  }
  const badges: Badge[] = [{ value: status, label: humanise(status) }]
  if (Number(row.written_off) > 0) badges.push({ value: 'failed', label: 'Written off' })
  if (status !== 'invoiced') return badges
  if (row.is_held) badges.push({ value: 'waiting', label: 'Held' })
  else if ((due_date ?? '') < today()) badges.push({ value: 'failed', label: 'Overdue' })
  if (Number(balance) < Number(amount)) badges.push({ value: 'waiting', label: 'Partly paid' })
  return badges
}
