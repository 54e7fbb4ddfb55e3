import { type FieldKeys, sealWhole, unseal } from '#server/kit/rows/seal.ts'

// Whatever is long enough to open something is taken for a secret, whoever wrote the mail: a writer
// need not say which of its links carry one. What looks like a place for one goes the same way.
const SECRET = /[\w-]{32,}|⟦\d+⟧/g
const PLACE = /⟦(\d+)⟧/g

interface Texts {
  text: string
  html: string | null
}

interface Words extends Texts {
  /** Too short to be known for what it is, so that its writer says so. */
  code?: string | undefined
}

/** The texts with a number in place of each secret, and the secrets sealed. */
export function withoutSecrets(
  keys: FieldKeys,
  { text, html, code }: Words,
): Texts & { links: string | null } {
  const found: string[] = []
  const place = (secret: string) => {
    if (!found.includes(secret)) found.push(secret)
    return `⟦${found.indexOf(secret) + 1}⟧`
  }
  const hide = (words: string) => {
    const hidden = words.replace(SECRET, place)
    return code ? hidden.replaceAll(code, place) : hidden
  }
  const kept = { text: hide(text), html: html === null ? null : hide(html) }
  return { ...kept, links: found.length > 0 ? sealWhole(keys, JSON.stringify(found)) : null }
}

/** Puts them back; where they are no longer known, an ellipsis says that something was there. */
export function secretsIn(keys: FieldKeys, links: string | null): (text: string) => string {
  // It was sealed by the function above.
  const secrets = links === null ? [] : (JSON.parse(unseal(keys, links)) as string[])
  return (text) => text.replace(PLACE, (_, place: string) => secrets[Number(place) - 1] ?? '…')
}
