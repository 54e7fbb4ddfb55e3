import { bankaccountCalls } from '#domain/bank/bank-calls.ts'
import { bankOpened } from '#domain/bank/bank-postings.ts'
import { type BankAccount, bankaccount, bankLedgerAccounts } from '#domain/bank/bankaccount.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { cents, wholeCents } from '#domain/kit/money.ts'
import { badField, created, deleted, updated } from '#domain/kit/problem.ts'
import { post, reverse } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { removeRow, reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { lockBooks } from './lock-books.ts'
import { bankPositions } from './positions.ts'

/** Accounts of ours at banks, each with an account of the ledger. */
export function bankAccountRoutes(catalogue: Catalogue): Route[] {
  return serve(bankaccountCalls, {
    ...accountVerbs(catalogue),
    positions: { run: bankPositions },
    lock: { write: lockBooks },
  })
}

function accountVerbs(catalogue: Catalogue) {
  return verbHandlers(bankaccount, catalogue, {
    create: async (ctx, conn, input) => {
      await checkAgainstOthers(ctx, conn, bankaccount, input, catalogue)
      refuseAhead(ctx, input.opening_date)
      const ledger_account = await freeLedgerAccount(conn)
      const written = await insertRow(ctx, conn, bankaccount, { ...input, ledger_account })
      await bookOpening(ctx, conn, written.row)
      return writtenAnswer(ctx, bankaccount, written, { status: created })
    },
    update: async (ctx, conn, input) => {
      let isOpenedAnew = false
      const written = await reviseRow(ctx, conn, bankaccount, input, {
        rights: () => {},
        others: async (before) => {
          await checkAgainstOthers(ctx, conn, bankaccount, input, catalogue, before)
          const differs = (name: 'opening_date' | 'opening_balance') =>
            input[name] !== undefined && input[name] !== before[name]
          isOpenedAnew = differs('opening_date') || differs('opening_balance')
          if (input.opening_date) refuseAhead(ctx, input.opening_date)
          if (isOpenedAnew) await refuseAgreed(conn, before.id)
        },
      })
      if (isOpenedAnew) await bookOpening(ctx, conn, written.row)
      return writtenAnswer(ctx, bankaccount, written, { status: updated })
    },
    remove: async (ctx, conn, input) => {
      await refuseUsed(conn, input.id)
      await takeOpeningBack(ctx, conn, input.id, 'The account was deleted.')
      await removeRow(ctx, conn, bankaccount, input, catalogue)
      return { status: deleted, data: { id: input.id }, message: 'Bank account deleted.' }
    },
  })
}

function refuseAhead(ctx: Context, opening_date: string): void {
  if (opening_date > todayOf(ctx)) throw badField('opening_date', 'The opening day can’t be ahead.')
}

const TAKEN = sql<{ ledger_account: number }>`select ledger_account from bankaccounts`

/** The lowest that no account ever had: entries of one that is gone still stand on its own. */
async function freeLedgerAccount(conn: Conn): Promise<number> {
  const taken = (await TAKEN.all(conn)).map(({ ledger_account }) => ledger_account)
  const free = bankLedgerAccounts.find((account) => !taken.includes(account))
  if (free === undefined) throw notPossible('add', 'the books have room for ten bank accounts')
  return free
}

const OPENING = sql<{ id: number }, [unique_key: string]>`
  select t.id from transactions t where starts_with(t.unique_key, $1)
    and not exists (select from transactions r where r.reverses_id = t.id)
    and t.reverses_id is null`

const keyOf = (id: number) => `bank account ${id} opened `

async function takeOpeningBack(ctx: Context, conn: Conn, id: number, reason: string) {
  const standing = await OPENING.all(conn, keyOf(id))
  await reverse(
    ctx,
    conn,
    standing.map((entry) => entry.id),
    reason,
  )
}

const BOOKED_BEFORE = sql<{ amount: string }, [account: number, opening_date: string]>`
  select coalesce(sum(amount), 0)::text as amount from accounttransactions
  where account = $1 and transaction_date < $2`

/**
 * What it held before its first line: with what the books say of the days before, it comes to what the
 * bank says. Said anew, the entry from before is taken back.
 */
async function bookOpening(ctx: Context, conn: Conn, account: BankAccount): Promise<void> {
  const { id, version, opening_date, opening_balance, ledger_account } = account
  await takeOpeningBack(ctx, conn, id, 'The opening balance was said anew.')
  const ledger = ledger_account ?? 0
  const before = await BOOKED_BEFORE.one(conn, ledger, opening_date)
  const missing = wholeCents(cents(opening_balance) - cents(before?.amount ?? '0.00'))
  await post(ctx, conn, [
    {
      event: ledgerEvents.bankOpened,
      date: opening_date,
      unique_key: `${keyOf(id)}${version}`,
      lines: bankOpened(ledger, missing),
    },
  ])
}

const AGREED = sql<{ id: number }, [bankaccount_id: number]>`
  select id from bankstatements where bankaccount_id = $1 and statement_status = 'agreed'
    and deleted_at is null limit 1`

async function refuseAgreed(conn: Conn, id: number): Promise<void> {
  if (await AGREED.one(conn, id))
    throw notPossible('change', 'a statement of the account is agreed', 'Reopen it first.')
}

const LINES = sql<{ id: number }, [bankaccount_id: number]>`
  select id from banktransactions where bankaccount_id = $1 and deleted_at is null limit 1`

async function refuseUsed(conn: Conn, id: number): Promise<void> {
  if (await LINES.one(conn, id))
    throw notPossible('delete', 'there are lines of the account', 'Mark it as closed instead.')
}
