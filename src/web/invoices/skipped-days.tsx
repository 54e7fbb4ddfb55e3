import { Alert, Button, Group, Text } from '@mantine/core'
import type { DaySpan } from '#domain/invoices/unbilled-days.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'

interface Props {
  days: DaySpan
  onBill: (days: { period_start: string; period_end: string }) => void
}

/** Earlier days of the contract that nobody billed, offered before later ones hide them. */
export function SkippedDays({ days, onBill }: Props) {
  const span = `${formatDayShort(days.from)} – ${formatDayShort(days.to)}`
  return (
    <Alert color="amber" role="status" title="Earlier days are not billed yet">
      <Group justify="space-between">
        <Text size="sm">No invoice of this contract bills {span}.</Text>
        <Button
          variant="default"
          onClick={() => onBill({ period_start: days.from, period_end: days.to })}
        >
          Bill these days first
        </Button>
      </Group>
    </Alert>
  )
}
