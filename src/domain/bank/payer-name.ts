// Names as banks print them: without Ltd and Mr, and cut where a field ends.

import { plainText } from '#domain/kit/plain-text.ts'

/** Where banks cut names. */
const CUTS = [12, 20, 32]
const EMPTY_WORDS = new Set(
  'LTD LIMITED LP INC TRUST TRUSTEES MR MRS MS MISS DR THE AND CO COMPANY NZ'.split(' '),
)
/** What banks put before the name of who pays. */
const KINDS_OF_CREDIT = /^(?:DIRECT CREDIT|AUTOMATIC PAYMENT|BILL PAYMENT)(?: FROM)? /
const FROM = /^(?:[AD]\/[CP] |PAYMENT |CREDIT |DEPOSIT )?FROM /

/** A name without the words that say nothing; the whole of it where nothing would be left. */
export function nameKey(name: string): string {
  const words = spoken(name)
  const telling = words
    .split(' ')
    .filter((word) => !EMPTY_WORDS.has(word))
    .join(' ')
  return telling || words
}

/** What may be a name in a plain text: without what the bank has put before it. */
export function shownName(plain: string): string {
  return plain.replace(KINDS_OF_CREDIT, '').replace(FROM, '')
}

/** Upper case, no punctuation. */
export function spoken(name: string): string {
  return plainText(name)
    .replaceAll('&', ' AND ')
    .replace(/['’.]/g, '')
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
}

/** How a name may begin on a bank line: as it stands, and without its Mr or The. */
export function nameForms(name: string): string[] {
  const plain = plainText(name)
  const bare = plain.replace(/^(?:MR|MRS|MS|MISS|DR|THE) /, '')
  return bare === plain ? [plain] : [plain, bare]
}

/** Whether a text is as long as a cut leaves it, so that more may have followed. */
export function mayBeCut(text: string): boolean {
  return CUTS.some((cut) => text.length === cut || text.length === cut - 1)
}
