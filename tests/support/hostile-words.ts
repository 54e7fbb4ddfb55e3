import type pg from 'pg'
import sanitizeHtml from 'sanitize-html'
import { entities } from '#domain/entities.ts'
import { type Entity, fieldsOf } from '#domain/kit/entity.ts'
import { hostileCorpus } from './hostile-corpus.ts'

/** Every one of them would set __xss. */
export const hostile: readonly string[] = Object.values(hostileCorpus).flat()

/** All of them in few texts, each short enough for any place of many words. */
export function hostileTexts(length = 1800): string[] {
  const texts: string[] = []
  for (const words of hostile) {
    const longer = `${texts.at(-1) ?? ''}${words}\n\n`
    if (texts.length > 0 && longer.length <= length) texts[texts.length - 1] = longer
    else texts.push(`${words}\n\n`)
  }
  return texts
}

/** Which of them do not stand in what somebody reads, wherever its lines end. */
export function unseenIn(text: string, expected: readonly string[] = hostile): string[] {
  const read = withoutGaps(text)
  return expected.filter((words) => !read.includes(withoutGaps(words)))
}

export const withoutGaps = (text: string) => text.replace(/[\s\p{Cc}]/gu, '')

/**
 * Puts them into every field of words of the organisation in scope, behind the server's back, so that
 * whoever shows them stands alone: each row and each field has another one. Answers how many fields
 * took them; some are held to a form of their own.
 */
export async function plant(owner: pg.Client): Promise<number> {
  let taken = 0
  for (const entity of entities.filter((one) => one.scope === 'organisation'))
    for (const [name, { options }] of ofWords(entity)) {
      const words = `($1::text[])[1 + (id + ${taken}) % ${hostile.length}]`
      const own = options.unique ? `id || ${words}` : words
      const planted = await owner
        .query(`update ${entity.plural} set ${name} = left(${own}, ${options.max ?? 2000})`, [
          hostile,
        ])
        .catch(() => null)
      if (planted?.rowCount) taken += 1
    }
  return taken
}

const ofWords = (entity: Entity) =>
  fieldsOf(entity).filter(
    ([, { kind, options }]) => /^(text|longText|richText|url)$/.test(kind) && !options.masked,
  )

const acting = new Set([
  ...['script', 'iframe', 'frame', 'object', 'embed', 'applet', 'svg', 'math', 'base', 'link'],
  ...['template', 'portal', 'details', 'video', 'audio', 'input', 'textarea', 'select'],
])
const harmless = /^(https?:|mailto:|tel:|cid:|#|\/(?!\/))/i

/** What in a piece of HTML would act, as whoever reads it as HTML finds it. */
export function actsIn(html: string): string[] {
  const found: string[] = []
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag: (tag, attributes) => {
      if (acting.has(tag)) found.push(`<${tag}>`)
      for (const [name, value] of Object.entries(attributes)) {
        if (/^on|^srcdoc$|^http-equiv$/i.test(name)) found.push(`${name} of <${tag}>`)
        const leads = /^(href|src|action|formaction|data|xlink:href|background)$/i.test(name)
        if (leads && !harmless.test(value)) found.push(`${name} of <${tag}> is ${value}`)
      }
    },
  })
  return found
}

/** What a PDF would do beside being looked at. */
export function actsInPdf(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes).toString('latin1')
  const links = [...file.matchAll(/\/URI \(([^)]*)\)/g)].map(([, address = '']) => address)
  return [
    ...(file.match(/\/(JavaScript|JS|OpenAction|AA|Launch|SubmitForm|EmbeddedFile)\b/g) ?? []),
    ...links.filter((address) => !harmless.test(address)),
  ]
}
