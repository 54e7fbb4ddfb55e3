import type pg from 'pg'
import sanitizeHtml from 'sanitize-html'
import { entities } from '#domain/entities.ts'
import { type Entity, fieldsOf } from '#domain/kit/entity.ts'

/**
 * Words as somebody would write them who hopes that one place forgets to take them for words: markup
 * that acts, ends of where it may stand, addresses that are programs, and what templates, tables and
 * marked-up notes of other programs would run. All of it would do the same: set __xss.
 */
export const hostile: readonly string[] = [
  `"'><img src=x onerror=__xss=1><svg onload=__xss=1>`,
  '<script>__xss=1</script>',
  '</title></textarea></style></script><script>__xss=1</script>',
  '<ScRiPt/x>__xss=1</sCrIpT >',
  '<svg><animate onbegin=__xss=1 attributeName=x dur=1s>',
  '<svg><script>__xss=1</script></svg>',
  '<details open ontoggle=__xss=1>',
  '<iframe srcdoc="<script>parent.__xss=1</script>"></iframe>',
  '<object data="javascript:__xss=1"></object><embed src="javascript:__xss=1">',
  '<form action="javascript:__xss=1"><button autofocus onfocus=__xss=1>',
  '<a href="javascript:__xss=1" autofocus onfocus=__xss=1>look</a>',
  '<math><mtext><style><img src=x onerror=__xss=1></style></mtext></math>',
  '<!--><img src=x onerror=__xss=1>-->',
  '" onmouseover="__xss=1" autofocus onfocus="__xss=1',
  "' onfocus='__xss=1' autofocus tabindex='1",
  '`$'.concat('{__xss=1}`'),
  'javascript:__xss=1//',
  '\tJaVaScRiPt:__xss=1',
  'data:text/html,<script>parent.__xss=1</script>',
  '[look](javascript:__xss=1)',
  '![look](x" onerror="__xss=1)',
  `{{constructor.constructor('__xss=1')()}}`,
  '{{#each rows}}<script>__xss=1</script>{{/each}}',
  '=HYPERLINK("javascript:__xss=1","look")',
  '&lt;img src=x onerror=__xss=1&gt;',
  '&#60;script&#62;__xss=1&#60;/script&#62;',
  '\\u003cscript\\u003e__xss=1\\u003c/script\\u003e',
  '%3Cscript%3E__xss=1%3C/script%3E',
]

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
