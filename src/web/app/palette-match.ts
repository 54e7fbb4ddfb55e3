import { nearestWord } from '#domain/kit/nearest-word.ts'
import { fold } from '#domain/kit/wording.ts'

/** Those whose words have all that was typed; where there are none, those a slip was meant for. */
export function meantBy<T>(query: string, all: readonly T[], wordsOf: (one: T) => string): T[] {
  const sought = fold(query.trim())
  const asked = sought.split(/\s+/)
  const found = all.filter((one) => {
    const told = fold(wordsOf(one))
    return asked.every((word) => told.includes(word))
  })
  if (found.length > 0) return found
  return all.filter((one) => {
    const told = fold(wordsOf(one))
    const words = told.split(/[^\p{L}\p{N}]+/u)
    return asked.every((word) => told.includes(word) || nearestWord(word, words) !== null)
  })
}
