// Small rules about words that screens, letters and exports share.

const KNOWN_WORDS = new Map(
  'ICP NZBN GST PPD SMS URL ID ANZ ASB BNZ TSB OFX QIF GoCardless SWIFT CSV PDF API NZ IRD EIEP FAQ FAQs en-NZ kWh kVA GJ'
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
)

const IRREGULAR_PLURALS = new Map([
  ['person', 'people'],
  ['staff', 'staff'],
])

/** §9: a cut text ends in two dots. */
export function truncate(text: string, length: number): string {
  // Counting characters instead of code units keeps an emoji whole.
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}..`
}

/** §9: tags become spaces. The result is text for people, not yet safe to be used as HTML. */
export function stripHtml(text: string): string {
  // Looking no further than the last bracket keeps hostile text from costing quadratic time.
  const end = text.lastIndexOf('>') + 1
  return text.slice(0, end).replace(/<[/!a-z][^>]*>/gi, ' ') + text.slice(end)
}

/** The words of a field name as a label: customer_number becomes Customer number. */
/** A choice as people read it: in its own words where its name is somebody’s code. */
export function choiceInWords(
  { choiceWords }: { choiceWords?: Readonly<Partial<Record<string, string>>> },
  value: string,
): string {
  const words = choiceWords?.[value]
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : humanise(value)
}

export function humanise(name: string): string {
  const words = name.split(/[_\s]+/).filter((word) => word !== '')
  return words.map((word, index) => knownWord(word) ?? plainWord(word, index === 0)).join(' ')
}

/** Whole digits with thousands apart: 1,200. */
export function inThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A count with its noun: 1 customer, 2 customers, 1,200 companies. */
export function plural(count: number, one: string, many = pluralOf(one)): string {
  return `${inThousands(String(count))} ${count === 1 ? one : many}`
}

/** At most two letters that stand for a name: the first of its first and of its last word. */
export function initials(name: string): string {
  const letters = name
    .normalize('NFC')
    .split(/\s+/)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
    .filter((letter) => letter !== '')
  const ends = letters.length > 1 ? [letters[0], letters.at(-1)] : letters
  return ends.join('').toUpperCase()
}

/** Text as search compares it: Whangārei, whangarei and WHANGĀREI are one word. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .toLowerCase()
}

function knownWord(word: string): string | undefined {
  const lower = word.toLowerCase()
  const singular = KNOWN_WORDS.get(lower.replace(/s$/, ''))
  return KNOWN_WORDS.get(lower) ?? (singular === undefined ? undefined : `${singular}s`)
}

function plainWord(word: string, isFirst: boolean): string {
  return isFirst ? word.charAt(0).toUpperCase() + word.slice(1) : word
}

/** More than one of it: an opted out contact, opted out contacts. */
export function pluralOf(one: string): string {
  const irregular = IRREGULAR_PLURALS.get(one)
  if (irregular !== undefined) return irregular
  if (/[^aeiou]y$/.test(one)) return one.replace(/y$/, 'ies')
  return /(s|x|z|ch|sh)$/.test(one) ? `${one}es` : `${one}s`
}
