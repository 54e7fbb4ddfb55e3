// Decimal numbers travel as text between form, wire and database, so that no amount, rate,
// percentage or quantity ever passes through binary floating point. Showing and reading them needs
// no arithmetic (decimal.ts), which the first screens therefore need not load.

export interface DecimalShape {
  /** All digits, before and after the point. */
  precision: number
  /** Digits after the point. */
  scale: number
}

/** The four kinds of number the business keeps, as wide as their columns. */
export const DECIMAL_SHAPES: Record<'money' | 'rate' | 'percent' | 'quantity', DecimalShape> = {
  money: { precision: 14, scale: 2 },
  rate: { precision: 18, scale: 8 },
  percent: { precision: 9, scale: 4 },
  quantity: { precision: 18, scale: 6 },
}

const MAX_TEXT_LENGTH = 64
const PLAIN = /^-?\d+(\.\d+)?$/
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/

/** Tells whether the text is a plain decimal that its column can keep without rounding. */
export function isDecimalText(text: string, { precision, scale }: DecimalShape): boolean {
  if (text.length > MAX_TEXT_LENGTH || !PLAIN.test(text)) return false
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  return whole.replace(/^0+/, '').length <= precision - scale && fraction.length <= scale
}

/**
 * Gives the text with exactly `scale` decimals, or null when it is no number or would need
 * rounding: losing somebody's digits silently is worse than asking again.
 */
export function normaliseDecimal(text: string, scale: number): string | null {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim())
  if (parts === null || text.length > MAX_TEXT_LENGTH) return null
  const [, sign = '', whole = '', fraction = ''] = parts
  if (whole === '' && fraction === '') return null
  const kept = fraction.replace(/0+$/, '').padEnd(scale, '0')
  if (kept.length > scale) return null
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const amount = scale === 0 ? digits : `${digits}.${kept}`
  return sign === '-' && /[1-9]/.test(amount) ? `-${amount}` : amount
}

/** Reads a number as people paste it: grouped thousands, any minus sign, or in brackets. */
export function parseDecimal(text: string, scale: number): string | null {
  const trimmed = text.trim().replace(/[\u2010-\u2015\u2212\uff0d]/g, '-')
  const bracketed = /^\((.*)\)$/.exec(trimmed)
  const signed = bracketed?.[1] ?? trimmed
  if (bracketed !== null && /[-+]/.test(signed)) return null
  const negative = bracketed !== null || signed.startsWith('-')
  const digits = signed
    .replace(/^[-+]/, '')
    .trim()
    .replace(/(?<=\d)\s(?=\d{3}(?!\d))/g, ',')
  if (digits.includes(',') && !GROUPED.test(digits)) return null
  if (!/^[\d.,]+$/.test(digits)) return null
  return normaliseDecimal(`${negative ? '-' : ''}${digits.replaceAll(',', '')}`, scale)
}
