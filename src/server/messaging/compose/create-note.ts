import { created } from '#domain/kit/problem.ts'
import { type MessageCreate, message } from '#domain/messaging/message.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { tellNamed } from '../notices/tell-named.ts'
import { partyOf } from './party.ts'

/** What staff tell each other in a thread. It has no channel, so it can never leave. */
export async function createNote(
  ctx: Context,
  conn: Conn,
  { text_plain, ...named }: MessageCreate,
): Promise<Answer> {
  const { email: _email, ...party } = await partyOf(conn, named)
  const written = await insertRow(ctx, conn, message, {
    ...party,
    type: 'note',
    direction: 'note',
    kind: 'note',
    status: 'received',
    sender: ctx.actor.name,
    author_id: ctx.actor.user_id || null,
    text_plain,
  })
  const { thread_id } = written.row
  if (thread_id !== null) await tellNamed(ctx, conn, { id: written.id, thread_id, text_plain })
  return { ...writtenAnswer(ctx, message, written, { status: created }), message: 'Noted.' }
}
