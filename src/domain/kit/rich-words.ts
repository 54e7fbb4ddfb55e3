import { stripHtml } from './wording.ts'

/** A piece of formatted text: words, or a tag with what stands inside. */
export type RichNode = string | { tag: RichTag; href?: string; children: RichNode[] }

const richTags = [
  ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
  ...['h2', 'h3', 'h4', 'a', 'hr'],
] as const
export type RichTag = (typeof richTags)[number]

const empty = new Set<RichTag>(['br', 'hr'])
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }
// Deep nesting is somebody's trick; nobody writes it.
const MAX_DEPTH = 20

/**
 * Cleaned HTML as pieces that a page draws by itself. Nothing is ever handed to the browser as
 * markup: a tag outside the list is left out and its words stay.
 */
export function richWords(html: string): RichNode[] {
  const root: RichNode[] = []
  const open: { tag: RichTag; children: RichNode[] }[] = []
  const add = (node: RichNode) => (open.at(-1)?.children ?? root).push(node)
  for (const [piece] of html.matchAll(/<[^<>]*>|[^<>]+/g)) {
    if (!piece.startsWith('<')) add(decoded(piece))
    else closeOrOpen(piece, open, add)
  }
  return root
}

function closeOrOpen(
  piece: string,
  open: { tag: RichTag; children: RichNode[] }[],
  add: (node: RichNode) => void,
): void {
  const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(piece) ?? []
  const tag = richTags.find((known) => known === name.toLowerCase())
  if (!tag) return
  if (slash) {
    const place = open.findLastIndex((one) => one.tag === tag)
    if (place >= 0) open.length = place
    return
  }
  const href = tag === 'a' ? safeHref(piece) : undefined
  const node = { tag, children: [], ...(href ? { href } : {}) }
  add(node)
  if (!empty.has(tag) && open.length < MAX_DEPTH) open.push(node)
}

/** Addresses of ours and of the web, of mail and telephones; nothing that acts. */
function safeHref(piece: string): string | undefined {
  const href = decoded(/\bhref="([^"]*)"/i.exec(piece)?.[1] ?? '')
  return /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i.test(href) ? href : undefined
}

function decoded(text: string): string {
  return text
    .replace(/&#(\d{1,6});/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_all, name: string) => named[name] ?? '')
}

/** The words alone, as search reads them. */
export function plainWords(html: string): string {
  return decoded(stripHtml(html)).replace(/\s+/g, ' ').trim()
}
