import { Divider, Paper, Text } from '@mantine/core'
import { type Contract, contract } from '#domain/contracts/contract.ts'
import { comingRates, marginsOn } from '#domain/contracts/rate-in-force.ts'
import { businessDayOf, formatDayShort } from '#domain/kit/calendar.ts'
import { labelOf } from '#domain/kit/entity.ts'
import { plural } from '#domain/kit/wording.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { today } from '#web/kit/frame/today.ts'
import { cellOf } from '#web/kit/list/cells.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import classes from './contract-summary.module.css'
import { dayOfInterest } from './day-of-interest.ts'
import { bothSides, type RatesOfSides, sides, useRates } from './rate-side.ts'
import { formatRate, marginShare, unitText } from './rate-words.ts'

const facts = [
  'customer_id',
  'supplier_id',
  'icp_type',
  'connections',
  'account_number_with_supplier',
  'staff_id',
] as const

/** What is asked about a contract on the phone, always in sight. */
export function ContractSummary({ row, titles }: { row: Contract; titles: Titles }) {
  const options = useOptions()
  const { rates } = useRates(row.id)
  return (
    <Paper>
      <Text size="xs" c="dimmed">
        Term
      </Text>
      <Text fw={650}>{termText(row)}</Text>
      <dl className={classes.pairs}>
        <div>
          <dt>Billed to</dt>
          <dd>{row.billed_to_date ? formatDayShort(row.billed_to_date) : 'Not billed yet'}</dd>
        </div>
        {row.cancelled_at && (
          <div>
            <dt>Cancelled on</dt>
            <dd>{formatDayShort(businessDayOf(row.cancelled_at))}</dd>
          </div>
        )}
        <div>
          <dt>Next rate change</dt>
          <dd>{nextChange(rates, dayOfInterest(row))}</dd>
        </div>
      </dl>
      <Divider my="sm" />
      <Margins rates={rates} day={dayOfInterest(row)} />
      <dl className={classes.facts}>
        {facts
          .filter((name) => hasValue(row[name]))
          .map((name) => (
            <div key={name}>
              <dt>{labelOf(contract, name)}</dt>
              <dd>{cellOf(contract, name, row[name], { titles, options })}</dd>
            </div>
          ))}
      </dl>
    </Paper>
  )
}

function Margins({ rates, day }: { rates: RatesOfSides; day: string }) {
  const options = useOptions()
  const lines = marginsOn(rates.sell, rates.buy, day)
  const compared = lines.flatMap((line) => (line.margin && line.sell ? [{ ...line }] : []))
  if (lines.length === 0) return null
  const rest = lines.length - compared.length
  return (
    <>
      <Text size="xs" c="dimmed">
        {day === today() ? 'Margin today' : `Margin on ${formatDayShort(day)}`}
      </Text>
      <dl className={classes.pairs}>
        {compared.map(({ rate_name, rate_unit, margin, sell }) => (
          <div key={rate_name}>
            <dt>{rate_name}</dt>
            <dd>
              {formatRate(margin ?? '0')} per {unitText(options, rate_unit)}
              <span className={classes.share}>{marginShare(sell ?? '0', margin ?? '0')}</span>
            </dd>
          </div>
        ))}
      </dl>
      {rest > 0 && (
        <Text size="xs" c="dimmed">
          {plural(rest, 'rate')} on one side only
        </Text>
      )}
      <Divider my="sm" />
    </>
  )
}

function termText(row: Contract): string {
  if (!row.date_start) return 'No start day yet'
  const end = row.date_end ? formatDayShort(row.date_end) : 'open'
  const rolls = row.is_open_plan ? ', rolls on' : ''
  return `${formatDayShort(row.date_start)} – ${end}${rolls}`
}

function nextChange(rates: RatesOfSides, after: string): string {
  const coming = bothSides.flatMap((side) => {
    const [next] = comingRates(rates[side], after)
    return next ? [{ side, day: next.valid_from_date }] : []
  })
  const day = coming.map((one) => one.day).sort()[0]
  if (!day) return 'None planned'
  const which = coming.filter((one) => one.day === day).map(({ side }) => sides[side].label)
  return `${formatDayShort(day)} (${which.join(' and ').toLowerCase()})`
}

function hasValue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}
