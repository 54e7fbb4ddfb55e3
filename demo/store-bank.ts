import { bankaccountCalls, bankruleCalls, bankstatementCalls } from '#domain/bank/bank-calls.ts'
import type { BankDirection } from '#domain/bank/bank-rule.ts'
import { banktransactionCalls } from '#domain/bank/banktransaction-calls.ts'
import { accounts } from '#domain/books/postings.ts'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { addDays, monthEnd } from '#domain/kit/day-number.ts'
import { cents, sumCents, toDecimalString } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { bringDebt, type Payer, payersBefore } from './bank-debts.ts'
import { type OwnAccount, type TakenRow, takeBankFile } from './bank-file.ts'
import { everydayRows, interestRows, setApart } from './bank-months.ts'
import { refundRows } from './bank-recorded.ts'
import { customerRowsOf, firstDaysRows } from './bank-stories.ts'
import { backFromSuppliers } from './bank-suppliers.ts'
import { openInvoices, severalDebts, unpaidCustomers, waitingRows } from './bank-waiting.ts'
import { DEMO_TODAY } from './demo-time.ts'
import type { DemoOrganisation } from './organisations.ts'
import { playCall, playedRow } from './play-call.ts'
import { type On, storeUnpaid } from './store-billing.ts'

const OPENED = '2026-08-01'
const months = ['2026-08', '2026-09', '2026-10']
const FIRST_DAYS = '2026-11-09'

const rules = [
  rule('Account fees', 'out', 'account fee', accounts.bankFees),
  rule('Tax on interest', 'out', 'withholding tax', accounts.taxOnInterest),
  rule('Interest', 'in', 'interest', accounts.interest),
  // A suggestion until somebody trusts it.
  { ...rule('Card terminal', 'out', 'terminal rent', accounts.providerFees), automatic: false },
]

function rule(name: string, direction: BankDirection, text_contains: string, account: number) {
  return { name, direction, text_contains, account, kind: 'account' as const, automatic: true }
}

interface OpenedAccount extends OwnAccount {
  /** What it held when it was opened here. */
  amount: string
}

/**
 * Two accounts at the bank with their lines since August: most are explained, by themselves or by
 * the office, the oldest month is agreed, and twenty wait for somebody.
 */
export async function storeBank(
  on: On,
  conn: Conn,
  { row: { bank_account_number } }: DemoOrganisation,
): Promise<void> {
  const everyday = await opened(on, conn, 'Everyday', String(bank_account_number), '18452.60')
  const savingsNumber = makeBankAccount('02', '0192', 47_111)
  const savings = await opened(on, conn, 'Savings', savingsNumber, '40000.00')
  for (const made of rules) await playCall(on(OPENED), conn, bankruleCalls.create, made)
  const payers = await payersBefore(on(OPENED), conn)
  for (const [place, month] of months.entries()) {
    const last = monthEnd(`${month}-01`)
    const apart = setApart(month)
    const rows = [
      ...everydayRows(month, place),
      apart.everyday,
      ...(await customerRowsOf(on, conn, payers, place)),
    ]
    const saved = [apart.savings, ...interestRows(month, last.slice(8), place)]
    const takenIn = await takeBankFile(on(last), conn, everyday, rows)
    const takenApart = await takeBankFile(on(last), conn, savings, saved)
    await explain(on, conn, [...takenIn, ...takenApart], last)
    if (place > 0) continue
    await agree(on, conn, everyday, takenIn, last)
    await agree(on, conn, savings, takenApart, last)
  }
  await storeThisMonth(on, conn, everyday, payers)
}

async function opened(
  on: On,
  conn: Conn,
  name: string,
  number: string,
  opening_balance: string,
): Promise<OpenedAccount> {
  const account = { name, bank_account_number: number, opening_date: OPENED, opening_balance }
  const id = await playedRow(on(OPENED), conn, bankaccountCalls.create, account)
  return { id, name, number, amount: opening_balance }
}

/** What people know is said, and the rest is left to itself. */
async function explain(on: On, conn: Conn, taken: readonly TakenRow[], day: string): Promise<void> {
  for (const { id, said } of taken)
    if (said) await playCall(on(day), conn, banktransactionCalls.match, { id, parts: await said() })
  await leaveOutErrors(on, conn, taken, day)
  await playCall(on(day), conn, banktransactionCalls.rematch, {})
}

/** The bank took something by mistake and gave it back. */
async function leaveOutErrors(on: On, conn: Conn, taken: readonly TakenRow[], day: string) {
  const [error, corrected] = taken.filter(({ party }) => party.includes('IN ERROR'))
  if (!error || !corrected) return
  const asked = { id: error.id, with_id: corrected.id, reason: 'A mistake of the bank' }
  await playCall(on(day), conn, banktransactionCalls.ignore, asked)
}

async function agree(
  on: On,
  conn: Conn,
  own: OpenedAccount,
  taken: readonly TakenRow[],
  statement_date: string,
): Promise<void> {
  const moved = sumCents([own, ...taken].map((one) => cents(one.amount)))
  const closing_balance = toDecimalString(moved)
  const statement = { bankaccount_id: own.id, statement_date, closing_balance }
  const ctx = on(addDays(statement_date, 2))
  const id = await playedRow(ctx, conn, bankstatementCalls.create, statement)
  await playCall(ctx, conn, bankstatementCalls.agree, { id })
}

/** Invoices went out, the first are paid, and twenty lines of the last days wait. */
async function storeThisMonth(
  on: On,
  conn: Conn,
  everyday: OpenedAccount,
  payers: readonly Payer[],
): Promise<void> {
  await storeUnpaid(on, conn, unpaidCustomers)
  const dairies = payers.find(({ name }) => name === severalDebts.name)
  for (const amount of dairies ? severalDebts.amounts : [])
    if (dairies)
      await bringDebt(on('2026-11-02'), conn, dairies, { amount, due_date: '2026-11-20' })
  const rows = [...everydayRows('2026-11', 3), ...(await firstDaysRows(on, conn, payers))]
  await explain(on, conn, await takeBankFile(on(FIRST_DAYS), conn, everyday, rows), FIRST_DAYS)
  const last = [
    ...(await refundRows(conn)),
    ...(await backFromSuppliers(on, conn)),
    ...waitingRows(await openInvoices(conn)),
  ]
  await explain(on, conn, await takeBankFile(on(DEMO_TODAY), conn, everyday, last), DEMO_TODAY)
}
