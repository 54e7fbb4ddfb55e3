import { z } from 'zod'

/** False for NUL and halves of surrogate pairs, which PostgreSQL cannot keep. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** The beginning of a text, with no letter of it cut in half. */
export function beginningOf(text: string, length: number): string {
  const cut = text.slice(0, length)
  return cut.length < text.length && /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** The same of what others wrote, who may have written anything. */
export function storableBeginning(text: string, length: number): string {
  return beginningOf(text.replaceAll('\u0000', ''), length).toWellFormed()
}

export const storableText = (max: number, error: string) =>
  z.string({ error }).min(1, error).max(max).refine(isStorable, "That can't be stored.")

// A body has been read as JSON already, so that its shape needs no second proof.
export const storableJson = z.unknown().refine(everyText, "That can't be stored.")

function everyText(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isStorable(key) && everyText(inner))
}
