import { Table } from '@mantine/core'
import { byName, rateSpans } from '#domain/contracts/rate-in-force.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import { bothSides, type RatesOfSides, sides } from './rate-side.ts'
import { changeText, formatRate, unitText } from './rate-words.ts'
import classes from './rates-panel.module.css'

/** The timeline as a table: every rate with the days it holds. */
export function RateSpans({ rates }: { rates: RatesOfSides }) {
  const options = useOptions()
  return (
    <WideTable label="Every rate and its days">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Rate</Table.Th>
          <Table.Th>Side</Table.Th>
          <Table.Th>From</Table.Th>
          <Table.Th>To</Table.Th>
          <Table.Th className={classes.number}>Amount</Table.Th>
          <Table.Th>Per</Table.Th>
          <Table.Th className={classes.number}>Change</Table.Th>
          <Table.Th>Kind</Table.Th>
          <Table.Th>Register</Table.Th>
          <Table.Th>Losses</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {spansOf(rates).map(({ side, rate, from, to, before }) => (
          <Table.Tr key={`${side} ${rate.id}`}>
            <Table.Td className={classes.name}>{rate.rate_name}</Table.Td>
            <Table.Td>{sides[side].label}</Table.Td>
            <Table.Td>{formatDay(from)}</Table.Td>
            <Table.Td>{to ? formatDay(to) : 'open'}</Table.Td>
            <Table.Td className={classes.number}>{formatRate(rate.rate_amount)}</Table.Td>
            <Table.Td>{unitText(options, rate.rate_unit)}</Table.Td>
            <Table.Td className={classes.number}>
              {before ? changeText(before, rate.rate_amount) : 'first'}
            </Table.Td>
            <Table.Td>{options.labelOf('rate_type', rate.rate_type)}</Table.Td>
            <Table.Td>
              {rate.register_code ? options.labelOf('register_code', rate.register_code) : 'All'}
            </Table.Td>
            <Table.Td>{rate.with_losses ? 'Charged' : 'No'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function spansOf(rates: RatesOfSides) {
  const names = byName([...rates.sell, ...rates.buy])
  return [...names.keys()].flatMap((name) =>
    bothSides.flatMap((side) => {
      const spans = rateSpans(byName(rates[side]).get(name) ?? [])
      return spans.map((span, place) => ({
        ...span,
        side,
        before: spans[place - 1]?.rate.rate_amount ?? null,
      }))
    }),
  )
}
