/** In a word of fewer letters no slip is told from another word. */
export const LEAST_LETTERS = 4

/**
 * The word that was most likely meant, of those that exist: at most one slip in a short word and two
 * in a long one. A letter too many, too few, wrong, or changed places with its neighbour is one slip.
 */
export function nearestWord(typed: string, existing: Iterable<string>): string | null {
  const allowed = typed.length < LEAST_LETTERS ? 0 : typed.length < 8 ? 1 : 2
  let nearest: string | null = null
  let fewest = allowed + 1
  for (const word of existing) {
    const slips = slipsBetween(typed, word, fewest)
    // Of words that are equally near, people mean the one they began in the same way.
    const isBetter =
      slips < fewest ||
      (slips === fewest &&
        nearest !== null &&
        sharedStart(typed, word) > sharedStart(typed, nearest))
    if (slips > allowed || !isBetter) continue
    nearest = word
    fewest = slips
  }
  return nearest
}

/** Optimal string alignment; what is further apart than the limit is not told exactly. */
export function slipsBetween(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let row = 1; row <= one.length; row++) {
    const line = [row]
    for (let column = 1; column <= other.length; column++)
      line.push(slipsAt({ one, other, row, column, line, last, before }))
    ;[before, last] = [last, line]
  }
  return last[other.length] ?? 0
}

interface Place {
  one: string
  other: string
  row: number
  column: number
  line: number[]
  last: number[]
  before: number[]
}

function slipsAt({ one, other, row, column, line, last, before }: Place): number {
  const at = (of: number[], place: number) => of[place] ?? Number.POSITIVE_INFINITY
  const isSame = one[row - 1] === other[column - 1]
  const plain = Math.min(
    at(line, column - 1) + 1,
    at(last, column) + 1,
    at(last, column - 1) + (isSame ? 0 : 1),
  )
  const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
  return isSwapped && row > 1 ? Math.min(plain, at(before, column - 2) + 1) : plain
}

function sharedStart(one: string, other: string): number {
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared++
  return shared
}
