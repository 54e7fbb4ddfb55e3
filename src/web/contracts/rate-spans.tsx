import { byName, rateSpans } from '#domain/contracts/rate-in-force.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { bothSides, type RatesOfSides, sides } from './rate-side.ts'
import { changeText, formatRate, unitText } from './rate-words.ts'

/** The timeline as a table: every rate with the days it holds. */
export function RateSpans({ rates }: { rates: RatesOfSides }) {
  const options = useOptions()
  return (
    <PlainTable
      label="Every rate and its days"
      rows={spansOf(rates)}
      keyOf={({ side, rate }) => `${side} ${rate.id}`}
      columns={[
        { heading: 'Rate', isStrong: true, cell: ({ rate }) => rate.rate_name },
        { heading: 'Side', cell: ({ side }) => sides[side].label },
        { heading: 'From', cell: ({ from }) => formatDay(from) },
        { heading: 'To', cell: ({ to }) => (to ? formatDay(to) : 'open') },
        { heading: 'Amount', isNumber: true, cell: ({ rate }) => formatRate(rate.rate_amount) },
        { heading: 'Per', cell: ({ rate }) => unitText(options, rate.rate_unit) },
        {
          heading: 'Change',
          isNumber: true,
          cell: ({ rate, before }) => (before ? changeText(before, rate.rate_amount) : 'first'),
        },
        { heading: 'Kind', cell: ({ rate }) => options.labelOf('rate_type', rate.rate_type) },
        {
          heading: 'Register',
          cell: ({ rate: { register_code } }) =>
            register_code ? options.labelOf('register_code', register_code) : 'All',
        },
        { heading: 'Losses', cell: ({ rate }) => (rate.with_losses ? 'Charged' : 'No') },
      ]}
    />
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
