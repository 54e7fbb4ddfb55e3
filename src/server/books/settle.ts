import type { AccountChange } from '#domain/books/account-changes.ts'
import { type MoneyEvent, type SettledAccount, settleMoney } from '#domain/books/place-money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { afterSettling } from './after-settling.ts'
import { outcomeEntries } from './book-outcomes.ts'
import { type CustomerAccount, loadAccounts } from './customer-account.ts'
import { askForReview } from './debit-review.ts'
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

/** A customer's money before and after, and why it moved. */
export interface Settlement {
  before: CustomerAccount
  settled: SettledAccount
  because: string
}

/**
 * Books what an event does to a customer's money, and to discounts and write-offs with it. Money the
 * event is not about stays where it is, and where nothing is to change nothing is booked.
 */
export async function settleCustomer(
  ctx: Context,
  conn: Conn,
  customer_id: number,
  cause: MoneyCause,
): Promise<SettledAccount> {
  const [settlement] = await settleCustomers(ctx, conn, new Map([[customer_id, cause]]))
  if (!settlement) throw new Error(`Customer ${customer_id} was not settled.`)
  return settlement.settled
}

/** The same for many customers, each with a cause of their own, in as many statements as one. */
export async function settleCustomers(
  ctx: Context,
  conn: Conn,
  causes: ReadonlyMap<number, MoneyCause>,
): Promise<Settlement[]> {
  const customer_ids = [...causes.keys()]
  const accounts = await heldAccounts(conn, customer_ids)
  const today = todayOf(ctx)
  const settlements = [...causes].map(([customer_id, { because, event, change }]): Settlement => {
    const before = accounts.get(customer_id)
    if (!before) throw new Error(`Customer ${customer_id} has no account.`)
    const account = change ? change(before.account) : before.account
    return { before, settled: settleMoney(account, today, event), because }
  })
  const outcomes = await outcomeEntries(ctx, conn, settlements)
  await Promise.all([
    post(ctx, conn, [...outcomes, ...settlements.flatMap(movementsOf)]),
    storePlacements(ctx, conn, settlements),
  ])
  await Promise.all([
    storeStates(ctx, conn, settlements),
    refreshBalances(ctx, conn, customer_ids),
    askForReview(conn, customer_ids),
  ])
  await afterSettling(ctx, conn, customer_ids, [...causes.values()][0]?.because ?? '')
  return settlements
}

/** The account as it stands, for whoever looks before they act; nobody else moves its money. */
export async function heldAccount(conn: Conn, customer_id: number): Promise<CustomerAccount> {
  const account = (await heldAccounts(conn, [customer_id])).get(customer_id)
  if (!account) throw new Error(`Customer ${customer_id} has no account.`)
  return account
}

async function heldAccounts(conn: Conn, customer_ids: readonly number[]) {
  const [, accounts] = await Promise.all([
    // The statements behind it leave in the same packet and see what there is once it is their turn.
    holdCustomers(conn, customer_ids),
    loadAccounts(conn, customer_ids),
  ])
  return accounts
}
