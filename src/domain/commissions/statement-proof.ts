import { type Cents, cents, sumCents } from '#domain/kit/money.ts'
import { gstOn } from './statement-sums.ts'

/** What a value of a proof may be: numbers are the text that was printed. */
type PrintedValue = string | readonly PrintedValue[] | { readonly [key: string]: PrintedValue }

/**
 * The one way to write a statement down: keys in order, no spaces, numbers as they were printed. Two
 * people who write the same statement get the same bytes, and so the same hash.
 */
export function canonical(value: PrintedValue): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  // An array was told apart above.
  const fields = Object.entries(value as Record<string, PrintedValue>)
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

/** A line of a statement as the partner gets it; nothing about what the customer owes or uses. */
export interface ProofLine {
  /** Its place on the statement: 1, 2, 3. */
  line: string
  kind: string
  customer_number: string
  customer: string
  invoice: string
  period: string
  cleared_on: string
  bank_confirmed: string
  base: string
  share: string
  rate: string
  amount: string
  /** The statement it corrects. */
  corrects: string
  /** Why somebody corrected what was earned; other lines have none. */
  reason?: string
}

/** A whole statement, in the form that is hashed. */
export interface StatementProof {
  number: string
  date: string
  broker: string
  broker_gst_number: string
  partner: string
  partner_gst_number: string
  gst_mode: string
  lines: ProofLine[]
  sum: string
  gst_percent: string
  gst: string
  total: string
  brought_forward: string
  withheld: string
  to_pay: string
  /** The hash of the partner's statement before; empty at first. */
  previous: string
}

export const proofText = (proof: StatementProof): string =>
  canonical(proof as unknown as Record<string, PrintedValue>)

/** What does not add up in a statement, in words; nothing where all does. */
export function wrongIn(proof: StatementProof): string[] {
  const wrong: string[] = []
  const differs = (what: string, told: string, found: Cents) => {
    if (cents(told) !== found)
      wrong.push(`${what} says ${told}, and it comes to ${(found / 100).toFixed(2)}.`)
  }
  const { lines, sum, gst, total, brought_forward, withheld, to_pay, gst_percent, gst_mode } = proof
  for (const line of lines) wrong.push(...wrongLine(line))
  differs('The sum', sum, sumCents(lines.map(({ amount }) => cents(amount))))
  const tax = gst_mode === 'buyer_created' ? gstOn(cents(sum), gst_percent) : cents('0.00')
  differs('GST', gst, tax)
  differs('The total', total, sumCents([cents(sum), cents(gst)]))
  const owed = cents(total) + cents(brought_forward) - cents(withheld)
  if (cents(to_pay) !== 0 && cents(to_pay) !== owed)
    wrong.push(`To pay says ${to_pay}, and it comes to ${(owed / 100).toFixed(2)}.`)
  return wrong
}

/** A line whose rate is a share of its base comes to that; a fixed amount comes to its share. */
function wrongLine({ line, base, share, rate, amount }: ProofLine): string[] {
  const percent = percentIn(rate)
  const part = percentIn(share)
  const [of, times] = percent === null ? [rate, part] : [base, percent]
  if (of === '' || times === null) return []
  const found = partOf(of, times)
  if (found === cents(amount)) return []
  return [`Line ${line}: ${times} % of ${of} is ${(found / 100).toFixed(2)}, not ${amount}.`]
}

const percentIn = (text: string) => /^(\d+(?:\.\d+)?) %$/.exec(text)?.[1] ?? null

const DECIMALS = 8

/** A number as whole units of its eighth decimal. */
function unitsOf(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.')
  return BigInt(`${whole}${decimals.padEnd(DECIMALS, '0')}`)
}

/** So many percent of an amount, in cents, rounded half away from zero. */
function partOf(amount: string, percent: string): number {
  const product = unitsOf(amount) * unitsOf(percent)
  const size = product < 0n ? -product : product
  const parts = 10n ** BigInt(2 * DECIMALS)
  const rounded = (size * 2n + parts) / (2n * parts)
  return Number(product < 0n ? -rounded : rounded)
}
