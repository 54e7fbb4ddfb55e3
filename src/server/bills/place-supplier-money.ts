import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { reversed } from '#domain/books/postings.ts'
import { billAllocated } from '#domain/books/supplier-postings.ts'
import { type Cents, cents, wholeCents } from '#domain/kit/money.ts'
import { post } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { AccountKey } from './supplier-account.ts'
import {
  freeMoneyFor,
  keepMoney,
  type MoneyOnItem,
  moneyOn,
  type SupplierItem,
  type SupplierMoney,
} from './supplier-money.ts'

/** As much of a bill or an adjustment as placing money on it asks for. */
export interface OwedItem {
  item: SupplierItem
  account: AccountKey
  /** What stands on 2000 for it now. */
  owed: Cents
  isHeld: boolean
}

/** Our credit with the supplier is put on what is still owed. */
export async function putCreditOn(
  ctx: Context,
  conn: Conn,
  { item, account, owed, isHeld }: OwedItem,
): Promise<void> {
  let left: number = owed
  if (left <= 0) return
  const moved: SupplierMoney[] = []
  for (const { free, ...money } of await freeMoneyFor(conn, account, item, isHeld)) {
    const part = Math.min(left, cents(free))
    if (part <= 0) break
    await move(ctx, conn, { item, money, supplier_id: account.supplier_id }, wholeCents(part))
    moved.push(money)
    left -= part
  }
  await keepMoney(conn, moved)
}

/** What lies on an item above what is owed is our credit again, the latest money first. */
export async function giveBack(
  ctx: Context,
  conn: Conn,
  { item, account, owed }: Pick<OwedItem, 'item' | 'account' | 'owed'>,
): Promise<void> {
  let above: number = -owed
  if (above <= 0) return
  const moved: SupplierMoney[] = []
  for (const money of await moneyOn(conn, item)) {
    const part = Math.min(above, cents(money.amount))
    if (part <= 0) continue
    await move(ctx, conn, { item, money, supplier_id: account.supplier_id }, wholeCents(-part))
    moved.push(money)
    above -= part
  }
  await keepMoney(conn, moved)
}

/** Takes all or some of our money off a bill or an adjustment. */
export async function takeMoneyOff(
  ctx: Context,
  conn: Conn,
  about: { item: SupplierItem; supplier_id: number | null },
  isMeant: (money: MoneyOnItem) => boolean = () => true,
): Promise<void> {
  const found = (await moneyOn(conn, about.item)).filter(isMeant)
  for (const money of found)
    if (cents(money.amount) > 0)
      await move(ctx, conn, { ...about, money }, wholeCents(-cents(money.amount)))
  await keepMoney(conn, found)
}

interface Move {
  item: SupplierItem
  money: SupplierMoney
  supplier_id: number | null
}

async function move(
  ctx: Context,
  conn: Conn,
  { item, money, supplier_id }: Move,
  amount: Cents,
): Promise<void> {
  const { billAllocation, billUnallocation } = ledgerEvents
  const { bill_id, adjustment_id } = item
  const { billpayment_id, credit_adjustment_id } = money
  const isOff = amount < 0
  await post(ctx, conn, [
    {
      event: isOff ? billUnallocation : billAllocation,
      ...{ supplier_id, bill_id, adjustment_id, billpayment_id, credit_adjustment_id },
      lines: isOff ? reversed(billAllocated(wholeCents(-amount))) : billAllocated(amount),
    },
  ])
}
