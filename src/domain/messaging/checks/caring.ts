import { plainWords } from '#domain/kit/rich-words.ts'
import { type Stop, stop } from './stop.ts'

export const messageTones = ['normal', 'final', 'disconnection'] as const
export type MessageTone = (typeof messageTones)[number]

/** Why nothing is collected, and nobody is written to by itself, once a bank has said so. */
export const DECEASED = 'the bank says that the account holder has died'

/** Whom a message is for, as far as care is concerned. */
export interface CareFacts {
  required_for_medical: boolean
  in_hardship: boolean
  customer_type: string | null
  /** What they are reminded of is disputed. */
  is_disputed: boolean
  /** Why nothing is collected from them; that they have died stops more than that. */
  debits_frozen_reason: string | null
}

export interface CaredMessage {
  kind: string
  tone: MessageTone
  /** A person wrote or asked for it. */
  is_by_hand: boolean
  /** Why that person asks somebody who is cared for. */
  care_reason: string | null
  subject: string | null
  text: string
  /** What readers that show HTML are shown instead. */
  html: string | null
  /** What threatens in a person's own words beside those of a template. */
  own_threat?: string | null
}

const automaticKinds: ReadonlySet<string> = new Set(['reminder', 'direct_debit'])

type CaredCustomer = Pick<CareFacts, 'required_for_medical' | 'in_hardship' | 'customer_type'>

/** Why somebody is cared for: in hardship, or in need of power for medical reasons at home. */
export function careWords(facts: CaredCustomer): string | null {
  if (facts.in_hardship) return 'the customer is in hardship'
  return facts.required_for_medical && facts.customer_type !== 'commercial'
    ? 'the customer needs power for medical reasons'
    : null
}

/** Consumer care: those who could be harmed are never threatened, and asked by people alone. */
export function careStop(facts: CareFacts, message: CaredMessage): Stop | null {
  const { kind, tone, is_by_hand, care_reason } = message
  const isByItself = kind === 'bulk' || (!is_by_hand && automaticKinds.has(kind))
  if (kind === 'reminder' && facts.is_disputed)
    return stop('care', 'what they are reminded of is disputed', 'Settle the dispute first.')
  // A family is not to find what was written for nobody, nor what waited when the bank said so.
  if (isByItself && facts.debits_frozen_reason === DECEASED)
    return stop('care', DECEASED, 'Write to the family by hand.')
  const why = careWords(facts)
  if (why === null) return null
  if (tone !== 'normal') {
    const what = tone === 'final' ? 'a final reminder' : 'a notice of disconnection'
    return stop('care', `${why}: ${what} must never go to them`, 'Talk to them in person.')
  }
  if (kind === 'reminder' && !(is_by_hand && care_reason?.trim()))
    return stop(
      'care',
      `${why}: they are not reminded without somebody’s reason`,
      'Talk to them, or remind them by hand and say why.',
    )
  const isOwn = is_by_hand || inOwnWords.includes(kind)
  const word = isOwn ? threatInMessage(message) : (message.own_threat ?? null)
  if (word === null) return null
  return stop('care', `${why}, and the text says “${word}”`, 'Write it without that.')
}

// What the program sends and a person may have worded: a line beside a reminder, an answer in a chat.
const inOwnWords = ['reminder', 'answer']

/** Wherever in it the word stands: the text, what is above it, or what HTML shows instead. */
function threatInMessage({ subject, text, html }: CaredMessage): string | null {
  return (
    threatIn(text) ??
    (subject === null ? null : threatIn(subject)) ??
    (html === null ? null : threatIn(plainWords(html)))
  )
}

// With what people write between and after: “cut your power off”, “switching it off”.
const threats = [
  /\bdis[\s-]?connect\w*/i,
  /\bcut(?:s|ting)?(?:[\s-]+(?:\w+[\s-]+){0,3}?)off\b/i,
  /\bswitch(?:es|ed|ing)?(?:[\s-]+(?:\w+[\s-]+){0,3}?)off\b/i,
  /\bcutoff\b|\bswitchoff\b/i,
]

/** The words that threaten with the dark, as they stand in a text; null where none do. */
export function threatIn(text: string): string | null {
  // Marks that cannot be seen hide no word.
  const seen = text
    .normalize('NFKC')
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replaceAll(/[‐-―]/g, '-')
  for (const threat of threats) {
    const found = threat.exec(seen)
    if (found) return found[0]
  }
  return null
}
