import { Exact } from '#domain/kit/decimal.ts'

export type Service = 'electricity' | 'gas' | 'water'

interface TariffLine {
  rate_name: string
  rate_type: string
  rate_unit: string
  /** What the supplier charges at the level of 2026, in dollars without GST. */
  buy: string
  register_code?: string
  with_losses?: boolean
}

export interface DemoRate {
  rate_name: string
  rate_type: string
  rate_amount: string
  rate_unit: string
  register_code: string | null
  with_losses: boolean
}

const levy: TariffLine = {
  rate_name: 'Electricity Authority levy',
  rate_type: 'levy',
  rate_unit: 'kWh',
  buy: '0.0021',
}

const energy: Record<string, [name: string, home: string, business: string]> = {
  UN: ['Anytime', '0.2418', '0.2187'],
  D: ['Day', '0.2652', '0.2304'],
  N: ['Night', '0.1489', '0.1326'],
  CN: ['Controlled', '0.1874', '0.1790'],
  EG: ['Solar buy-back', '-0.1250', '-0.1150'],
}

/** The lines of a contract: what is charged depends on the service and on what the meters have. */
export function tariffFor(
  service: Service,
  {
    isBusiness,
    codes,
    isLarge,
  }: { isBusiness: boolean; codes: readonly string[]; isLarge: boolean },
): TariffLine[] {
  if (service === 'gas')
    return [
      variable('Gas', 'kWh', isBusiness ? '0.0987' : '0.1246'),
      fixed('Daily charge', isBusiness ? '2.4500' : '1.6900'),
    ]
  if (service === 'water')
    return [
      variable('Water', 'm3', '2.2960'),
      variable('Wastewater', 'm3', '3.7150'),
      fixed('Fixed charge', '0.8520'),
    ]
  const counted = codes.map((code): TariffLine => {
    const [name, home, business] = energy[code] ?? ['Energy', '0.2400', '0.2200']
    const line = variable(name, 'kWh', isBusiness ? business : home)
    const isCredit = code === 'EG'
    const register_code = codes.length > 1 ? { register_code: code } : {}
    return {
      ...line,
      ...register_code,
      rate_type: isCredit ? 'credit' : 'variable',
      with_losses: isLarge,
    }
  })
  const lines = [...counted, fixed('Daily charge', isBusiness ? '2.1800' : '1.8000')]
  if (isLarge)
    lines.push({ rate_name: 'Capacity', rate_type: 'capacity', rate_unit: 'kVA', buy: '0.2050' })
  return [...lines, levy]
}

function variable(rate_name: string, rate_unit: string, buy: string): TariffLine {
  return { rate_name, rate_type: 'variable', rate_unit, buy }
}

function fixed(rate_name: string, buy: string): TariffLine {
  return { rate_name, rate_type: 'fixed', rate_unit: 'day', buy }
}

/** Both sides of the lines at a level of prices: 1 is that of 2026. */
export function priced(lines: readonly TariffLine[], level: string, marginPercent: string) {
  const margin = new Exact(marginPercent).div(100).plus(1)
  const amountOf = (line: TariffLine, isSell: boolean) => {
    const bought = new Exact(line.buy).times(line.rate_type === 'levy' ? 1 : level)
    // Levies pass through; of what the sun made, we keep a little.
    const factor =
      !isSell || line.rate_type === 'levy' ? 1 : line.rate_type === 'credit' ? '0.94' : margin
    return bought.times(factor).toDecimalPlaces(4).toFixed()
  }
  const side = (isSell: boolean) =>
    lines.map(
      (line): DemoRate => ({
        rate_name: line.rate_name,
        rate_type: line.rate_type,
        rate_amount: amountOf(line, isSell),
        rate_unit: line.rate_unit,
        register_code: line.register_code ?? null,
        with_losses: line.with_losses ?? false,
      }),
    )
  return { sell: side(true), buy: side(false) }
}

/** How prices stood on a day. */
export function levelOn(day: string): string {
  if (day >= '2027-01-01') return '1.041'
  if (day >= '2026-04-01') return '1'
  return day >= '2025-04-01' ? '0.957' : '0.918'
}
