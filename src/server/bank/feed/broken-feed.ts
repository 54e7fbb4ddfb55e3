import { formatMoney } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { raiseTask } from '#server/tasks/system-task.ts'
import { type HeldFeed, nextFetch, noteTrouble } from './held-feed.ts'

export const feedCause = ({ bankaccount_id }: HeldFeed) => `bank feed ${bankaccount_id}`

/** Nobody is let in any more: who looks after the account has to connect it anew. */
export async function noteBroken(
  ctx: Context,
  conn: Conn,
  feed: HeldFeed,
  message: string,
): Promise<void> {
  // Consent is sometimes given back, so it is asked for as often as before.
  await noteTrouble(conn, feed, 'broken', message, nextFetch(ctx.clock.now()))
  const { bank_account_name: name, bankaccount_id } = feed
  await raiseTask(ctx, conn, {
    cause: feedCause(feed),
    subject: `The bank feed of ${name} is broken`,
    text_plain: [
      message,
      `No lines of ${name} come in by themselves until the feed is connected again, on the page ` +
        'of the account. Until then, statements can be imported as files.',
      `/app/bankaccount?id=${bankaccount_id}`,
    ].join('\n'),
    due_date: todayOf(ctx),
    // Only they can connect it; accounting sees it wherever the account is shown.
    role_name: 'admin',
  })
}

/** Somebody explained a line that the bank has taken back: only they know what follows from it. */
export async function askAboutLine(
  ctx: Context,
  conn: Conn,
  line: { id: number; other_party: string | null; amount: string; transaction_date: string },
): Promise<void> {
  const { id, other_party, amount, transaction_date } = line
  const what = `${formatMoney(amount)} of ${transaction_date}`
  await raiseTask(ctx, conn, {
    cause: lineCause(id),
    subject: `The bank took back a line that is matched: ${other_party ?? 'a line'}, ${what}`,
    text_plain: [
      `The bank told of ${what} and has taken it back. The line is matched, so it stays until ` +
        'somebody has looked: take the match off, and it goes.',
      `/app/banktransaction?id=${id}`,
    ].join('\n'),
    due_date: todayOf(ctx),
    role_name: 'accounting',
  })
}

export const lineCause = (id: number) => `bank line ${id} taken back`
