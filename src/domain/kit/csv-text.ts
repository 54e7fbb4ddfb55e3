/** Splits the text of a CSV file into records (RFC 4180), one at a time and in one pass. */
export function* csvRecords(text: string, delimiter = guessDelimiter(text)): Generator<string[]> {
  let record: string[] = []
  let cell = ''
  let isQuoted = false
  // Spreadsheets put a mark before the first letter.
  for (let place = text.charCodeAt(0) === 0xfeff ? 1 : 0; place < text.length; place += 1) {
    const letter = text[place] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[place + 1] === '"') {
        cell += '"'
        place += 1
      } else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === delimiter) {
      record.push(cell)
      cell = ''
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[place + 1] === '\n') place += 1
      record.push(cell)
      if (record.length > 1 || cell !== '') yield record
      record = []
      cell = ''
    } else cell += letter
  }
  record.push(cell)
  if (record.length > 1 || cell !== '') yield record
}

/** Comma, semicolon or tab, whichever the first line has most of. */
export function guessDelimiter(text: string): string {
  const line = text.slice(0, 4000).split(/[\r\n]/, 1)[0] ?? ''
  const counts = [',', ';', '\t'].map((one) => ({ one, count: line.split(one).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).one
}
