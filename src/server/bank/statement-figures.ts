import type { StatementInfo } from '#domain/bank/bank-calls.ts'
import type { BankStatement } from '#domain/bank/bankstatement.ts'
import {
  missingBetween,
  type StatementFacts,
  statementDifference,
} from '#domain/bank/statement-difference.ts'
import { accounts, bankLedgers } from '#domain/books/postings.ts'
import { cents, toDecimalString } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'

interface Figures {
  opening: string
  /** Booked on payments and seen on no line; payments are booked on the first account. */
  outstanding: string
  /** Lines of the account up to the day that are open, and how many that are. */
  unmatched: string
  unmatched_lines: number
  /** What the books say of the account on that day. */
  book: string
  closed_before: string | null
}

// What is booked about payments since the account's opening day, and what lines say of them.
const BOOKED = fragment`coalesce((select sum(b.amount) from accounttransactions b
      join transactions e on e.id = b.transaction_id
      where b.account between ${bankLedgers.first} and ${bankLedgers.last}
      and num_nonnulls(e.invoicepayment_id, e.billpayment_id) > 0
      and b.transaction_date between a.opening_date and $2), 0)`
const SEEN = fragment`coalesce((select sum(p.amount) from bankparts p
      join banktransactions s on s.id = p.banktransaction_id
      where p.undone_at is null and num_nonnulls(p.invoicepayment_id, p.billpayment_id) > 0
      and s.transaction_date between a.opening_date and $2), 0)`

const FIGURES = sql<Figures, [bankaccount_id: number, statement_date: string, own_id: number]>`
  select a.opening_balance::text as opening,
    coalesce(sum(t.amount) filter (where t.transaction_status in ('new', 'suggested')), 0)::text
      as unmatched,
    count(t.id) filter (where t.transaction_status in ('new', 'suggested'))::int as unmatched_lines,
    coalesce((select sum(amount) from accounttransactions b where b.account = a.ledger_account
      and b.transaction_date <= $2), 0)::text as book,
    case when a.ledger_account = ${accounts.bank} then (${BOOKED} - ${SEEN})::text else '0.00' end
      as outstanding,
    (select closing_balance::text from bankstatements s where s.bankaccount_id = $1
      and s.statement_date < $2 and s.id <> $3 and s.statement_status = 'agreed'
      and s.deleted_at is null order by s.statement_date desc limit 1) as closed_before
  from bankaccounts a left join banktransactions t on t.bankaccount_id = a.id
    and t.deleted_at is null and t.transaction_status <> 'ignored'
    and t.transaction_date between a.opening_date and $2
  where a.id = $1 group by a.id`

/** What a statement is held against, and what the one before it closed with. */
export async function statementFacts(
  conn: Conn,
  { id, bankaccount_id, statement_date, closing_balance, opening_balance }: BankStatement,
): Promise<StatementFacts & { has_one_before: boolean }> {
  const found = await FIGURES.one(conn, bankaccount_id, statement_date, id)
  if (!found) throw new Error(`Bank account ${bankaccount_id} is gone.`)
  const closed_before = cents(found.closed_before ?? found.opening)
  return {
    closing_balance: cents(closing_balance),
    book_balance: cents(found.book),
    unmatched: cents(found.unmatched),
    unmatched_lines: found.unmatched_lines,
    not_on_bank: cents(found.outstanding),
    opening_balance: opening_balance === null ? closed_before : cents(opening_balance),
    closed_before,
    has_one_before: found.closed_before !== null,
  }
}

/** Why a statement agrees with the books or does not. */
export async function statementFigures(
  conn: Conn,
  statement: BankStatement,
): Promise<StatementInfo> {
  const facts = await statementFacts(conn, statement)
  return {
    book_balance: toDecimalString(facts.book_balance),
    unmatched: toDecimalString(facts.unmatched),
    unmatched_lines: facts.unmatched_lines,
    outstanding: toDecimalString(facts.not_on_bank),
    difference: toDecimalString(statementDifference(facts)),
    closed_before: facts.has_one_before ? toDecimalString(facts.closed_before) : null,
    missing: toDecimalString(missingBetween(facts)),
  }
}
