import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { transaction } from '#domain/books/transaction.ts'
import { deleted } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { lockAsSeen } from '#server/kit/rows/change-row.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { refuseOwnWork } from './four-eyes.ts'
import { reverse } from './ledger.ts'
import { refreshBalances } from './refresh-balances.ts'

interface EntryAim {
  id: number
  version?: number | undefined
}

const REVERSAL = sql<{ id: number }, [reverses_id: number]>`
  select id from transactions where reverses_id = $1`

/** The reversal of one of several entries. */
export async function takeBackEntry(ctx: Context, conn: Conn, { id }: EntryAim) {
  await reverseEntry(ctx, conn, { id }, 'Taken back.')
  return { status: deleted, data: { id }, message: 'Entry taken back.' }
}

/** Books an entry that was made by hand the other way round, once. */
export async function reverseEntry(
  ctx: Context,
  conn: Conn,
  aim: EntryAim,
  why: string,
): Promise<void> {
  const { id, row, version } = await lockAsSeen(ctx, conn, transaction, aim)
  if (row.event !== ledgerEvents.manual)
    throw notPossible('take back', 'a document booked it', 'Cancel that document instead.')
  if (await REVERSAL.one(conn, id)) throw notPossible('take back', 'it was taken back already')
  await refuseOwnWork(ctx, conn, transaction, { id, amount: row.amount }, 'take back')
  const { customer_id } = row
  await reverse(ctx, conn, [id], why)
  const about = { object_class: transaction.name, object_id: id, object_version: version }
  await recordHistory(conn, ctx, { ...about, action: 'cancel', reason: why, customer_id })
  if (customer_id) await refreshBalances(ctx, conn, [customer_id])
}
