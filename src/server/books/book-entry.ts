import { isClosedAccount } from '#domain/books/closed-accounts.ts'
import type { WaitingEntry } from '#domain/books/entry-input.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { manualentry } from '#domain/books/manualentry.ts'
import { transaction } from '#domain/books/transaction.ts'
import { type Cents, formatMoney, sumCents, toDecimalString } from '#domain/kit/money.ts'
import { accepted, badField } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { limitExceeded } from './four-eyes.ts'
import { post } from './ledger.ts'
import { refuseLockedDay } from './locked-books.ts'
import { refreshBalances } from './refresh-balances.ts'

export interface WrittenEntry {
  reason: string
  transaction_date?: string | undefined
  customer_id?: number | undefined
  supplier_id?: number | undefined
  lines: { account: number; amount: Cents }[]
}

/** Books what somebody wrote by hand; over the limit of four eyes it waits for a colleague. */
export async function bookOrWait(
  ctx: Context,
  conn: Conn,
  entry: WrittenEntry,
  catalogue: Catalogue,
): Promise<{ booked: number } | { waits: Answer<WaitingEntry> }> {
  if (sumCents(entry.lines.map((one) => one.amount)) !== 0)
    throw badField('lines', 'Debits and credits must be equal.')
  refuseClosedAccounts(entry)
  await refuseLockedDay(conn, entry.transaction_date)
  const { lines, ...words } = entry
  await checkAgainstOthers(ctx, conn, manualentry, words, catalogue)
  const debits = sumCents(lines.map((one) => one.amount).filter((amount) => amount > 0))
  const amount = toDecimalString(debits)
  const limit = await limitExceeded(conn, amount)
  if (limit === null) return { booked: await bookEntry(ctx, conn, entry) }
  const kept = { ...words, amount, lines: inDollars(lines), written_by: ctx.actor.name }
  const { id } = await insertRow(ctx, conn, manualentry, kept)
  const message = `It is over $${formatMoney(limit)}: it is booked once a colleague approves it.`
  return { waits: { status: accepted, data: { manualentry_id: id }, message } }
}

/** What documents keep item by item would be dead money if somebody booked beside them. */
export function refuseClosedAccounts({ lines }: Pick<WrittenEntry, 'lines'>): void {
  const closed = lines.find(({ account }) => isClosedAccount(account))
  if (!closed) return
  const reason = `documents alone book on account ${closed.account}`
  throw notPossible('book', reason, 'Use an adjustment instead.')
}

const inDollars = (lines: WrittenEntry['lines']) =>
  lines.map(({ account, amount }) => ({ account, amount: toDecimalString(amount) }))

/** Adds an entry by hand to the books and tells the history who did. */
export async function bookEntry(ctx: Context, conn: Conn, entry: WrittenEntry): Promise<number> {
  const { transaction_date: date, customer_id, ...words } = entry
  const [id] = await post(ctx, conn, [{ event: ledgerEvents.manual, date, customer_id, ...words }])
  if (id === undefined) throw new Error('An entry was not booked.')
  await recordHistory(conn, ctx, {
    object_class: transaction.name,
    object_id: id,
    object_version: 1,
    action: 'create',
    changes: { lines: [null, inDollars(entry.lines)] },
    reason: entry.reason,
    customer_id: customer_id ?? null,
  })
  if (customer_id) await refreshBalances(ctx, conn, [customer_id])
  return id
}
