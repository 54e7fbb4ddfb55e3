export const messagePurposes = ['service', 'promotional'] as const
/** Bills, reminders, notices and answers are service; what advertises is promotional. */
export type MessagePurpose = (typeof messagePurposes)[number]

export const STOP_LINE = 'Reply STOP to opt out'
export const CHARGED_LINE = 'Replies are charged'

export interface SmsFrame {
  /** The broker's name as customers know it. */
  name: string
  purpose: MessagePurpose
  /** The number it comes from charges for answers. */
  is_charged: boolean
}

/** The words as they leave: whose they are comes first, and how to stop them last. */
export function smsText(text: string, { name, purpose, is_charged }: SmsFrame): string {
  const body = text.trim()
  const named = body.toLowerCase().startsWith(name.toLowerCase()) ? body : `${name}: ${body}`
  const lines = linesBelow(purpose, is_charged)
  const ending = endsWith(body, lines.join('. ')) ? [] : lines.filter((one) => !endsWith(body, one))
  return ending.length > 0 ? `${named} ${ending.map((line) => `${line}.`).join(' ')}` : named
}

/** The words as somebody typed them, from those that were to leave. */
export function typedText(text: string, { name, purpose, is_charged }: SmsFrame): string {
  const ending = ` ${linesBelow(purpose, is_charged)
    .map((line) => `${line}.`)
    .join(' ')}`
  const body = text.endsWith(ending) ? text.slice(0, -ending.length) : text
  return body.startsWith(`${name}: `) ? body.slice(name.length + 2) : body
}

const linesBelow = (purpose: MessagePurpose, is_charged: boolean) => [
  ...(purpose === 'promotional' ? [STOP_LINE] : []),
  ...(is_charged ? [CHARGED_LINE] : []),
]

/** Whoever wrote the ending by hand need not have it twice; it must be the end, though. */
const endsWith = (body: string, line: string) => body.replace(/[.!\s]+$/, '').endsWith(line)

// What phones make a link of: an address with its scheme, and a bare name of a site, with a path or
// with an ending that sites have. What stands behind an @ is somebody's mailbox.
const linkShapes = [
  /\b(?:https?:\/\/|www\.)[^\s<>"]+/gi,
  /(?<![@\w./-])(?!www\.)(?:[a-z0-9-]+\.)+[a-z]{2,}\/[^\s<>"]*/gi,
  /(?<![@\w./-])(?!www\.)(?:[a-z0-9-]+\.)+(?:com|net|org|nz|au|io|ly|info|app)\b(?![@\w/-])/gi,
]

/** Links in a text that lead anywhere but to our own pages. */
export function foreignLinks(text: string, publicUrl: string): string[] {
  const own = hostOf(publicUrl)
  return linkShapes
    .flatMap((shape) => [...text.matchAll(shape)].map(([link]) => link))
    .filter((link) => hostOf(link) !== own)
}

/** What is called, whatever name stands before it. */
function hostOf(link: string): string {
  const [place = ''] = link.replace(/^https?:\/\//i, '').split(/[/?#\\]/)
  return place
    .slice(place.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/[.,;:!)]+$/, '')
}
