import { Paper, Table, Text, Title } from '@mantine/core'
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
import { WideTable } from '#web/kit/list/wide-table.tsx'
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
        <WideTable label="Rates in force">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Rate</Table.Th>
              <Table.Th className={classes.number}>Sell</Table.Th>
              <Table.Th className={classes.number}>Buy</Table.Th>
              <Table.Th className={classes.number}>Margin</Table.Th>
              <Table.Th>Next change</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={`${line.rate_name} ${line.rate_unit}`}>
                <Table.Td className={classes.name}>
                  {line.rate_name}
                  <div className={classes.quiet}>per {unitText(options, line.rate_unit)}</div>
                </Table.Td>
                <Table.Td className={classes.number}>{shown(line.sell)}</Table.Td>
                <Table.Td className={classes.number}>{shown(line.buy)}</Table.Td>
                <Margin line={line} />
                <Table.Td>{nextChange(rates, line.rate_name, day)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
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
    return (
      <Table.Td className={classes.number}>
        <span className={classes.quiet}>{reason}</span>
      </Table.Td>
    )
  }
  const isLoss = line.margin.startsWith('-')
  return (
    <Table.Td className={classes.number}>
      <span className={isLoss ? classes.loss : undefined}>
        {formatRate(line.margin)}
        {isLoss && ' loss'}
      </span>{' '}
      <span className={classes.quiet}>{marginShare(line.sell, line.margin)}</span>
    </Table.Td>
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
