// How a text is cut for the air. One letter outside the small alphabet makes all of it twice as
// long, so whoever writes wants to know which letter it is, and what it costs.

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const EXTENDED = '\f^{}\\[~]|€'
const basic = new Set(BASIC)
const extended = new Set(EXTENDED)

/** How much one alone and each of several can hold; several are joined by a head of their own. */
const ROOM = {
  'GSM-7': { alone: 160, joined: 153 },
  'UCS-2': { alone: 70, joined: 67 },
} as const

export type SmsEncoding = keyof typeof ROOM

export interface SmsCount {
  encoding: SmsEncoding
  /** Septets or sixteen-bit units. */
  units: number
  segments: number
  /** How many more fit into the last segment. */
  left: number
  /** The letters that made it long, each once. */
  costly: string[]
}

/** What a text costs on its way. */
export function countSms(text: string): SmsCount {
  const costly = [...new Set([...text].filter((letter) => !isSmall(letter)))]
  const encoding = costly.length > 0 ? 'UCS-2' : 'GSM-7'
  const parts = smsParts(text)
  const sizes = parts.map((part) => unitsOf(part, encoding))
  const units = sizes.reduce((sum, size) => sum + size, 0)
  const { alone, joined } = ROOM[encoding]
  const room = parts.length > 1 ? joined : alone
  return { encoding, units, segments: parts.length, left: room - (sizes.at(-1) ?? 0), costly }
}

// The small alphabet without what counts as two; most texts are made of nothing else.
const PLAIN = /^[ !"#%&'()*+,\-./0-9:;<=>?@A-Za-z$£\n]*$/

/** How many segments a text takes, for whoever counts very many. */
export function segmentsOf(text: string): number {
  if (!PLAIN.test(text)) return countSms(text).segments
  const { alone, joined } = ROOM['GSM-7']
  return text.length <= alone ? Math.min(1, text.length) : Math.ceil(text.length / joined)
}

/** The segments themselves. No letter is cut in two, even where it counts as two. */
export function smsParts(text: string): string[] {
  if (text === '') return []
  const letters = [...text]
  const encoding = letters.every(isSmall) ? 'GSM-7' : 'UCS-2'
  const { alone, joined } = ROOM[encoding]
  if (unitsOf(text, encoding) <= alone) return [text]
  const parts: string[] = []
  let part = ''
  let used = 0
  for (const letter of letters) {
    const size = unitsOf(letter, encoding)
    if (used + size > joined) {
      parts.push(part)
      part = ''
      used = 0
    }
    part += letter
    used += size
  }
  return [...parts, part]
}

/** Long vowels by their plain letters; nobody's name is written so without being asked. */
export function withPlainVowels(text: string): string {
  return text.replaceAll(/[āēīōūĀĒĪŌŪ]/g, (vowel) => vowel.normalize('NFD').charAt(0))
}

/** How many segments plain letters for long vowels would save. */
export function plainVowelSaving(text: string): number {
  return countSms(text).segments - countSms(withPlainVowels(text)).segments
}

const isSmall = (letter: string) => basic.has(letter) || extended.has(letter)

function unitsOf(text: string, encoding: SmsEncoding): number {
  if (encoding === 'UCS-2') return text.length
  return [...text].reduce((sum, letter) => sum + (extended.has(letter) ? 2 : 1), 0)
}
