import { formatBankAccount } from '#domain/kit/bank-account.ts'
import { toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { nextWorkingDay } from '#domain/kit/working-day.ts'
import { makeAdjustment } from '#server/books/make-adjustment.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { unseal } from '#server/kit/rows/seal.ts'
import { type BankRow, printedName } from './bank-file.ts'
import type { Draw } from './draw.ts'

export interface Payer {
  id: number
  name: string
  customer_number: string
  account: string | null
}

/** Customers whose invoices came from another broker until now. */
export async function payersBefore(ctx: Context, conn: Conn): Promise<Payer[]> {
  const rows = await conn.query<Payer>(
    `select id, name, customer_number, bank_account_number as account from customers c
     where customer_status = 'active' and deleted_at is null and invoice_latest is null
       and not exists (select from adjustments d where d.customer_id = c.id) order by id`,
  )
  const keys = ctx.config.secrets.fields
  return rows.map((row) => ({
    ...row,
    account: row.account && formatBankAccount(unseal(keys, row.account)),
  }))
}

export interface Debt {
  payer: Payer
  number: string
  amount: string
}

/** What a customer owed when they came, and pays to us now. */
export async function bringDebt(
  ctx: Context,
  conn: Conn,
  payer: Payer,
  { amount, due_date }: { amount: string; due_date: string },
): Promise<Debt> {
  const { row } = await makeAdjustment(ctx, conn, {
    customer_id: payer.id,
    kind: 'opening_balance',
    side: 'debit',
    amount,
    due_date,
    reason: 'Last invoice of their former broker',
  })
  return { payer, number: row.adjustment_number ?? '', amount }
}

/** How people pay: by number, by their own name, by the account we know, or as somebody else. */
type Habit = (debt: Debt) => Partial<BankRow>

const habits: Habit[] = [
  ({ number, payer }) => ({ party: printedName(payer.name), reference: number }),
  ({ payer }) => ({ code: payer.customer_number, particulars: 'POWER' }),
  ({ payer }) => ({ account: payer.account ?? '', particulars: 'POWER' }),
  ({ number }) => ({ party: 'ONLINE PAYMENT', particulars: number }),
]

/** The money for debts of a month, each paid in its customer's own way. */
export async function debtRows(
  on: (day: string) => Context,
  conn: Conn,
  { month, payers, draw }: { month: string; payers: readonly Payer[]; draw: Draw },
): Promise<BankRow[]> {
  const rows: BankRow[] = []
  for (const [place, payer] of payers.entries()) {
    const amount = toDecimalString(wholeCents(draw.whole(48_00, 940_00)))
    const due_date = `${month}-20`
    const debt = await bringDebt(on(`${month}-03`), conn, payer, { amount, due_date })
    const day = nextWorkingDay(`${month}-${String(draw.whole(7, 24)).padStart(2, '0')}`)
    const paid = { day, amount, party: printedName(payer.name), type: 'BP' }
    rows.push({ ...paid, ...habits[place % habits.length]?.(debt) })
  }
  return rows
}

/** Paid by somebody whose name we do not know: the office has to say for whom. */
export async function strangerRow(
  on: (day: string) => Context,
  conn: Conn,
  payer: Payer,
  row: Omit<BankRow, 'said'>,
): Promise<BankRow> {
  const { amount, day } = row
  await bringDebt(on(`${day.slice(0, 7)}-03`), conn, payer, { amount, due_date: day })
  return { ...row, said: () => [{ kind: 'customer', amount, customer_id: payer.id }] }
}
