// Reads the tagged files banks write: XML, and the older kind in which a value ends where the next
// tag begins. Nothing outside the file is ever fetched, and no entity stands for more than one
// character, so that no file can grow while it is read.

import { Problem } from '#domain/kit/problem.ts'

export interface Tag {
  name: string
  attributes: Record<string, string>
  text: string
  children: Tag[]
}

const MAX_DEPTH = 60
/** No tag of a statement is as long as this; what is longer is text with a stray bracket. */
const MAX_TAG = 2000
/** Words of payers hold a bracket now and then; a file of nothing else is none of a bank. */
const MAX_STRAY = 10_000
const TAG = /^<(\/?)([A-Za-z_][\w.:-]*)([^<>]*)>$/
/** What is not read as tags, by how it begins and ends. */
const WHOLE = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const CHARACTERS: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** The tree of a file's tags; a tag that is never closed ends with the one around it. */
export function readTags(text: string): Tag {
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new Problem('badRequest', { message: 'A file of bank lines must not define entities.' })
  const root: Tag = { name: '', attributes: {}, text: '', children: [] }
  const open: Tag[] = [root]
  let stray = 0
  for (const token of tokensOf(text)) {
    const current = open.at(-1) ?? root
    if (token === '<') stray += 1
    if (stray > MAX_STRAY) throw notClosed()
    const [, closing, name, rest = ''] = TAG.exec(token) ?? []
    if (token.startsWith('<![CDATA[')) current.text += token.slice(9, -3)
    else if (name !== undefined && closing) close(open, localName(name))
    else if (name !== undefined) openTag(open, localName(name), rest)
    else if (!token.startsWith('<!--') && !token.startsWith('<?')) addText(current, token)
  }
  return root
}

/** The blanks before a value are no part of it; a list of entries would gather one after each. */
function addText(tag: Tag, written: string): void {
  if (tag.text !== '' || written.trim() !== '') tag.text += withCharacters(written)
}

/** Tags and the texts between them, one by one; every character is looked at once. */
function* tokensOf(text: string): Generator<string> {
  let at = 0
  while (at < text.length) {
    const end = text.charAt(at) === '<' ? endOfTag(text, at) : text.indexOf('<', at)
    yield text.slice(at, end === -1 ? text.length : end)
    at = end === -1 ? text.length : end
  }
}

function endOfTag(text: string, at: number): number {
  for (const [begin, end] of WHOLE) {
    if (!text.startsWith(begin, at)) continue
    const last = text.indexOf(end, at + begin.length)
    if (last >= 0) return last + end.length
    throw notClosed()
  }
  const length = text.slice(at + 1, at + MAX_TAG).search(/[<>]/)
  const isClosed = length >= 0 && text.charAt(at + 1 + length) === '>'
  return at + (isClosed ? length + 2 : 1)
}

const notClosed = () =>
  new Problem('badRequest', { message: 'The tags of this file are not closed.' })

function openTag(open: Tag[], name: string, rest: string): void {
  // What has a value of its own holds no tags: in the older files it ends here, unsaid.
  if (open.length > 1 && open.at(-1)?.text.trim()) open.pop()
  if (open.length > MAX_DEPTH)
    throw new Problem('badRequest', { message: 'The tags of this file are nested too deeply.' })
  const tag: Tag = { name, attributes: attributesIn(rest), text: '', children: [] }
  open.at(-1)?.children.push(tag)
  if (!rest.trimEnd().endsWith('/')) open.push(tag)
}

function attributesIn(text: string): Record<string, string> {
  if (!text.includes('=')) return {}
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, key = '', double, single]) => [
      localName(key),
      withCharacters(double ?? single ?? ''),
    ]),
  )
}

/** Ends the innermost tag of this name with all that is open in it; one that was ended is over. */
function close(open: Tag[], name: string): void {
  const at = open.findLastIndex((tag) => tag.name === name)
  if (at > 0) open.length = at
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toUpperCase()

function withCharacters(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,5});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return CHARACTERS[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** All tags of a name below this one, in the order of the file. */
export function tagsNamed(tag: Tag, name: string): Tag[] {
  return tag.children.flatMap((child) =>
    child.name === name ? [child, ...tagsNamed(child, name)] : tagsNamed(child, name),
  )
}

/** The first tag at the end of a path; steps in between may be left out. */
export function tagAt(tag: Tag | undefined, ...path: string[]): Tag | undefined {
  const [name, ...rest] = path
  if (tag === undefined || name === undefined) return tag
  return firstNamed(tag, name, rest)
}

function firstNamed(tag: Tag, name: string, rest: readonly string[]): Tag | undefined {
  for (const child of tag.children) {
    const found = child.name === name ? tagAt(child, ...rest) : firstNamed(child, name, rest)
    if (found) return found
  }
  return undefined
}

/** The text at the end of a path; null when it is blank or not there. */
export function textOf(tag: Tag | undefined, ...path: string[]): string | null {
  return (
    tagAt(tag, ...path)
      ?.text.replace(/\s+/g, ' ')
      .trim() || null
  )
}
