import {
  type KeyValues,
  standardOf,
  type TemplateKey,
} from '#domain/messaging/template/standards.ts'
import type { MergeValues } from '#domain/messaging/template/template-context.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import type { MessageDraft } from '#server/messaging/outbox/queue-message.ts'
import type { MergeRecord } from '#server/messaging/outbox/sealed-words.ts'
import { outboxFacts, printLetter } from './queue-letter.ts'
import type { TemplateSources } from './template-source.ts'

type MendedWords = Pick<MessageDraft, 'subject' | 'text' | 'html' | 'template' | 'tone' | 'purpose'>

/** A mail that was stopped is printed anew: with the record and the template as they are by now. */
export async function mendedWords(
  ctx: Context,
  conn: Conn,
  sources: TemplateSources,
  { key, chosen, record_id, values }: MergeRecord,
): Promise<MendedWords> {
  const source = sources[standardOf(key).context]
  const isRead = source !== undefined && record_id !== null
  const now = isRead ? await source.load(ctx, conn, record_id) : null
  // The values are those of the key: they were kept with it.
  const mended = (now ? filledIn(values, now) : values) as KeyValues<TemplateKey>
  const printed = await printLetter(conn, key, mended, chosen)
  const { stopped, ...facts } = outboxFacts(printed)
  if (stopped) {
    const reason = `${stopped.charAt(0).toLowerCase()}${stopped.slice(1).replace(/\.$/, '')}`
    throw notPossible('resend', reason, 'Fill it in, or give the template a default.')
  }
  return { ...printed.rendering, ...facts }
}

// Whoever wrote it chose whether these are told: left unsaid, they are no hole to be filled.
const chosenToTell = new Set(['late_fee'])

/** What was empty may have been filled in since; what was said then stays said. */
function filledIn(then: MergeValues, now: MergeValues): MergeValues {
  const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
  const filled = Object.entries(now.fields).filter(
    ([name]) => isEmpty(then.fields[name]) && !chosenToTell.has(name),
  )
  const rows = then.rows.length === now.rows.length ? now.rows : then.rows
  return { fields: { ...then.fields, ...Object.fromEntries(filled) }, rows }
}
