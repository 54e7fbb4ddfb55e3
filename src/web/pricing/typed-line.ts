import { parseDecimal } from '#domain/kit/decimal-text.ts'
import type { BilledLine } from '#domain/pricing/billed-line.ts'
import type { GivenLine } from '#domain/pricing/given-line.ts'

/** A line while it is typed; the key keeps it apart from the others. */
export interface TypedLine {
  key: string
  name: string
  quantity: string
  unit: string
  rate: string
  discountable: boolean
  from?: string | null | undefined
  to?: string | null | undefined
  source?: BilledLine['source'] | undefined
  pending_charge_id?: number | undefined
  connection?: string | null | undefined
  replaces?: GivenLine['replaces']
}

export function blankLine(): TypedLine {
  const key = crypto.randomUUID()
  return { key, name: '', quantity: '1', unit: 'each', rate: '', discountable: true }
}

export type KnownLine = Partial<GivenLine> & Partial<Pick<BilledLine, 'source'>>

/** Lines of the engine or a bill, to be typed over. */
export function typedLines(lines: readonly KnownLine[]): TypedLine[] {
  return lines.map(({ name, quantity, unit, rate, discountable, from, to, ...line }, place) => ({
    // By its place: read once more, a line is still the same to whoever types in it.
    key: `line ${place}`,
    name: name ?? '',
    quantity: plain(quantity ?? ''),
    unit: unit ?? 'each',
    rate: plain(rate ?? ''),
    discountable: discountable ?? true,
    from,
    to,
    source: line.source,
    connection: line.connection,
    replaces: line.replaces,
    ...(line.pending_charge_id ? { pending_charge_id: line.pending_charge_id } : {}),
  }))
}

export function isComplete({ name, quantity, rate }: TypedLine): boolean {
  return name.trim() !== '' && decimal(quantity, 6) !== null && decimal(rate, 8) !== null
}

/** Lines as a call takes them; an unfinished one is left out. */
export function sentLines(lines: readonly TypedLine[]) {
  return lines.filter(isComplete).map(({ key, ...line }) => ({
    ...line,
    name: line.name.trim(),
    quantity: decimal(line.quantity, 6) ?? '0',
    rate: decimal(line.rate, 8) ?? '0',
    unit: line.unit.trim() || 'each',
  }))
}

function decimal(text: string, scale: number): string | null {
  return text.trim() === '' ? null : parseDecimal(text, scale)
}

function plain(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
