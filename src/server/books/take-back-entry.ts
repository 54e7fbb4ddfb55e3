import { transaction } from '#domain/books/transaction.ts'
import { deleted } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { lockAsSeen } from '#server/kit/rows/change-row.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { refuseOwnWork } from './four-eyes.ts'
import { reverse } from './ledger.ts'
import { refreshBalances } from './refresh-balances.ts'

interface Aim {
  id: number
  version?: number | undefined
}

/** The reversal of one of several entries. */
export async function takeBackEntry(ctx: Context, conn: Conn, { id }: Aim) {
  await takeBack(ctx, conn, { id }, 'Taken back.')
  return { status: deleted, data: { id }, message: 'Entry taken back.' }
}

/** Books an entry that was made by hand the other way round, once. */
export async function takeBack(ctx: Context, conn: Conn, aim: Aim, why: string): Promise<void> {
  const { id, row, version } = await lockAsSeen(ctx, conn, transaction, aim)
  if (row.event !== 'manual')
    throw notPossible('take back', 'a document booked it', 'Cancel that document instead.')
  const [back] = await conn.query('select from transactions where reverses_id = $1', [id])
  if (back) throw notPossible('take back', 'it was taken back already')
  await refuseOwnWork(ctx, conn, transaction, { id, amount: row.amount }, 'take back')
  const { customer_id } = row
  await reverse(ctx, conn, [id], why)
  const about = { object_class: transaction.name, object_id: id, object_version: version }
  await recordHistory(conn, ctx, { ...about, action: 'cancel', reason: why, customer_id })
  if (customer_id) await refreshBalances(ctx, conn, [customer_id])
}
