export interface DifferentLine {
  kind: 'same' | 'gone' | 'new'
  words: string
}

/** More lines than these are compared as two blocks: nobody reads such a difference by line. */
const MOST_LINES = 1000

/** What was taken out of a text and what was put in, line by line. */
export function lineDifference(before: string, after: string): DifferentLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  if (old.length > MOST_LINES || now.length > MOST_LINES)
    return [...marked('gone', old), ...marked('new', now)]
  const common = commonLengths(old, now)
  const lines: DifferentLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [was, is] = [old[i], now[j]]
    if (was !== undefined && was === is) {
      lines.push({ kind: 'same', words: was })
      i += 1
      j += 1
    } else if (
      is === undefined ||
      (was !== undefined && lengthAt(i + 1, j) >= lengthAt(i, j + 1))
    ) {
      lines.push({ kind: 'gone', words: was ?? '' })
      i += 1
    } else {
      lines.push({ kind: 'new', words: is })
      j += 1
    }
  }
  return lines

  function lengthAt(row: number, column: number): number {
    return common[row]?.[column] ?? 0
  }
}

const marked = (kind: DifferentLine['kind'], lines: readonly string[]) =>
  lines.map((words) => ({ kind, words }))

/** How many lines both have in common from each place on. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () => new Array(now.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = table[i] ?? []
      const [below, beside] = [table[i + 1]?.[j] ?? 0, row[j + 1] ?? 0]
      row[j] = old[i] === now[j] ? (table[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(below, beside)
    }
  return table
}
