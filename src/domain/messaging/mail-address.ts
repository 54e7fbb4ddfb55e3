/** The bare address of "Rewa <rewa@example.co.nz>", in small letters. */
export function addressIn(text: string): string {
  return (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase()
}

/** Whoever calls themselves something before their address: Rewa, of "Rewa <rewa@example.co.nz>". */
export function nameIn(text: string): string | null {
  const name = /^"?([^"<>]+?)"?\s*<[^<>]+>\s*$/.exec(text)?.[1]?.trim()
  return name && !name.includes('@') ? name : null
}

/** office@harbour.example with a word behind a plus. */
export function withWord(address: string, word: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${word}${address.slice(at)}`
}

/** What stands behind the plus of an address, in small letters. */
export function wordIn(address: string): string | null {
  return /\+([^@+]+)@[^@]+$/.exec(addressIn(address))?.[1] ?? null
}

export const domainOf = (address: string) => addressIn(address).split('@').at(-1) ?? ''

/** As mail programs name an answer: one "Re:", however often it went to and fro. */
export function answerSubject(subject: string | null): string {
  const bare = (subject ?? '').replace(/^(\s*(re|aw|sv|antw)\s*(\[\d+\])?:\s*)+/i, '').trim()
  return `Re: ${bare || 'Your message'}`
}
