import { atLeast } from '#domain/access/role.ts'
import { message } from '#domain/messaging/message.ts'
import type { MessageDelivery, MessageEvent } from '#domain/messaging/message-event.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { answerRow } from '#server/kit/rows/verb-handlers.ts'
import { wholeWords } from './sealed-words.ts'

const EVENTS = sql<MessageEvent, [message_id: number, with_raw: boolean]>`
  select e.id, e.event, e.words, e.actor_name, e.created_at,
    (select r.words from messageraws r where $2::boolean and r.event_id = e.id) as raw
  from messageevents e where e.message_id = $1 order by e.id limit 500`

const DELIVERIES = sql<MessageDelivery, [message_id: number]>`
  select field, address, state, code, words from deliveries
  where message_id = $1 order by id limit 100`

interface KeptWords {
  text_plain: string
  text_html: string | null
  sealed_words: string | null
}

// What a demonstration writes reaches nobody: its reader is whoever looks at it here.
const KEPT_WORDS = sql<KeptWords, [id: number]>`
  select m.text_plain, m.text_html, m.sealed_words from messages m
  join organisations o on o.id = m.organisation_id
  where m.id = $1 and o.demo and m.sealed_words is not null
    and m.kind <> 'report'`

/** A message with what happened to it on its way. */
export async function answerMessage(ctx: Context, id: number, catalogue: Catalogue) {
  const answer = await answerRow(ctx, message, id, catalogue)
  const known = await ctx.database.read(scopeOf(ctx), async (conn) => {
    const events = await EVENTS.all(conn, id, atLeast(ctx.actor.role, 'manager'))
    const deliveries = await DELIVERIES.all(conn, id)
    const kept = await KEPT_WORDS.one(conn, id)
    const whole_text = kept ? wholeWords(ctx.config.secrets.fields, kept).text : null
    return { events, deliveries, whole_text }
  })
  return { ...answer, info: { ...answer.info, ...known } }
}
