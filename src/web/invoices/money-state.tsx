import { Paper, Text } from '@mantine/core'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { businessToday, formatDayShort } from '#domain/kit/calendar.ts'
import classes from '#web/kit/frame/pairs.module.css'
import { today } from '#web/kit/frame/today.ts'
import { Money } from '#web/kit/list/cells.tsx'

/** What is still owed on an invoice that is out, and the days that matter. */
export function MoneyState({ row }: { row: Invoice }) {
  if (!row.invoiced_at || row.invoice_status === 'cancelled') return null
  const isLate = row.due_date !== null && row.due_date < today()
  return (
    <Paper>
      <div className={classes.owed}>
        <Text fw={600}>Still owed</Text>
        <Text fz={20} fw={700}>
          <Money value={row.balance ?? '0.00'} isOverdue={isLate} />
        </Text>
      </div>
      <dl className={classes.pairs}>
        {pairsOf(row).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  )
}

function pairsOf(row: Invoice): [string, string][] {
  const opened = row.opened_at ? `opened ${dayOf(row.opened_at)}` : 'not opened yet'
  const pairs: [string, string | null][] = [
    ['Sent', `${dayOf(row.invoiced_at)}, ${opened}`],
    ['Due', formatDayShort(row.due_date)],
    ['Reminded', row.reminded_at ? dayOf(row.reminded_at) : null],
    ['Nothing owed since', row.cleared_at ? dayOf(row.cleared_at) : null],
  ]
  return pairs.flatMap(([label, value]) => (value ? [[label, value]] : []))
}

function dayOf(instant: string | null): string {
  return instant ? formatDayShort(businessToday(Temporal.Instant.from(instant))) : ''
}
