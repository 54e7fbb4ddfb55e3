import { type DatedRate, ratesOn } from '#domain/contracts/rate-in-force.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { toDecimalString } from '#domain/kit/money.ts'
import { round2, toDollars } from '#domain/kit/rounding.ts'
import { unitWord } from '#domain/kit/words.ts'
import { instalmentOffer } from '#domain/reports/instalments.ts'
import type { NarrowedTo } from '#domain/reports/narrowed.ts'
import type { PreparedMail, ReportRow, ReportTable } from '#domain/reports/report.ts'
import { ESTIMATED_DAYS, type TrueUp, trueUpOf } from '#domain/reports/true-up.ts'
import { sameConnection } from '#server/contracts/same-connection.ts'
import { gstOn } from '#server/identity/gst-rates.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { ReportQuestion } from '../report-source.ts'
import { COUNTED_READINGS, MEASURED_SERVICES, USED } from './counted-use.ts'

interface EstimatedRegister {
  id: number
  meter_id: number
  meter_number: string
  register: string
  register_code: string
  loss_factor: string | null
  connection: string
  network: string
  service: string
  customer_id: number | null
  customer: string | null
  stretches: [period_start: string, period_end: string, quantity: string, is_estimate: boolean][]
  gst_percent: string | null
  rates: SellRate[] | null
}

interface SellRate extends DatedRate {
  register_code: string | null
  with_losses: boolean
}

// Whoever was not even estimated for longer has other troubles.
const LOOKED_BACK_DAYS = 400

// Registers whose last reading is an estimate, and that were not read for so long before it.
const REGISTERS = sql<EstimatedRegister, [today: string]>`
  with known as materialized (select r.meterregister_id, max(r.reading_date) as last_day,
      max(r.reading_date) filter (where r.reading_latest_type <> 'estimate') as read_day,
      min(r.period_start) as first_day
    from meterreadings r where ${COUNTED_READINGS}
      and r.reading_date >= $1::date - ${LOOKED_BACK_DAYS} group by r.meterregister_id)
  select g.id, m.id as meter_id, m.meter_number, g.name as register, g.register_code,
    trim_scale(m.loss_factor)::text as loss_factor,
    coalesce(m.connection, m.meter_number) as connection, coalesce(m.power_network, '') as network,
    coalesce(m.icp_type, 'electricity') as service, m.customer_id, c.name as customer,
    (select json_agg(json_build_array(r.period_start, r.reading_date, ${USED}::text,
        r.reading_latest_type = 'estimate') order by r.reading_date, r.id)
      from meterreadings r where r.meterregister_id = g.id and ${COUNTED_READINGS}) as stretches,
    k.gst_percent::text, (select json_agg(json_build_object('rate_name', p.rate_name,
        'rate_amount', p.rate_amount::text, 'rate_unit', p.rate_unit,
        'valid_from_date', p.valid_from_date, 'register_code', p.register_code,
        'with_losses', p.with_losses) order by p.id)
      from rates p where p.contract_id = k.id and p.deleted_at is null) as rates
  from known n join meterregisters g on g.id = n.meterregister_id and g.deleted_at is null
  join meters m on m.id = g.meter_id and m.deleted_at is null and m.date_removed is null
  left join customers c on c.id = m.customer_id
  left join lateral (select d.id, d.gst_percent from contract_connections b
    join contracts d on d.id = b.contract_id
    where ${sameConnection('b', 'm')}
    order by b.days @> n.last_day desc, lower(b.days) desc limit 1) k on true
  where g.flow = 'X' and ${MEASURED_SERVICES}
    and n.last_day - coalesce(n.read_day, n.first_day - 1) > ${ESTIMATED_DAYS} order by g.id`

/** Registers that were estimated for long, what reading them is likely to bring, and in dollars. */
export async function trueUpTable(
  conn: Conn,
  { today, narrowed }: Pick<ReportQuestion, 'today' | 'narrowed'>,
): Promise<ReportTable> {
  const registers = await REGISTERS.all(conn, today)
  const gst = await gstOn(conn, today)
  const rows = registers
    .filter((one) => isMeant(one, narrowed))
    .flatMap((one) => {
      const told = trueUpOf(one.stretches.map(stretchOf))
      const own = { ...one, gst_percent: one.gst_percent ?? gst }
      return told ? [rowOf(own, told, today)] : []
    })
  return {
    title: 'True-up',
    about: `Registers that were estimated for more than ${ESTIMATED_DAYS} days: what they are likely to have used less what was billed, at today’s rates without GST. Expected is their own use of the same month a year ago, moved as their last 90 measured days moved; ± is how far estimates of theirs were off before.`,
    heading: 'Register',
    columns: [
      { name: 'days', label: 'Days estimated', kind: 'count' },
      { name: 'billed', label: 'Billed', kind: 'quantity' },
      { name: 'expected', label: 'Expected', kind: 'quantity' },
      { name: 'difference', label: 'To come', kind: 'quantity' },
      { name: 'band', label: '±', kind: 'quantity' },
      { name: 'worth', label: 'To come, $', kind: 'money' },
      { name: 'worth_band', label: '± $', kind: 'money' },
    ],
    rows: rows.sort((a, b) => Number(b.values.worth ?? 0) - Number(a.values.worth ?? 0)),
  }
}

function isMeant(one: EstimatedRegister, narrowed: NarrowedTo = []): boolean {
  const keys: Record<string, string> = {
    customer: String(one.customer_id ?? ''),
    connection: one.connection,
    network: one.network,
    service: one.service,
  }
  return narrowed.every(({ group, key }) => (keys[group] ?? key) === key)
}

function stretchOf(stored: EstimatedRegister['stretches'][number]) {
  const [period_start, period_end, quantity, is_estimate] = stored
  return { period_start, period_end, quantity, is_estimate }
}

function rowOf(one: EstimatedRegister, told: TrueUp, today: string): ReportRow {
  const { forecast, days, billed, from, reason } = told
  const price = priceOf(one, today)
  const worth = (quantity: string | null | undefined) =>
    quantity && price ? toDecimalString(round2(price.times(quantity))) : null
  const unit = one.service === 'water' ? unitWord('m3') : 'kWh'
  return {
    key: String(one.id),
    name: `${one.meter_number} ${one.register}`,
    detail: [one.customer, `${unit} since ${formatDayShort(from)}`, reason]
      .filter((word) => word !== null)
      .join(' · '),
    to: `/app/meter?id=${one.meter_id}`,
    values: {
      days,
      billed,
      expected: forecast?.expected ?? null,
      difference: forecast?.difference ?? null,
      band: forecast?.band ?? null,
      worth: worth(forecast?.difference),
      worth_band: worth(forecast?.band),
    },
    before: null,
    offer: offerOf(one, told, price),
  }
}

type Price = InstanceType<typeof Exact>

/** What one more unit costs the customer on a day, by all rates that count this register. */
function priceOf({ rates, register_code, loss_factor, service }: EstimatedRegister, day: string) {
  const own = (rates ?? []).filter(
    (rate) => rate.register_code === null || rate.register_code === register_code,
  )
  const parts = ratesOn(own, day).flatMap(({ rate_amount, rate_unit, with_losses }) => {
    const units = service === 'water' ? PER_CUBIC_METRE : PER_KWH
    if (!Object.hasOwn(units, rate_unit)) return []
    return [
      new Exact(rate_amount)
        .times(units[rate_unit] ?? 0)
        .times(with_losses ? (loss_factor ?? 1) : 1),
    ]
  })
  return parts.length > 0 ? Exact.sum(0, ...parts) : null
}

const PER_KWH: Record<string, string> = { kWh: '1', GJ: '0.0036' }
const PER_CUBIC_METRE: Record<string, string> = { m3: '1' }

/** Only what is more than was billed is worth a letter before it comes. */
function offerOf(
  { customer_id, customer, meter_number, gst_percent }: EstimatedRegister,
  { forecast, from, days }: TrueUp,
  price: Price | null,
): PreparedMail | null {
  if (!forecast || !price || customer_id === null) return null
  const net = round2(price.times(forecast.difference))
  if (net <= 0) return null
  const amount = round2(toDollars(net).times(new Exact(gst_percent ?? '0').div(100).plus(1)))
  const words = instalmentOffer({ customer: customer ?? '', meter_number, from, days, amount })
  return { label: 'Offer instalments', customer_id, ...words }
}
