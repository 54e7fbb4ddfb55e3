import { makeIcp } from '#domain/kit/icp.ts'

export const HEADINGS = 'Meter number,ICP,Register,Date,Reading,Type'

export const serialOf = (meter: number) => `IMP${String(meter).padStart(6, '0')}`
export const icpOf = (meter: number) => makeIcp(700_000 + meter, 'UN')

/** Meters with one register each, named so that the files below speak of them. */
export const METERS_SQL = `with made as (
    insert into meters (organisation_id, meter_number, customer_id, icp_number, icp_type,
      date_installed)
    select $1, 'IMP' || lpad(n::text, 6, '0'), $4, ($3::text[])[n], 'electricity', '2015-01-01'
    from generate_series(1, $2::int) n returning id)
  insert into meterregisters (organisation_id, meter_id, name, register_code, digits, flow)
  select $1, id, 'Anytime', 'UN', 6, 'X' from made`

export function metersValues(organisation_id: number, count: number, customer_id?: number) {
  const icps = Array.from({ length: count }, (_, at) => icpOf(at + 1))
  return [organisation_id, count, icps, customer_id ?? null]
}

/** A month's first day, counted back from October 2026. */
function dayOf(monthsAgo: number): string {
  return Temporal.PlainDate.from('2026-10-01').subtract({ months: monthsAgo }).toString()
}

export interface BadRows {
  unknownMeter: number
  lower: number
  noNumber: number
  inTheFuture: number
}

const NO_BAD_ROWS: BadRows = { unknownMeter: 0, lower: 0, noNumber: 0, inTheFuture: 0 }

/** Monthly readings of many meters; the last of some meters are spoiled in different ways. */
export function readingCsv(meters: number, months: number, bad: Partial<BadRows> = {}): string {
  const { unknownMeter, lower, noNumber, inTheFuture } = { ...NO_BAD_ROWS, ...bad }
  const kinds = [
    ...Array<string>(unknownMeter).fill('unknown'),
    ...Array<string>(lower).fill('lower'),
    ...Array<string>(noNumber).fill('words'),
    ...Array<string>(inTheFuture).fill('future'),
  ]
  const lines = [HEADINGS]
  for (let meter = 1; meter <= meters; meter++)
    for (let month = months; month >= 1; month--) {
      const kind = month === 1 ? kinds[meter - 1] : undefined
      const serial = kind === 'unknown' ? `GONE${meter}` : serialOf(meter)
      const icp = kind === 'unknown' ? '' : icpOf(meter)
      const day = kind === 'future' ? '2031-01-01' : dayOf(month)
      const value = 1000 + (months - month) * 300
      const reading = kind === 'lower' ? '12' : kind === 'words' ? 'twelve' : String(value)
      const [y, m, d] = day.split('-')
      lines.push(`${serial},${icp},UN,${d}/${m}/${y},${reading},actual`)
    }
  return lines.join('\r\n')
}
