import { encodingOf, isOtherDocument } from '#domain/kit/import/text-encoding.ts'
import { Problem } from '#domain/kit/problem.ts'

// Both the server and the browser have this decoder; the domain is compiled without either of them.
declare class TextDecoder {
  constructor(encoding: string)
  decode(bytes: Uint8Array): string
}

const MAX_BYTES = 20 * 1024 * 1024
const NOT_A_STATEMENT =
  'This is not a file of bank lines. Export CSV, OFX, QIF or camt.053 from your bank.'

/**
 * The text of a bank's file: UTF-8, UTF-16 with its mark, else Windows-1252, as older exports are
 * written. Refuses what is too large, and papers and archives, by their first bytes.
 */
export function bankFileText(bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) throw new Problem('tooLarge', { fill: { limit: '20 MB' } })
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  if (isOtherDocument(bytes) || text.includes('\0'))
    throw new Problem('unsupportedMedia', { message: NOT_A_STATEMENT })
  return text
}
