import type { ItemKey } from '#domain/books/account.ts'
import type { AccountChange } from '#domain/books/account-changes.ts'
import { type MoneyEvent, type Settled, settleMoney } from '#domain/books/place-money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { bookOutcomes } from './book-outcomes.ts'
import { type CustomerAccount, loadAccount } from './customer-account.ts'
import { holdCustomers } from './hold-customers.ts'
import { post } from './ledger.ts'
import { refreshBalances } from './refresh-balances.ts'
import { movementsOf, storePlacements } from './store-placements.ts'
import { storeStates } from './store-states.ts'

/** Why money is looked at: what happened, said in words that the books keep with what follows. */
export interface MoneyCause {
  because: string
  event?: MoneyEvent | undefined
  change?: AccountChange | undefined
}

/**
 * Books what an event does to a customer's money, and to discounts and write-offs with it. Money the
 * event is not about stays where it is, and where nothing is to change nothing is booked.
 */
export async function settleCustomer(
  ctx: Context,
  conn: Conn,
  customer_id: number,
  { because, event, change }: MoneyCause,
): Promise<Settled> {
  const [, before] = await Promise.all([
    // The statements behind it leave in the same packet and see what there is once it is their turn.
    holdCustomers(conn, [customer_id]),
    loadAccount(conn, customer_id),
  ])
  const account = change ? change(before.account) : before.account
  const settled = settleMoney(account, todayOf(ctx), event)
  await bookOutcomes(ctx, conn, before, settled, because)
  await Promise.all([
    post(ctx, conn, movementsOf(before, settled, because)),
    storePlacements(ctx, conn, before, settled),
  ])
  await Promise.all([
    storeStates(ctx, conn, before, settled),
    refreshBalances(ctx, conn, [customer_id]),
  ])
  return settled
}

/** The account as it stands, for whoever looks before they act; nobody else moves its money. */
export async function heldAccount(conn: Conn, customer_id: number): Promise<CustomerAccount> {
  const [, account] = await Promise.all([
    holdCustomers(conn, [customer_id]),
    loadAccount(conn, customer_id),
  ])
  return account
}

/** Money kept for a draft that goes out now. */
export function keptOf({ account }: CustomerAccount, draft: ItemKey) {
  return account.money.flatMap(({ key, reserved }) =>
    reserved.filter((part) => part.draft === draft).map(({ amount }) => ({ money: key, amount })),
  )
}
