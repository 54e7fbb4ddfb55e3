import type { Contract } from '#domain/contracts/contract.ts'
import { comingRates, foldName, ratesOn } from '#domain/contracts/rate-in-force.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { DECIMAL_SHAPES, isDecimalText, parseDecimal } from '#domain/kit/decimal-text.ts'
import { daysLater } from '#web/kit/frame/today.ts'
import type { RatesOfSides, Side } from './rate-side.ts'
import { isSameAmount } from './rate-words.ts'

/** One line of the wizard: a rate in force and what is typed for it, or a new rate. */
export interface ChangeLine {
  key: string
  rate_name: string
  rate_unit: string
  rate_type: string
  /** The amount in force on the day; null for a rate of a new name. */
  current: string | null
  /** What the other side has for this name and unit on the day. */
  other: string | null
  /** A change already planned after the day; it stays. */
  later: { amount: string; day: string } | null
  typed: string
}

export interface NewRate {
  rate_name: string
  rate_amount: string
  rate_unit?: string
  rate_type?: string
}

/** The rates of one side on a day, ready to be changed. */
export function linesOn(rates: RatesOfSides, side: Side, day: string): ChangeLine[] {
  const others = ratesOn(rates[side === 'sell' ? 'buy' : 'sell'], day)
  return ratesOn(rates[side], day).map((rate): ChangeLine => {
    const other = others.find(
      (one) =>
        foldName(one.rate_name) === foldName(rate.rate_name) && one.rate_unit === rate.rate_unit,
    )
    const { rate_name, rate_unit, rate_type, rate_amount } = rate
    const [next] = comingRates(
      rates[side].filter((one) => foldName(one.rate_name) === foldName(rate_name)),
      day,
    )
    return {
      key: foldName(rate_name),
      rate_name,
      rate_unit,
      rate_type,
      current: rate_amount,
      other: other?.rate_amount ?? null,
      later: next ? { amount: next.rate_amount, day: next.valid_from_date } : null,
      typed: '',
    }
  })
}

/** The amount that was typed; null while it is none. */
export function amountOf(typed: string): string | null {
  const { scale } = DECIMAL_SHAPES.rate
  const amount = parseDecimal(typed.replace(/^\s*\$\s*/, ''), scale)
  return amount !== null && isDecimalText(amount, DECIMAL_SHAPES.rate) ? amount : null
}

/** What is wrong with a line, in words for its field. */
export function lineError(line: ChangeLine): string | undefined {
  if (line.current === null && line.rate_name.trim() === '' && line.typed.trim() !== '')
    return 'Name the rate.'
  if (line.typed.trim() === '') return line.current === null ? 'Enter an amount.' : undefined
  return amountOf(line.typed) === null ? 'Enter an amount such as 0.2415.' : undefined
}

/** The lines that really change something, as the call takes them. */
export function changesIn(lines: readonly ChangeLine[]): NewRate[] {
  return lines.flatMap((line): NewRate[] => {
    const rate_amount = amountOf(line.typed)
    if (rate_amount === null || line.rate_name.trim() === '') return []
    if (line.current !== null)
      return isSameAmount(line.current, rate_amount)
        ? []
        : [{ rate_name: line.rate_name, rate_amount }]
    const { rate_name, rate_unit, rate_type } = line
    return [{ rate_name: rate_name.trim(), rate_amount, rate_unit, rate_type }]
  })
}

/** What was typed before, on the rates as they are now; new names stay below them. */
export function withTyped(now: readonly ChangeLine[], before: readonly ChangeLine[]): ChangeLine[] {
  const typed = new Map(before.map((line) => [line.key, line]))
  const known = new Set(now.map(({ key }) => key))
  return [
    ...now.map((line) => ({ ...line, typed: typed.get(line.key)?.typed ?? line.typed })),
    ...before.filter(({ key, current }) => current === null && !known.has(key)),
  ]
}

/** Every line by a percentage, with as many decimals as it has now and four at least. */
export function raised(lines: readonly ChangeLine[], percent: string): ChangeLine[] {
  const factor = new Exact(percent).div(100).plus(1)
  return lines.map((line) => {
    if (line.current === null) return line
    const decimals = line.current.split('.')[1]?.replace(/0+$/, '').length ?? 0
    return { ...line, typed: factor.times(line.current).toFixed(Math.max(4, decimals)) }
  })
}

/** Why new rates cannot begin on a day; the server refuses it with the same words. */
export function billedReason(billedTo: string | null, day: string): string | undefined {
  if (!billedTo || day > billedTo) return undefined
  const [billed, from] = [formatDayShort(billedTo), formatDayShort(day)]
  return `The contract is billed up to ${billed}. Choose a day after that, or redo the invoices from ${from} on.`
}

/** The first of a month that leaves customers their notice, and was not billed. */
export function firstDay(
  { billed_to_date }: Pick<Contract, 'billed_to_date'>,
  { today, notice }: { today: string; notice: number },
): string {
  const told = Temporal.PlainDate.from(today).add({ days: notice })
  const soon = (told.day === 1 ? told : told.add({ months: 1 }).with({ day: 1 })).toString()
  const unbilled = billed_to_date ? daysLater(billed_to_date, 1) : soon
  return [soon, unbilled].sort()[1] ?? soon
}
