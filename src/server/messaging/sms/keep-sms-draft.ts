import { created, Problem } from '#domain/kit/problem.ts'
import { type MessageCreate, message } from '#domain/messaging/message.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { removeRow } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { type Party, partyOf } from '../compose/party.ts'

/** A text message that is being written: its words and files, until it is sent or thrown away. */
export async function keepSmsDraft(
  ctx: Context,
  conn: Conn,
  { reference_object: _object, reference_id: _id, ...input }: MessageCreate,
): Promise<Answer> {
  const { email: _email, ...party } = await partyOf(conn, input)
  const written = await insertRow(ctx, conn, message, {
    ...input,
    ...party,
    type: 'sms',
    direction: 'out',
    kind: 'sms',
    status: 'draft',
    author_id: ctx.actor.user_id || null,
    ...(party.customer_id && {
      reference_object: 'customer' as const,
      reference_id: party.customer_id,
    }),
  })
  return writtenAnswer(ctx, message, written, { status: created })
}

const DRAFT_OF = sql<
  { id: number },
  [id: number, customer_id: number | null, thread_id: number | null]
>`select id from messages where id = $1 and type = 'sms' and status = 'draft'
    and deleted_at is null and (customer_id = $2 or thread_id = $3) for update`

/** Its words are on their way. Whoever sent them a moment before has taken it away already. */
export async function dropSmsDraft(
  ctx: Context,
  conn: Conn,
  catalogue: Catalogue,
  { id, customer_id, thread_id }: Pick<Party, 'customer_id' | 'thread_id'> & { id: number },
): Promise<void> {
  if (!(await DRAFT_OF.one(conn, id, customer_id, thread_id)))
    throw new Problem('notFound', { fill: { what: 'draft' } })
  await removeRow(ctx, conn, message, { id }, catalogue)
}
