import { plainText } from '#domain/kit/plain-text.ts'
import { type MatchLine, type TextField, textFields } from './bank-line.ts'
import { type NumberToken, numberTokens } from './number-tokens.ts'
import { shownName } from './payer-name.ts'

/** One text of a line, read once for everybody who looks at it. */
export interface ReadText {
  field: TextField
  /** As it stands. */
  text: string
  /** Upper case, no macrons. */
  plain: string
  /** What may be a name in it; null where there are no letters. */
  name: string | null
  tokens: NumberToken[]
}

const narrow: ReadonlySet<TextField> = new Set(['particulars', 'code', 'reference'])

/** The texts of a line with the numbers and names they may hold. */
export function readTexts(line: MatchLine, prefixes: ReadonlySet<string>): ReadText[] {
  const read: ReadText[] = []
  for (const field of textFields) {
    const text = line[field]
    if (!text) continue
    const plain = plainText(text)
    read.push({
      field,
      text,
      plain,
      name: /[A-Z]{2}/.test(plain) ? shownName(plain) : null,
      tokens: numberTokens(plain, prefixes, narrow.has(field) ? text.trimEnd().length : 0),
    })
  }
  return read
}
