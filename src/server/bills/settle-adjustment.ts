import type { Adjustment } from '#domain/books/adjustment.ts'
import { restEvents, writeOffEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { type Cents, cents, toDecimalString } from '#domain/kit/money.ts'
import { keepAdjustments } from '#server/books/store-adjustments.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { giveBack, putCreditOn } from './place-supplier-money.ts'
import { settleBill } from './settle-bill.ts'
import {
  adjustmentItem,
  keepMoney,
  moneyOn,
  openItems,
  type SupplierItem,
} from './supplier-money.ts'

type OwedAdjustment = Pick<
  Adjustment,
  | ('id' | 'supplier_id' | 'account_number_with_supplier' | 'adjustment_status' | 'side')
  | ('is_held' | 'credit_left')
> & {
  /** What stands on 2000 for it now, and what of it was given up. */
  owed: string
  given_up: string
}

const OWED_LINES = fragment`from transactions t join accounttransactions a
  on a.transaction_id = t.id and a.account = ${accounts.payables} where t.adjustment_id = d.id`

const OWED_ADJUSTMENT = sql<OwedAdjustment, [id: number]>`
  select d.id, supplier_id, account_number_with_supplier, adjustment_status, side, is_held,
    credit_left::text,
    coalesce((select -sum(a.amount) ${OWED_LINES}), 0)::numeric(14,2)::text as owed,
    coalesce((select sum(a.amount) ${OWED_LINES}
      and t.event in (${writeOffEvents}, ${restEvents})), 0)::numeric(14,2)::text as given_up
  from adjustments d where d.id = $1 and d.supplier_id is not null and deleted_at is null
  for update of d`

/**
 * Brings what we owe a supplier without a bill in line with its money: our credit is put on it, what is
 * too much goes back, and its state follows. What it gave us is put on what is open there instead.
 */
export async function settleAdjustment(ctx: Context, conn: Conn, id: number): Promise<void> {
  const row = await OWED_ADJUSTMENT.one(conn, id)
  if (!row || row.adjustment_status === 'cancelled') return
  if (row.side === 'credit') return spreadCredit(ctx, conn, row)
  const item = adjustmentItem(id)
  const account = accountOf(row)
  await putCreditOn(ctx, conn, { item, account, owed: cents(row.owed), isHeld: row.is_held })
  await giveBack(ctx, conn, { item, account, owed: await owedNow(conn, id) })
  await keepState(ctx, conn, id)
}

const accountOf = ({ supplier_id, account_number_with_supplier }: OwedAdjustment) => ({
  supplier_id,
  account_number_with_supplier,
  contract_id: null,
})

async function owedNow(conn: Conn, id: number): Promise<Cents> {
  return cents((await OWED_ADJUSTMENT.one(conn, id))?.owed ?? '0.00')
}

async function spreadCredit(ctx: Context, conn: Conn, row: OwedAdjustment): Promise<void> {
  const { id } = row
  await keepMoney(conn, [{ billpayment_id: null, credit_adjustment_id: id }])
  for (const item of await openItems(conn, accountOf(row))) {
    if (cents((await creditLeft(conn, id)) ?? '0.00') <= 0) break
    await settleItem(ctx, conn, item)
  }
  const credit_left = (await creditLeft(conn, id)) ?? '0.00'
  const nothing = { balance: '0.00', written_off: '0.00' }
  await keepAdjustments(ctx, conn, [{ id, status: 'paid', ...nothing, credit_left }])
}

const creditLeft = async (conn: Conn, id: number) =>
  (await OWED_ADJUSTMENT.one(conn, id))?.credit_left

/** A bill or an adjustment, whichever it is. */
export async function settleItem(ctx: Context, conn: Conn, item: SupplierItem): Promise<void> {
  if (item.bill_id !== null) await settleBill(ctx, conn, item.bill_id, 'settle')
  if (item.adjustment_id !== null) await settleAdjustment(ctx, conn, item.adjustment_id)
}

/** Cleared when nothing is owed, paid when the bank has confirmed all of its money. */
async function keepState(ctx: Context, conn: Conn, id: number): Promise<void> {
  const row = await OWED_ADJUSTMENT.one(conn, id)
  if (!row) return
  const money = await moneyOn(conn, adjustmentItem(id))
  const owed = cents(row.owed)
  const isConfirmed = money.length > 0 && money.every((one) => one.is_confirmed)
  const status = owed > 0 ? 'invoiced' : isConfirmed ? 'paid' : 'cleared'
  const balance = toDecimalString(owed)
  await keepAdjustments(ctx, conn, [
    { id, status, balance, written_off: row.given_up, credit_left: '0.00' },
  ])
}
