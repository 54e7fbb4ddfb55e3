import { type Bill, bill } from '#domain/bills/bill.ts'
import { type SupplierDiscountState, supplierDiscount } from '#domain/bills/supplier-discount.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { supplierDiscountLost } from '#domain/books/supplier-postings.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { post, reverse } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { changesOf } from '#server/kit/rows/transition.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { afterBillChanges } from './after-bill-changes.ts'
import { OWED_BILL, type OwedBill } from './owed-bill.ts'
import { giveBack, type OwedItem, putCreditOn } from './place-supplier-money.ts'
import { billItem, moneyOn } from './supplier-money.ts'

const STANDING_LOSS = sql<{ id: number }, [bill_id: number]>`
  select t.id from transactions t
  where t.bill_id = $1 and t.event = ${ledgerEvents.billDiscountLost}
    and not exists (select from transactions r where r.reverses_id = t.id)`

const settled: readonly Bill['bill_status'][] = ['approved', 'invoiced', 'paid', 'cleared']

/**
 * Brings a bill in line with its money after anything about it changed: our credit is put on it, the
 * supplier's discount is tested, what is too much goes back, and its state follows. Calling it twice
 * books nothing twice.
 */
export async function settleBill(
  ctx: Context,
  conn: Conn,
  bill_id: number,
  action: string,
): Promise<void> {
  const found = await OWED_BILL.one(conn, bill_id)
  if (!found || !settled.includes(found.bill_status) || found.booked_as === 'information') return
  await putCreditOn(ctx, conn, owedItemOf(found))
  const ppd_state = await testDiscount(ctx, conn, found)
  await giveBack(ctx, conn, owedItemOf(await owedNow(conn, bill_id)))
  // A discount that was lost is owed as well.
  await putCreditOn(ctx, conn, owedItemOf(await owedNow(conn, bill_id)))
  await keepState(ctx, conn, bill_id, ppd_state, action)
}

async function owedNow(conn: Conn, bill_id: number): Promise<OwedBill> {
  const row = await OWED_BILL.one(conn, bill_id)
  if (!row) throw new Error(`Bill ${bill_id} is gone.`)
  return row
}

const owedItemOf = (row: OwedBill): OwedItem => ({
  item: billItem(row.id),
  account: row,
  owed: cents(row.owed),
  isHeld: false,
})

/** Lost in the night after the supplier's day, and booked back once money turns out to be in time. */
async function testDiscount(
  ctx: Context,
  conn: Conn,
  row: OwedBill,
): Promise<SupplierDiscountState | null> {
  const stake = discountOf(row)
  if (stake.total === 0) return null
  const money = await moneyOn(conn, billItem(row.id))
  const { supplier_due_date, booked_as } = row
  const state = supplierDiscount(
    {
      supplier_due_date,
      discounted: cents(row.discounted),
      money: money.map(({ payment_date, amount, closes_rest }) => ({
        date: payment_date,
        amount: cents(amount),
        closes_rest,
      })),
    },
    todayOf(ctx),
  )
  const standing = await STANDING_LOSS.all(conn, row.id)
  const isLost = state === 'lost'
  if (isLost === standing.length > 0) return state
  if (!isLost) {
    const ids = standing.map((entry) => entry.id)
    await reverse(ctx, conn, ids, 'The supplier’s discount was looked at again.')
  }
  if (isLost)
    await post(ctx, conn, [
      {
        event: ledgerEvents.billDiscountLost,
        supplier_id: row.supplier_id,
        bill_id: row.id,
        date: supplier_due_date ? addDays(supplier_due_date, 1) : undefined,
        lines: supplierDiscountLost(stake, booked_as ?? 'cost'),
      },
    ])
  await afterBillChanges(ctx, conn, row)
  return state
}

/** What the supplier's discount takes off, with its GST. */
function discountOf(row: OwedBill) {
  const at = (amount: string | null) => cents(amount ?? '0.00')
  return {
    total: wholeCents(at(row.undiscounted_bill_sum) - at(row.discounted_bill_sum)),
    gst: wholeCents(at(row.gst_amount) - at(row.due_gst)),
  }
}

/** Paid when nothing is owed, cleared when the bank has confirmed all of its money. */
async function keepState(
  ctx: Context,
  conn: Conn,
  bill_id: number,
  ppd_state: SupplierDiscountState | null,
  action: string,
): Promise<void> {
  const row = await owedNow(conn, bill_id)
  const money = await moneyOn(conn, billItem(bill_id))
  const balance = cents(row.owed)
  const isPaid = balance <= 0 && money.length > 0
  const isConfirmed = money.every((one) => one.is_confirmed)
  const open = row.is_invoiced ? 'invoiced' : 'approved'
  const bill_status = isPaid ? (isConfirmed ? 'cleared' : 'paid') : open
  const values = { bill_status, balance: toDecimalString(balance), ppd_state } as const
  const changes = changesOf<typeof bill>(row, values)
  if (Object.keys(changes).length > 0)
    await updateRow(ctx, conn, bill, bill_id, values, { action, changes })
}
