export type Sign = '/' | '@'

/** A sign and what was typed behind it, up to where the writing stands. */
export interface TypedSign {
  sign: Sign
  start: number
  query: string
}

const LONGEST = 40

/** What is being looked for at this place; a sign inside of a word or an address asks nothing. */
export function typedSignAt(text: string, caret: number, signs: readonly Sign[]): TypedSign | null {
  const before = text.slice(0, caret)
  const start = Math.max(...signs.map((sign) => before.lastIndexOf(sign)))
  if (start < 0) return null
  const query = before.slice(start + 1)
  const isInWord = start > 0 && !/[\s(]/.test(before[start - 1] ?? '')
  if (isInWord || query.length > LONGEST || /^\s|\n/.test(query)) return null
  // The found sign is one of those looked for.
  return { sign: before[start] as Sign, start, query }
}

/** As people type names: without macrons and capitals. */
export const folded = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
