import { type Rendering, renderTemplate } from './render-template.ts'
import { type KeyValues, standardOf, type TemplateKey, templateContexts } from './standards.ts'

/** A mail in its standard words. */
export function standardMail<K extends TemplateKey>(key: K, values: KeyValues<K>): Rendering {
  const { subject, text_base, text_loop, context } = standardOf(key)
  const words = { subject, text_base, text_loop, html: null }
  return renderTemplate(words, templateContexts[context], values)
}
