/** Where something stands in a template, counted from one as editors do. */
export interface Place {
  line: number
  column: number
}

/** The same, with what tells whether it is part of an HTML tag. */
export interface TagPlace extends Place {
  isInTag: boolean
  before: string
}

type Token = { words: string } | { tag: string; at: TagPlace } | { broken: true; at: Place }

/** The words and the tags of a template, line by line: a tag stands on one line. */
export function parted(source: string): Token[] {
  const text = source.replaceAll('\r\n', '\n')
  if (!text.includes('{{')) return text === '' ? [] : [{ words: text }]
  const lines = text.split('\n')
  const html = { isInTag: false }
  return lines.flatMap((line, place) => {
    const tokens = lineParts(line, place + 1, html)
    if (isOnlyBlocks(tokens)) return tokens.filter((token) => !('words' in token))
    return place < lines.length - 1 ? [...tokens, { words: '\n' }] : tokens
  })
}

function lineParts(text: string, line: number, html: { isInTag: boolean }): Token[] {
  const tokens: Token[] = []
  let from = 0
  while (from < text.length) {
    const start = text.indexOf('{{', from)
    const before = text.slice(from, start < 0 ? text.length : start)
    const [opened, closed] = [before.lastIndexOf('<'), before.lastIndexOf('>')]
    if (opened !== closed) html.isInTag = opened > closed
    if (before) tokens.push({ words: before })
    if (start < 0) break
    const at = { line, column: start + 1, isInTag: html.isInTag, before }
    const end = text.indexOf('}}', start + 2)
    if (end < 0) return [...tokens, { broken: true, at }]
    tokens.push({ tag: text.slice(start + 2, end).trim(), at })
    from = end + 2
  }
  return tokens
}

/** A block that stands alone on its line leaves no empty line behind. */
function isOnlyBlocks(tokens: readonly Token[]): boolean {
  const isBlock = (tag: string) => /^(#(each|if) |\/(each|if)$)/.test(tag)
  return (
    tokens.some((token) => 'tag' in token) &&
    tokens.every((token) =>
      'words' in token ? token.words.trim() === '' : 'tag' in token && isBlock(token.tag),
    )
  )
}
