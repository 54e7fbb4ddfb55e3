/** Somebody who can be named in a note. */
export interface NamedColleague {
  id: number
  name: string
}

/** A name in a text, with the @ before it. */
export interface Mention {
  id: number
  start: number
  end: number
}

const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}_]/u.test(sign)

/** Whom a text names by @ and their name, and where; an address of mail names nobody. */
export function mentionsIn(text: string, colleagues: readonly NamedColleague[]): Mention[] {
  // Of two names that begin alike, the longer one is meant.
  const longest = colleagues.toSorted((a, b) => b.name.length - a.name.length)
  const found: Mention[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (isLetter(text[at - 1])) continue
    const one = longest.find(({ name }) => isNamed(text, at + 1, name))
    if (one) found.push({ id: one.id, start: at, end: at + 1 + one.name.length })
  }
  return found
}

function isNamed(text: string, start: number, name: string): boolean {
  const end = start + name.length
  const written = text.slice(start, end)
  return name !== '' && written.toLowerCase() === name.toLowerCase() && !isLetter(text[end])
}
