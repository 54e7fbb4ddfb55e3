import { z } from 'zod'
import { type FieldKeys, sealWhole, unseal } from '#server/kit/rows/seal.ts'
import { secretsIn, withoutSecrets } from '#server/mail/mail-secrets.ts'

interface Words {
  text: string
  html: string | null
}

interface StoredWords {
  text_plain: string
  text_html: string | null
  sealed_words: string | null
}

/** The words as everybody here may read them, and whole ones sealed where these open something. */
export function sealedWords(keys: FieldKeys, words: Words): StoredWords {
  const { text, html, links } = withoutSecrets(keys, words)
  if (links === null) return { text_plain: words.text, text_html: words.html, sealed_words: null }
  const told = secretsIn(keys, null)
  return {
    text_plain: told(text),
    text_html: html === null ? null : told(html),
    sealed_words: sealWhole(keys, JSON.stringify(words)),
  }
}

const whole = z.object({ text: z.string(), html: z.string().nullable() })

/** The words that leave. */
export function wholeWords(keys: FieldKeys, row: StoredWords): Words {
  if (row.sealed_words === null) return { text: row.text_plain, html: row.text_html }
  return whole.parse(JSON.parse(unseal(keys, row.sealed_words)))
}
