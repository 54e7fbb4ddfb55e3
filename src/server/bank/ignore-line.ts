import { banktransaction } from '#domain/bank/banktransaction.ts'
import { mayBeIgnored } from '#domain/bank/line-states.ts'
import { cents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { ownAccountOf } from './match-as.ts'
import { storeParts } from './stored-parts.ts'

interface Ignored {
  id: number
  version?: number | undefined
  with_id?: number | undefined
  reason: string
}

interface OtherLine {
  bankaccount_id: number
  transaction_date: string
  amount: string
}

const OTHER = sql<OtherLine, [id: number]>`
  select bankaccount_id, transaction_date, amount::text from banktransactions
  where id = $1 and deleted_at is null`

/** Only what has no effect is left out: lines before the opening day, and two that cancel out. */
export async function ignoreLine(
  ctx: Context,
  conn: Conn,
  { with_id, ...request }: Ignored,
): Promise<Written<typeof banktransaction>> {
  const written = await ignoreOne(ctx, conn, request, with_id)
  if (with_id !== undefined) await ignoreOne(ctx, conn, { ...request, id: with_id }, request.id)
  return written
}

async function ignoreOne(
  ctx: Context,
  conn: Conn,
  { id, version, reason }: Omit<Ignored, 'with_id'>,
  with_id: number | undefined,
): Promise<Written<typeof banktransaction>> {
  const asked = { id, reason, ...(with_id === undefined ? { version } : {}) }
  return transition(ctx, conn, banktransaction, 'ignore', asked, async ({ row }) => {
    const { opening_date } = await ownAccountOf(conn, row)
    const other = with_id === undefined ? undefined : await OTHER.one(conn, with_id)
    if (!mayBeIgnored(inCents(row), opening_date, other ? inCents(other) : null))
      throw notPossible(
        'leave out',
        other ? 'the two do not cancel each other out' : 'it moved money',
        'Only lines before the opening day, or two that cancel each other out, are left out.',
      )
    if (other) {
      const words = 'Cancelled out by another line'
      await storeParts(conn, id, [
        { kind: 'aside', amount: row.amount, other_line_id: with_id, words, is_made: false },
      ])
    }
    return { explained_as: reason.slice(0, 300), matched_by: 'person', suggestion: null }
  })
}

const inCents = <L extends { amount: string }>(line: L) => ({ ...line, amount: cents(line.amount) })
