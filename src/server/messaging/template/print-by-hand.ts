import { badField } from '#domain/kit/problem.ts'
import { renderTemplate } from '#domain/messaging/template/render-template.ts'
import { templateContexts } from '#domain/messaging/template/standards.ts'
import { emptyFieldWords } from '#domain/messaging/template/template-context.ts'
import { placed, templateErrors } from '#domain/messaging/template/template-errors.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { brokerFields } from './template-in-force.ts'
import type { TemplateSources } from './template-source.ts'

/** What somebody wrote, and to which customer. */
export interface HandWritten {
  subject: string | null
  text: string
  customer_id: number | null
}

/**
 * Words by hand with what is known of their customer in the place of its fields, as the preview showed
 * them. What cannot be printed, or would leave a hole, is refused while its writer is still there;
 * `field` is what the caller calls the text.
 */
export async function printedByHand(
  ctx: Context,
  conn: Conn,
  sources: TemplateSources,
  { customer_id, ...written }: HandWritten,
  field: 'text_plain' | 'text',
): Promise<{ subject: string | null; text: string }> {
  if (!`${written.subject ?? ''}${written.text}`.includes('{{')) return written
  if (customer_id === null || !sources.customer)
    throw badField(field, 'Fields are printed for customers alone. Write it out instead.')
  // A key that is made for messages learns nothing of records by them.
  const { via, scope } = ctx.actor
  if (via === 'key' || scope) throw badField(field, 'An API key sends words as they are.')
  const { customer: context } = templateContexts
  const words = { subject: written.subject, text_base: written.text, text_loop: null, html: null }
  const [fault] = templateErrors({ ...words, context: 'customer', key: null })
  if (fault) throw badField(fault.field === 'subject' ? 'subject' : field, placed(fault))
  const known = await sources.customer.load(ctx, conn, customer_id)
  const fields = { ...(await brokerFields(conn)), ...known.fields }
  const { empty, subject, text } = renderTemplate(words, context, { ...known, fields })
  if (empty.length > 0) {
    const wayOut = `Fill it in, or write {{${empty[0]}|something else}}.`
    throw badField(field, `${emptyFieldWords(context, empty)}. ${wayOut}`)
  }
  return { subject: written.subject === null ? null : subject, text: text.trimEnd() }
}
