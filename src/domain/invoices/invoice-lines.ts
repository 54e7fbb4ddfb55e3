import { type PrintedLine, printedAmount } from '#domain/bills/bill-recalculation.ts'
import { plainText, productOf } from '#domain/kit/figure.ts'
import { type Cents, toDecimalString } from '#domain/kit/money.ts'
import type { BilledLine } from '#domain/pricing/billed-line.ts'
import type { GivenLine } from '#domain/pricing/given-line.ts'
import type { PricedLine } from '#domain/pricing/price-lines.ts'
import type { Tracer } from '#domain/pricing/trace.ts'
import type { EngineRules } from './engine-rules.ts'
import type { InvoiceInput } from './invoice-input.ts'
import { meteredLines } from './metered-lines.ts'

export interface ComputedLine extends BilledLine {
  cents: Cents
}

type LineSource = Omit<ComputedLine, 'key' | 'amount'>

/** All lines of an invoice: from rates and use, or from the supplier's bills, then the given ones. */
export function invoiceLines(
  input: InvoiceInput,
  tracer: Tracer,
  rules: EngineRules,
): ComputedLine[] {
  const sources: LineSource[] = []
  const passedOn = (line: PrintedLine): LineSource => ({
    ...given(line, 'bill'),
    ...(rules.supplierFiguresArePrinted ? { cents: printedAmount(line) } : {}),
  })
  if (input.billing === 'split')
    sources.push(...input.bills.flatMap((bill) => bill.lines.map(passedOn)))
  const metered = input.billing === 'split' ? [] : meteredLines(input)
  sources.push(...metered.map((line) => ('rate_name' in line ? priced(line) : byHand(line))))
  const beside = input.lines.filter((line) => !metered.includes(line))
  sources.push(...beside.map(byHand))
  const own = input.own_charges ?? []
  sources.push(...own.map((line) => given({ ...line, discountable: false }, 'own')))
  return sources.map((line, place) => {
    const key = `line.${place + 1}`
    tracer.note(
      {
        key,
        label: line.name,
        formula: () => formulaOf(line),
        parts: [],
        rounding: 'cent',
      },
      line.cents,
    )
    return { key, ...line, amount: toDecimalString(line.cents) }
  })
}

function formulaOf({ quantity, unit, rate, cents }: LineSource): string {
  const exact = productOf(quantity, rate)
  const printed = exact.cents === cents ? '' : `, printed as ${toDecimalString(cents)}`
  return `${plainText(quantity)} ${unit} × ${plainText(rate)} = ${exact.text()}${printed}`
}

function priced(line: PricedLine): LineSource {
  return {
    name: line.rate_name,
    quantity: line.quantity,
    unit: line.rate_unit,
    rate: line.rate_amount,
    cents: line.amount,
    discountable: line.isDiscountable,
    source: 'rate',
    connection: line.connection,
    from: line.from,
    to: line.to,
    estimated_share: line.estimated_share,
    missing_days: line.missing_days,
  }
}

function given(line: GivenLine, source: 'bill' | 'given' | 'own'): LineSource {
  return {
    name: line.name,
    quantity: line.quantity,
    unit: line.unit,
    rate: line.rate,
    cents: productOf(line.quantity, line.rate).cents,
    discountable: line.discountable,
    source,
    connection: line.connection ?? null,
    from: line.from ?? null,
    to: line.to ?? null,
    estimated_share: line.estimated_share ?? '0.0000',
    missing_days: line.missing_days ?? 0,
    ...(line.pending_charge_id ? { pending_charge_id: line.pending_charge_id } : {}),
    ...(line.replaces ? { replaces: line.replaces } : {}),
  }
}

const byHand = (line: GivenLine) => given(line, 'given')
