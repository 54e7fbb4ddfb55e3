import { Paper, Text, Title } from '@mantine/core'
import {
  comingRates,
  foldName,
  type MarginLine,
  marginsOn,
} from '#domain/contracts/rate-in-force.ts'
import { formatDay, formatDayShort, isDay } from '#domain/kit/calendar.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useOptions } from '#web/kit/form/options.ts'
import { today } from '#web/kit/frame/today.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { bothSides, type RatesOfSides, sides } from './rate-side.ts'
import { formatRate, marginShare, unitText } from './rate-words.ts'
import classes from './rates-panel.module.css'

interface Props {
  rates: RatesOfSides
  /** As it stands in its field: maybe no day yet. */
  day: string
  onDay: (day: string | null) => void
}

/** The rates in force on a day, what is left of each, and what changes next. */
export function RatesOnDay({ rates, day, onDay }: Props) {
  const options = useOptions()
  const lines = isDay(day) ? marginsOn(rates.sell, rates.buy, day) : []
  return (
    <Paper component="section">
      <div className={classes.head}>
        <Title order={2}>
          Rates on {formatDayShort(day) || 'a day'}
          {day === today() && ' (today)'}
        </Title>
        <DayInput label="Rates on" value={day} onChange={onDay} />
      </div>
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          {isDay(day) ? 'No rate holds on this day.' : 'Enter a day to see its rates.'}
        </Text>
      ) : (
        <PlainTable
          label="Rates in force"
          rows={lines}
          keyOf={(line) => `${line.rate_name} ${line.rate_unit}`}
          columns={[
            {
              heading: 'Rate',
              isStrong: true,
              cell: (line) => (
                <>
                  {line.rate_name}
                  <div className={classes.quiet}>per {unitText(options, line.rate_unit)}</div>
                </>
              ),
            },
            { heading: 'Sell', isNumber: true, cell: (line) => shown(line.sell) },
            { heading: 'Buy', isNumber: true, cell: (line) => shown(line.buy) },
            { heading: 'Margin', isNumber: true, cell: (line) => <Margin line={line} /> },
            { heading: 'Next change', cell: (line) => nextChange(rates, line.rate_name, day) },
          ]}
        />
      )}
      <Text size="xs" c="dimmed" mt={6}>
        Dollars per unit, without GST.
      </Text>
    </Paper>
  )
}

function Margin({ line }: { line: MarginLine }) {
  if (line.margin === null || line.sell === null) {
    const reason =
      line.sell === null ? 'Not sold' : line.buy === null ? 'No buy rate' : 'Other unit'
    return <span className={classes.quiet}>{reason}</span>
  }
  const isLoss = line.margin.startsWith('-')
  return (
    <>
      <span className={isLoss ? classes.loss : undefined}>
        {formatRate(line.margin)}
        {isLoss && ' loss'}
      </span>{' '}
      <span className={classes.quiet}>{marginShare(line.sell, line.margin)}</span>
    </>
  )
}

function shown(amount: string | null): string {
  return amount === null ? '—' : formatRate(amount)
}

function nextChange(rates: RatesOfSides, name: string, day: string): string {
  const words = bothSides.flatMap((side) => {
    const own = rates[side].filter((rate) => foldName(rate.rate_name) === foldName(name))
    const [next] = comingRates(own, day)
    if (!next) return []
    const amount = formatRate(next.rate_amount)
    return [`${sides[side].label} ${amount} from ${formatDay(next.valid_from_date)}`]
  })
  return words.join('; ') || '—'
}
