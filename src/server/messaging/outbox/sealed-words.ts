import { z } from 'zod'
import { type TemplateKey, templateKeys } from '#domain/messaging/template/standards.ts'
import type { MergeValues } from '#domain/messaging/template/template-context.ts'
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

/** What a mail was printed from, for when it is printed again. */
export interface MergeRecord {
  key: TemplateKey
  chosen?: number | undefined
  record_id: number | null
  values: MergeValues
}

interface KeptBeside {
  merge?: MergeRecord | undefined
  /** What is read here instead of words that are for their reader alone. */
  shown?: string | undefined
}

/** The words as everybody here may read them, and whole ones sealed where these open something. */
export function sealedWords(
  keys: FieldKeys,
  words: Words,
  { merge, shown }: KeptBeside = {},
): StoredWords {
  if (shown !== undefined) {
    const sealed_words = sealWhole(keys, JSON.stringify({ ...words, merge }))
    return { text_plain: shown, text_html: null, sealed_words }
  }
  const { text, html, links } = withoutSecrets(keys, words)
  if (links === null && !merge)
    return { text_plain: words.text, text_html: words.html, sealed_words: null }
  const told = secretsIn(keys, null)
  return {
    text_plain: told(text),
    text_html: html === null ? null : told(html),
    sealed_words: sealWhole(keys, JSON.stringify({ ...words, merge })),
  }
}

const value = z.union([z.string(), z.boolean(), z.null()])
const cells = z.record(z.string(), value)
const whole = z.object({ text: z.string(), html: z.string().nullable() })
const stopped = z.object({
  merge: z
    .object({
      key: z.enum(templateKeys),
      chosen: z.int().optional(),
      record_id: z.int().nullable(),
      values: z.object({ fields: cells, rows: z.array(cells) }),
    })
    .optional(),
})

/** The words that leave. */
export function wholeWords(keys: FieldKeys, row: StoredWords): Words {
  if (row.sealed_words === null) return { text: row.text_plain, html: row.text_html }
  return whole.parse(JSON.parse(unseal(keys, row.sealed_words)))
}

/** What a mail that was stopped is printed from again; nothing once its words were let go. */
export function mergeOf(keys: FieldKeys, { sealed_words }: StoredWords): MergeRecord | undefined {
  if (sealed_words === null) return undefined
  return stopped.parse(JSON.parse(unseal(keys, sealed_words))).merge
}
