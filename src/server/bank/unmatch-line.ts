import { banktransaction } from '#domain/bank/banktransaction.ts'
import { reverse } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { ownAccountOf } from './match-as.ts'
import type { StoredPart } from './parts/part-kind.ts'
import { partRules } from './parts/part-kinds.ts'
import { livePartsOf, markUndone } from './stored-parts.ts'

/** Takes a match off: payments it made are cancelled, linked ones are as they were. */
export async function unmatchLine(
  ctx: Context,
  conn: Conn,
  request: { id: number; version?: number | undefined; reason: string },
): Promise<Written<typeof banktransaction>> {
  const { id, reason } = request
  const others: number[] = []
  const written = await transition(
    ctx,
    conn,
    banktransaction,
    'unmatch',
    request,
    async ({ row }) => {
      const { ledger_account: ledger } = await ownAccountOf(conn, row)
      const matching = { ctx, conn, line: row, ledger, by: 'person' as const }
      const parts = await livePartsOf(conn, [id])
      await refuseTakenBack(conn, parts)
      await refusePaidBack(conn, parts)
      for (const part of parts.toReversed()) {
        await reverse(ctx, conn, part.entry_ids ?? [], reason)
        await partRules[part.kind]?.undo(matching, part, reason)
        if (part.other_line_id) others.push(part.other_line_id)
      }
      await markUndone(conn, id, ctx.clock.now())
      return { explained_as: null, matched_by: null, matched_rule: null, matched_at: null }
    },
  )
  // Both halves of a transfer, and both lines that cancel each other out, are open again.
  for (const other of others)
    if (await isMatchedWith(conn, other, id)) await unmatchLine(ctx, conn, { id: other, reason })
  return written
}

const TAKEN_BACK = sql<{ id: number }, [invoicepayment_ids: readonly number[]]>`
  select banktransaction_id as id from bankparts
  where invoicepayment_id = any($1) and kind = 'dishonour' and undone_at is null`

/** Money that the bank took back later has a line for that: first that one, then this. */
async function refuseTakenBack(conn: Conn, parts: readonly StoredPart[]): Promise<void> {
  const made = parts.filter(({ kind }) => kind !== 'dishonour')
  const ids = made.flatMap(({ invoicepayment_id }) => invoicepayment_id ?? [])
  if (await TAKEN_BACK.one(conn, ids))
    throw notPossible(
      'take the match off',
      'another line shows that the bank took the payment back',
      'Take the match off that line first.',
    )
}

const PAID_BACK = sql<{ id: number }, [ids: readonly number[]]>`
  select id from invoicepayments where id = any($1) and refunded_amount > 0`
const moneyIn: readonly string[] = ['customer', 'payment', 'deposit']

/** Money that was paid back since did come in: its line stays what it is. */
async function refusePaidBack(conn: Conn, parts: readonly StoredPart[]): Promise<void> {
  const shown = parts.filter(({ kind }) => moneyIn.includes(kind))
  const ids = shown.flatMap(({ invoicepayment_id }) => invoicepayment_id ?? [])
  if (await PAID_BACK.one(conn, ids))
    throw notPossible('take the match off', 'some of the payment was paid back')
}

const MATCHED_WITH = sql<{ id: number }, [id: number, other_line_id: number]>`
  select t.id from banktransactions t join bankparts p on p.banktransaction_id = t.id
  where t.id = $1 and p.other_line_id = $2 and p.undone_at is null
    and t.transaction_status in ('transfer', 'ignored')`
const isMatchedWith = async (conn: Conn, id: number, other: number) =>
  (await MATCHED_WITH.one(conn, id, other)) !== undefined
