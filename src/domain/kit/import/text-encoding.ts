/** How the bytes of a text file are to be read, in the words of a TextDecoder. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Spreadsheets save as UTF-8, as Unicode with a mark before it, or as Windows text. Windows text has
 * no faults of its own, so it is what is left where the bytes are none of the others.
 */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** Papers, workbooks and archives that somebody took for a text; by their first letters. */
export function isOtherDocument(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 4))
  return ['%PDF', 'PK\u0003\u0004', 'PK\u0005\u0006', '\u00d0\u00cf\u0011\u00e0'].includes(start)
}

function isUtf8(bytes: Uint8Array): boolean {
  let at = 0
  while (at < bytes.length) {
    const length = sequenceAt(bytes, at)
    if (length === 0) return false
    at += length
  }
  return true
}

/** How many bytes the letter takes that starts here; none where no letter is written like this. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = first >= 0xf5 ? 0 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0
  for (let more = 1; more < length; more += 1)
    if (((bytes[at + more] ?? 0) & 0xc0) !== 0x80) return 0
  return isPossible(first, bytes[at + 1] ?? 0) ? length : 0
}

// Longer than needed, halves of surrogate pairs and what is beyond the last letter.
function isPossible(first: number, second: number): boolean {
  if (first === 0xe0) return second >= 0xa0
  if (first === 0xed) return second < 0xa0
  if (first === 0xf0) return second >= 0x90
  return first !== 0xf4 || second < 0x90
}
