/** A word of a command; a list is kept as it was written, with its parentheses. */
export type Words = string[]

/**
 * Commands out of what comes in by pieces. A literal ({5} and five bytes on the next line) is one
 * word; whoever sends one waits until it is asked for.
 */
export function commandsIn(goOn: () => void, obey: (words: Words) => void) {
  let waiting = ''
  let line = ''
  return (piece: Buffer): void => {
    waiting += piece.toString('latin1')
    for (;;) {
      const end = waiting.indexOf('\r\n')
      if (end < 0) return
      const part = waiting.slice(0, end)
      const literal = /\{(\d+)(\+)?\}$/.exec(part)
      if (!literal) {
        waiting = waiting.slice(end + 2)
        obey(wordsIn(line + part))
        line = ''
        continue
      }
      const size = Number(literal[1])
      if (waiting.length < end + 2 + size) {
        if (!literal[2] && waiting.length === end + 2) goOn()
        return
      }
      const text = waiting.slice(end + 2, end + 2 + size)
      line += `${part.slice(0, literal.index)}"${text.replace(/["\\]/g, '\\$&')}"`
      waiting = waiting.slice(end + 2 + size)
    }
  }
}

function wordsIn(line: string): Words {
  const words: Words = []
  for (const [, quoted, list, bare] of line.matchAll(
    /"((?:[^"\\]|\\.)*)"|(\((?:[^()]|\([^()]*\))*\))|([^\s()"]+)/g,
  ))
    words.push(quoted === undefined ? (list ?? bare ?? '') : quoted.replace(/\\(.)/g, '$1'))
  return words
}

/** Whether a number is in 3, 2:5, 7:* or several of them. */
export function isInSet(set: string, number: number, last: number): boolean {
  return set.split(',').some((range) => {
    const [from = '', to = from] = range.split(':')
    const [low, high] = [from, to].map((end) => (end === '*' ? last : Number(end)))
    return number >= Math.min(low ?? 0, high ?? 0) && number <= Math.max(low ?? 0, high ?? 0)
  })
}
