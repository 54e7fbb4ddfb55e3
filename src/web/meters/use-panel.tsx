import { Paper, SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { Exact } from '#domain/kit/decimal.ts'
import { sumQuantities } from '#domain/meters/quantity.ts'
import type { MonthOfUsage } from '#domain/meters/usage-by-month.ts'
import type { MeterUse } from '#domain/meters/use-calls.ts'
import { type Bar, BarChart, monthOfBar } from '#web/kit/charts/bar-chart.tsx'
import { useOptions } from '#web/kit/form/options.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import classes from './meter-details.module.css'
import { type Meter, monthsQuery } from './meter-queries.ts'
import { amount, unitOfUse } from './reading-words.ts'

const spans = [12, 24, 36]

/** What the meter's connection used, month by month, with the year before beside it. */
export function UsePanel({ meter }: { meter: Meter }) {
  const [asked, setAsked] = useQueryState('months', parseAsInteger.withDefault(24))
  const months = spans.includes(asked) ? asked : 24
  const { data, isPending, error, refetch } = useQuery(monthsQuery(meter.id, months))
  if (isPending) return <Skeleton height={320} radius="lg" />
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (data.length === 0) {
    return (
      <NothingHere
        title="Nothing here yet."
        description="Use is shown once there are two readings to count between."
      />
    )
  }
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="How far back"
        style={{ alignSelf: 'flex-start' }}
        data={spans.map((span) => ({ value: String(span), label: `${span} months` }))}
        value={String(months)}
        onChange={(next) => void setAsked(Number(next))}
      />
      {data.map((use) => (
        <OneUse key={`${use.icp_type} ${use.flow}`} use={use} />
      ))}
    </>
  )
}

/** Use of one service in one direction; the customer page shows the same of all its meters. */
export function OneUse({ use }: { use: MeterUse }) {
  const options = useOptions()
  const unit = unitOfUse(use.unit)
  const service = use.icp_type ? options.labelOf('icp_type', use.icp_type) : 'Use'
  const title =
    use.flow === 'I'
      ? `${service} put into the network, ${unit} per month`
      : `${service}, ${unit} per month`
  const value = use.unit === 'kWh' ? 'energy' : 'quantity'
  return (
    <Paper>
      <Totals months={use.months} unit={unit} field={value} />
      <BarChart
        title={title}
        unit={unit}
        bars={use.months.map((month) => barOf(month, value))}
        format={(text) => amount(text, 0)}
        words={{ value: 'Used', beside: 'A year before' }}
        more={[
          {
            heading: 'Per day',
            cells: use.months.map((month) =>
              month.days > 0 ? amount(perDay(month[value], month.days), 1) : '–',
            ),
          },
          {
            heading: 'Days without data',
            cells: use.months.map((month) => month.missing_days || '–'),
          },
        ]}
      />
    </Paper>
  )
}

type Value = 'energy' | 'quantity'

function barOf(month: MonthOfUsage, field: Value): Bar {
  return {
    ...monthOfBar(month.month),
    value: month.days > 0 ? month[field] : null,
    estimatedShare: month.estimated_share,
    beside: field === 'energy' ? month.last_year_energy : month.last_year_quantity,
  }
}

/** What the bars come to, over the days something is known of. */
function Totals(props: { months: MonthOfUsage[]; unit: string; field: Value }) {
  const { months, unit, field } = props
  const total = sumQuantities(months.map((month) => month[field]))
  const days = months.reduce((sum, month) => sum + month.days, 0)
  const estimated = months.reduce(
    (sum, month) => sum.plus(new Exact(month[field]).times(month.estimated_share)),
    new Exact(0),
  )
  const share = new Exact(total).isZero() ? estimated : estimated.div(total).times(100)
  const compared = comparison(months, field)
  return (
    <dl className={classes.figures}>
      <div>
        <dt>Used in {months.length} months</dt>
        <dd>
          {amount(total, 0)} {unit}
        </dd>
      </div>
      <div>
        <dt>Average per day</dt>
        <dd>
          {amount(perDay(total, days), 1)} {unit}
        </dd>
      </div>
      <div>
        <dt>Estimated</dt>
        <dd>{share.toFixed(0)} %</dd>
      </div>
      {compared && (
        <div>
          <dt>Against the year before</dt>
          <dd>{compared}</dd>
        </div>
      )}
    </dl>
  )
}

function perDay(total: string, days: number): string {
  return new Exact(total).div(Math.max(days, 1)).toFixed(6)
}

/** Only whole months that both years know are compared. */
function comparison(months: MonthOfUsage[], field: Value): string | null {
  const last = field === 'energy' ? 'last_year_energy' : 'last_year_quantity'
  const both = months.filter((month) => month.missing_days === 0 && month[last] !== null)
  const before = new Exact(sumQuantities(both.map((month) => month[last] ?? '0')))
  if (before.isZero()) return null
  const now = new Exact(sumQuantities(both.map((month) => month[field])))
  const percent = now.minus(before).div(before).times(100)
  const sign = percent.isNegative() ? '−' : '+'
  return `${sign}${percent.abs().toFixed(1)} %`
}
