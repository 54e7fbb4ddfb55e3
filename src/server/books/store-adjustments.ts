import { sumOf } from '#domain/books/money-desk.ts'
import { toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { idOf, isAdjustment } from './money-keys.ts'
import type { Settlement } from './settle.ts'
import type { ItemState } from './store-states.ts'

/** What an adjustment comes to with its money. */
export interface AdjustmentState {
  id: number
  balance: string
  status: string
  written_off: string
  credit_left: string
}

const STORE = sql<never, [states: string, now: Date]>`
  update adjustments d set balance = c.balance, adjustment_status = c.status,
    written_off = c.written_off, credit_left = c.credit_left,
    cleared_at = case when c.status = 'invoiced' then null else coalesce(d.cleared_at, $2) end
  from jsonb_to_recordset($1::jsonb) as c
    (id bigint, balance numeric, status text, written_off numeric, credit_left numeric)
  where d.id = c.id and (d.balance is distinct from c.balance
    or d.written_off is distinct from c.written_off or d.credit_left is distinct from c.credit_left
    or d.adjustment_status <> c.status)`.named('settle_adjustments')

/** Adjustments follow their money as invoices do. A credit asks for nothing: it is paid at once. */
export async function storeAdjustments(
  ctx: Context,
  conn: Conn,
  settlements: readonly Settlement[],
  states: readonly ItemState[],
): Promise<void> {
  const owed = states
    .filter(({ key }) => isAdjustment(key))
    .map(({ key: _key, ...state }) => ({ ...state, credit_left: '0.00' }))
  await keepAdjustments(ctx, conn, [...owed, ...settlements.flatMap(givenBy)])
}

/** Keeps what changed of them; their history is that of their money. */
export async function keepAdjustments(
  ctx: Context,
  conn: Conn,
  rows: readonly AdjustmentState[],
): Promise<void> {
  if (rows.length > 0) await STORE.run(conn, JSON.stringify(rows), ctx.clock.now())
}

function givenBy({ before: { account }, settled }: Settlement) {
  return account.money
    .filter(({ key }) => isAdjustment(key))
    .map(({ key, amount }) => {
      const used = sumOf(settled.placements.filter(({ money }) => money === key))
      const credit_left = toDecimalString(wholeCents(amount - used))
      return { id: idOf(key), balance: '0.00', status: 'paid', written_off: '0.00', credit_left }
    })
}
