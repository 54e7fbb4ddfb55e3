import { atLeast } from '#domain/access/role.ts'
import type { bankaccountCalls } from '#domain/bank/bank-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, Problem, updated } from '#domain/kit/problem.ts'
import { lockedTo } from '#server/books/locked-books.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { recordHistory } from '#server/kit/rows/history.ts'

// By the database's clock, as entries are: which came first decides the period that an entry is of.
const LOCK = sql<
  { id: number },
  [
    organisation_id: number | null,
    locked_to: string | null,
    reason: string | null,
    actor_id: number,
    actor_name: string,
    request_id: string,
  ]
>`insert into book_locks
    (organisation_id, locked_to, reason, actor_id, actor_name, request_id, created_at)
  values ($1, $2, $3, $4, $5, $6, now()) returning id`

/** Locks the books to a day. Opening them again, in part or whole, is an admin's to do. */
export async function lockBooks(
  ctx: Context,
  conn: Conn,
  { books_locked_to, reason }: CheckedOf<typeof bankaccountCalls.lock>,
) {
  const before = await lockedTo(conn)
  if (books_locked_to !== null && books_locked_to >= todayOf(ctx))
    throw badField('books_locked_to', 'Choose a day that has passed.')
  const isOpened = before !== null && (books_locked_to === null || books_locked_to < before)
  if (isOpened && !atLeast(ctx.actor.role, 'admin')) throw new Problem('forbidden')
  if (isOpened && !reason) throw badField('reason', 'Say why, in a few words.')
  const { organisation_id, user_id, name } = ctx.actor
  const who = [user_id, name, ctx.request.id] as const
  const made = await LOCK.one(conn, organisation_id, books_locked_to, reason ?? null, ...who)
  await recordHistory(conn, ctx, {
    object_class: 'booklock',
    object_id: made?.id ?? 0,
    object_version: 1,
    action: 'create',
    changes: { books_locked_to: [before, books_locked_to] },
    ...(reason ? { reason } : {}),
  })
  const message = books_locked_to ? 'The books are locked.' : 'The books are open.'
  return { status: updated, data: { books_locked_to }, message }
}
