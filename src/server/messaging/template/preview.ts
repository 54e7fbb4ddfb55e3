import { atLeast } from '#domain/access/role.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField } from '#domain/kit/problem.ts'
import { messagetemplate } from '#domain/messaging/messagetemplate.ts'
import type {
  messagetemplateCalls,
  TemplatePreview,
} from '#domain/messaging/messagetemplate-calls.ts'
import { renderTemplate, TemplateTooLong } from '#domain/messaging/template/render-template.ts'
import { standardOf, templateContexts } from '#domain/messaging/template/standards.ts'
import { type MergeValues, sampleValues } from '#domain/messaging/template/template-context.ts'
import { templateErrors } from '#domain/messaging/template/template-errors.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { shown } from '#server/kit/rows/cell.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { selectOne } from '#server/kit/rows/store.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
import { brokerFields } from './template-in-force.ts'
import type { TemplateSources } from './template-source.ts'

interface KnownRecords {
  sources: TemplateSources
  catalogue: Catalogue
}

type PreviewRequest = CheckedOf<typeof messagetemplateCalls.preview>

/** Prints a template with a record's real values; of an unseen record nobody learns anything. */
export function previewOn(sources: TemplateSources, catalogue: Catalogue) {
  return async (ctx: Context, asked: PreviewRequest) => ({
    data: await ctx.database.read(scopeOf(ctx), (conn) =>
      previewOf(ctx, conn, { sources, catalogue }, asked),
    ),
  })
}

const OWN_EMAIL = sql<{ email: string | null }, [user_id: number]>`
  select email from users where id = $1`

/** Mails it to whoever is asking, marked as a test. */
export function trialOn(sources: TemplateSources, catalogue: Catalogue) {
  return async (ctx: Context, conn: Conn, asked: PreviewRequest) => {
    const me = await OWN_EMAIL.one(conn, ctx.actor.user_id)
    if (!me?.email)
      throw notPossible('send', 'you have no email address', 'Add it to your profile.')
    const { rendering, errors } = await previewOf(ctx, conn, { sources, catalogue }, asked)
    const [first] = errors
    if (first) throw badField(first.field, first.message)
    if (!rendering) throw notPossible('send', 'it would be longer than a mail may be')
    const { subject, text, html } = rendering
    await queueMessage(ctx, conn, {
      kind: asked.key ? standardOf(asked.key).kind : 'report',
      to: me.email,
      subject: `Test: ${subject}`,
      text,
      html,
      key: `trial ${ctx.actor.user_id} ${ctx.request.id}`,
    })
    return { data: { to: me.email }, message: `Sent to ${me.email}.` }
  }
}

async function previewOf(
  ctx: Context,
  conn: Conn,
  known: KnownRecords,
  asked: PreviewRequest,
): Promise<TemplatePreview> {
  const { subject = null, text_base = null, text_loop = null, html = null } = asked
  const words = { subject, text_base, text_loop, html }
  const errors = templateErrors({ ...words, context: asked.context, key: asked.key ?? null })
  const values = await valuesOf(ctx, conn, known, asked)
  if (errors.length > 0) return { rendering: null, empty: [], errors }
  const context = templateContexts[asked.context]
  const labels: Record<string, { label: string }> = { ...context.rows?.fields, ...context.fields }
  try {
    // What is seen is what would be kept, and what would be kept has nothing in it that acts.
    const kept = html === null ? null : String(shown(messagetemplate.fields.html, html))
    const rendering = renderTemplate({ ...words, html: kept }, context, values)
    const empty = rendering.empty.map((name) => ({ name, label: labels[name]?.label ?? name }))
    return { rendering, empty, errors }
  } catch (error) {
    if (!(error instanceof TemplateTooLong)) throw error
    const long = { field: 'text_base', line: 1, column: 1, nearest: null } as const
    return { rendering: null, empty: [], errors: [{ ...long, message: error.message }] }
  }
}

async function valuesOf(
  ctx: Context,
  conn: Conn,
  { sources, catalogue }: KnownRecords,
  { context, record_id }: PreviewRequest,
): Promise<MergeValues> {
  const samples = sampleValues(templateContexts[context])
  const broker = ctx.actor.organisation_id === null ? null : await brokerFields(conn)
  if (!record_id) return { ...samples, fields: { ...samples.fields, ...broker } }
  const source = sources[context]
  if (!source) throw badField('record_id', 'It is shown with samples alone.')
  const isSeen = atLeast(ctx.actor.role, source.entity.access.read)
  const row =
    isSeen && (await selectOne(conn, source.entity, record_id, ctx.actor, catalogue.lookup))
  if (!row) throw notFound(source.entity)
  const values = await source.load(ctx, conn, record_id)
  // Links open something and are made for one reader: a preview shows what they look like.
  const link = values.fields.link === undefined ? {} : { link: samples.fields.link ?? null }
  return { fields: { ...broker, ...values.fields, ...link }, rows: values.rows }
}
