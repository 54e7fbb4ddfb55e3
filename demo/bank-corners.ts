import { bankstatementCalls } from '#domain/bank/bank-calls.ts'
import { bankimportCalls } from '#domain/bank/bankimport-calls.ts'
import { banktransactionCalls } from '#domain/bank/banktransaction-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type OwnAccount, takeBankFile } from './bank-file.ts'
import { DEMO_TODAY } from './demo-time.ts'
import { playCall, playedRow } from './play-call.ts'
import { withFile } from './sent-file.ts'
import type { On } from './store-billing.ts'

const OWN = sql<OwnAccount & { on_books: string }, [name: string]>`
  select a.id, a.name, a.bank_account_number as number,
    (a.opening_balance + (select coalesce(sum(amount), 0) from banktransactions t
      where t.bankaccount_id = a.id and t.transaction_date <= '2026-09-30'))::text as on_books
  from bankaccounts a where a.name = $1`

/** What a bank desk has beside its lines: statements under way and files that are not in yet. */
export async function storeBankCorners(on: On, conn: Conn): Promise<void> {
  const savings = await OWN.one(conn, 'Savings')
  if (!savings) throw new Error('There is no savings account.')
  const ctx = on('2026-11-12')
  const statement = { bankaccount_id: savings.id, closing_balance: savings.on_books }
  await playCall(ctx, conn, bankstatementCalls.create, {
    ...{ ...statement, statement_date: '2026-09-30' },
  })
  const wrong = { ...statement, statement_date: '2026-10-15' }
  const id = await playedRow(ctx, conn, bankstatementCalls.create, wrong)
  await playCall(ctx, conn, bankstatementCalls.remove, { id })
  await typedIn(on, conn, savings)
  await storeFiles(on, conn, savings)
}

/** A line that somebody typed in and took out again. */
async function typedIn(on: On, conn: Conn, { id: bankaccount_id }: OwnAccount): Promise<void> {
  const ctx = on('2026-11-12')
  const id = await playedRow(ctx, conn, banktransactionCalls.create, {
    ...{ bankaccount_id, transaction_date: '2026-11-12', amount: '12.00' },
    other_party: 'TYPED TWICE',
  })
  await playCall(ctx, conn, banktransactionCalls.remove, { id })
}

/** A file of another account, one that is looked at, one thrown away and one not understood. */
async function storeFiles(on: On, conn: Conn, own: OwnAccount): Promise<void> {
  const ctx = on(DEMO_TODAY)
  const text = (day: string, amount: string) =>
    `Date,Amount,Payee,Particulars,Code,Reference\n${day},${amount},"INTEREST PAID",,,\n`
  const bring = (file_name: string, content: string) =>
    withFile(ctx, content, (upload) =>
      playedRow(ctx, conn, bankimportCalls.create, {
        ...{ file_name, content: upload, bankaccount_id: own.id },
      }),
    )
  const other = await bring('another-account.csv', text('11/11/2026', '3.15'))
  await playCall(ctx, conn, bankimportCalls.accept, { id: other })
  const reason = 'It is the file of another account'
  await playCall(ctx, conn, bankimportCalls.undo, { id: other, reason })
  const twice = await bring('savings-november (2).csv', text('12/11/2026', '4.20'))
  await playCall(ctx, conn, bankimportCalls.remove, { id: twice })
  await bring('from-the-accountant.csv', 'A,B,C\n4711,Interest,19.50\n')
  await bring('savings-november.csv', text('12/11/2026', '4.25'))
}

interface PaidStatement {
  id: number
  amount: string
  partner: string
}

const PAID = sql<PaidStatement, []>`select s.id, (s.to_pay + s.tax_invoice_gst)::text as amount,
    upper(p.name) as partner
  from commissionstatements s join partners p on p.id = s.partner_id
  where s.statement_status = 'paid' and s.to_pay > 0 order by s.id limit 1`

/** The bank shows what one partner was paid. */
export async function storeSeenCommission(on: On, conn: Conn): Promise<void> {
  const own = await OWN.one(conn, 'Everyday')
  const paid = await PAID.one(conn)
  if (!own || !paid) throw new Error('No commission was paid.')
  const amount = `-${paid.amount}`
  const row = { day: '2026-11-13', amount, party: paid.partner.slice(0, 20) }
  const [line] = await takeBankFile(on(DEMO_TODAY), conn, own, [row])
  const parts = [{ kind: 'commission' as const, amount, counterpart_id: paid.id }]
  if (line) await playCall(on(DEMO_TODAY), conn, banktransactionCalls.match, { id: line.id, parts })
}
