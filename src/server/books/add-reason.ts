import { transaction } from '#domain/books/transaction.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { lockAsSeen } from '#server/kit/rows/change-row.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'

interface AddedReason {
  id: number
  version?: number | undefined
  reason: string
}

/** What was said before stays: words are added to it. */
export async function addReason(ctx: Context, conn: Conn, input: AddedReason): Promise<void> {
  const { row } = await lockAsSeen(ctx, conn, transaction, input)
  const reason = [row.reason, input.reason].filter(Boolean).join('\n')
  await updateRow(
    ctx,
    conn,
    transaction,
    input.id,
    { reason },
    { action: 'update', changes: { reason: [row.reason ?? null, reason] } },
  )
}
