import { type Bill, bill } from '#domain/bills/bill.ts'
import { type SupplierDiscountState, supplierDiscount } from '#domain/bills/supplier-discount.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { reversed } from '#domain/books/postings.ts'
import { billAllocated, supplierDiscountLost } from '#domain/books/supplier-postings.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { type Cents, cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { post, reverse } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { changesOf } from '#server/kit/rows/transition.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import {
  freeMoneyFor,
  KEEP_PAYMENTS,
  MONEY_ON_BILL,
  type MoneyOnBill,
  OWED_BILL,
  type OwedBill,
} from './bill-money.ts'

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
  await putCreditOn(ctx, conn, found)
  const ppd_state = await testDiscount(ctx, conn, found)
  await giveBack(ctx, conn, bill_id)
  const now = await owedNow(conn, bill_id)
  // A discount that was lost is owed as well.
  await putCreditOn(ctx, conn, now)
  await keepState(ctx, conn, bill_id, ppd_state, action)
}

async function owedNow(conn: Conn, bill_id: number): Promise<OwedBill> {
  const row = await OWED_BILL.one(conn, bill_id)
  if (!row) throw new Error(`Bill ${bill_id} is gone.`)
  return row
}

/** Our credit with the supplier's account is put on what is still owed. */
async function putCreditOn(ctx: Context, conn: Conn, row: OwedBill): Promise<void> {
  let left: number = cents(row.owed)
  if (left <= 0) return
  const moved: number[] = []
  for (const { billpayment_id, free } of await freeMoneyFor(conn, row)) {
    const part = Math.min(left, cents(free))
    if (part <= 0) break
    await move(ctx, conn, row, billpayment_id, wholeCents(part))
    moved.push(billpayment_id)
    left -= part
  }
  await KEEP_PAYMENTS.run(conn, moved)
}

async function move(
  ctx: Context,
  conn: Conn,
  { id: bill_id, supplier_id }: Pick<OwedBill, 'id' | 'supplier_id'>,
  billpayment_id: number,
  amount: Cents,
): Promise<void> {
  const { billAllocation, billUnallocation } = ledgerEvents
  const isOff = amount < 0
  const event = isOff ? billUnallocation : billAllocation
  const lines = isOff ? reversed(billAllocated(wholeCents(-amount))) : billAllocated(amount)
  await post(ctx, conn, [{ event, supplier_id, bill_id, billpayment_id, lines }])
}

/** What lies on a bill above what is owed is our credit again, the latest money first. */
async function giveBack(ctx: Context, conn: Conn, bill_id: number): Promise<void> {
  const row = await owedNow(conn, bill_id)
  let above: number = -cents(row.owed)
  if (above <= 0) return
  const moved: number[] = []
  for (const { billpayment_id, amount } of await MONEY_ON_BILL.all(conn, bill_id)) {
    const part = Math.min(above, cents(amount))
    if (part <= 0) continue
    await move(ctx, conn, row, billpayment_id, wholeCents(-part))
    moved.push(billpayment_id)
    above -= part
  }
  await KEEP_PAYMENTS.run(conn, moved)
}

/** Takes all or some of our money off a bill. */
export async function takeMoneyOff(
  ctx: Context,
  conn: Conn,
  about: Pick<OwedBill, 'id' | 'supplier_id'>,
  isMeant: (money: MoneyOnBill) => boolean = () => true,
): Promise<void> {
  const money = (await MONEY_ON_BILL.all(conn, about.id)).filter(isMeant)
  for (const { billpayment_id, amount } of money)
    if (cents(amount) > 0) await move(ctx, conn, about, billpayment_id, wholeCents(-cents(amount)))
  await KEEP_PAYMENTS.run(
    conn,
    money.map((one) => one.billpayment_id),
  )
}

/** Lost in the night after the supplier's day, and booked back once money turns out to be in time. */
async function testDiscount(
  ctx: Context,
  conn: Conn,
  row: OwedBill,
): Promise<SupplierDiscountState | null> {
  const stake = discountOf(row)
  if (stake.total === 0) return null
  const money = await MONEY_ON_BILL.all(conn, row.id)
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
  if (state !== 'lost' && standing.length > 0) {
    const ids = standing.map((entry) => entry.id)
    await reverse(ctx, conn, ids, 'The supplier’s discount was looked at again.')
  }
  if (state === 'lost' && standing.length === 0)
    await post(ctx, conn, [
      {
        event: ledgerEvents.billDiscountLost,
        supplier_id: row.supplier_id,
        bill_id: row.id,
        date: supplier_due_date ? addDays(supplier_due_date, 1) : undefined,
        lines: supplierDiscountLost(stake, booked_as ?? 'cost'),
      },
    ])
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
  const money = await MONEY_ON_BILL.all(conn, bill_id)
  const balance = cents(row.owed)
  const isPaid = balance <= 0 && money.length > 0
  const isConfirmed = money.every((one) => one.payment_status === 'cleared')
  const open = row.is_invoiced ? 'invoiced' : 'approved'
  const bill_status = isPaid ? (isConfirmed ? 'cleared' : 'paid') : open
  const values = { bill_status, balance: toDecimalString(balance), ppd_state } as const
  const changes = changesOf<typeof bill>(row, values)
  if (Object.keys(changes).length > 0)
    await updateRow(ctx, conn, bill, bill_id, values, { action, changes })
}
