import { type Cents, sumCents, toDecimalString } from '#domain/kit/money.ts'

/** One amount of an invoice and how it came about. */
export interface TraceStep {
  /** The field or line it explains, such as charges_gst or line.3. */
  key: string
  label: string
  /** In words and figures: 573.26 × 15 % = 85.989. */
  formula: string
  /** The keys it was made from. */
  parts: string[]
  /** Half away from zero, half towards zero for GST, or nothing to round. */
  rounding: 'cent' | 'gst' | 'none'
  amount: string
}

interface NotedStep extends Omit<TraceStep, 'amount' | 'formula'> {
  /** Written only where the steps are told. */
  formula: string | (() => string)
}

export interface Tracer {
  steps: TraceStep[]
  /** Notes an amount and gives it back, so that nothing is computed without being explained. */
  note(step: NotedStep, amount: Cents): Cents
  /** A sum of amounts that were noted before. */
  sum(key: string, label: string, parts: readonly string[]): Cents
}

/** One that tells nothing only adds up: enough for whoever compares the amounts. */
export function makeTracer(isTold: boolean): Tracer {
  const steps: TraceStep[] = []
  const amounts = new Map<string, Cents>()
  const note: Tracer['note'] = (step, amount) => {
    const { key, label, parts, rounding } = step
    if (isTold) {
      const formula = typeof step.formula === 'string' ? step.formula : step.formula()
      steps.push({ key, label, formula, parts, rounding, amount: toDecimalString(amount) })
    }
    amounts.set(key, amount)
    return amount
  }
  return {
    steps,
    note,
    sum(key, label, parts) {
      const terms = parts.map((part) => {
        const amount = amounts.get(part)
        if (amount === undefined) throw new Error(`${part} is summed before it is known.`)
        return amount
      })
      const total = sumCents(terms)
      const formula = () => (terms.length > 0 ? signed(terms) : '0.00')
      return note({ key, label, formula, parts: [...parts], rounding: 'none' }, total)
    },
  }
}

function signed(terms: readonly Cents[]): string {
  let text = ''
  for (const term of terms) {
    const amount = toDecimalString(term)
    if (text === '') text = amount
    else text += term < 0 ? ` − ${amount.slice(1)}` : ` + ${amount}`
  }
  return text
}
