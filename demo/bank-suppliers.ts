import type { Bill } from '#domain/bills/bill.ts'
import { billCalls } from '#domain/bills/bill-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type BankRow, printedName } from './bank-file.ts'
import { playCall, playedRow } from './play-call.ts'
import { everyWarning, type On } from './store-billing.ts'

const CORRECTED = '2026-11-11'

interface Cleared {
  id: number
  bill_id: number
  supplier_id: number
  supplier: string
  amount: string
}

// Payments that a line of this month shows, and no batch.
const CLEARED = `select p.id, p.bill_id, p.supplier_id, s.name as supplier,
    p.amount_incl_gst::text as amount
  from billpayments p join suppliers s on s.id = p.supplier_id
  where p.payment_status = 'cleared' and p.batch is null and p.payment_type = $1 order by p.id`

/** What comes back from suppliers: a payment the bank could not deliver, and what was too much. */
export async function backFromSuppliers(on: On, conn: Conn): Promise<BankRow[]> {
  const [sent] = (await conn.query<Cleared>(CLEARED, ['bank_transfer'])).toReversed()
  const [collected] = await conn.query<Cleared>(CLEARED, ['direct_debit'])
  return [
    ...(sent ? [returned(sent)] : []),
    ...(collected ? [await paidBack(on, conn, collected)] : []),
  ]
}

function returned({ id, supplier, amount }: Cleared): BankRow {
  return {
    day: '2026-11-12',
    amount,
    party: printedName(supplier),
    particulars: 'RETURNED',
    code: 'ACCT CLOSED',
    type: 'DC',
    said: () => [{ kind: 'returned', amount, payment_ids: [id] }],
  }
}

/** The supplier corrects a bill that it has collected already, and pays the difference back. */
async function paidBack(on: On, conn: Conn, { bill_id, supplier_id, supplier }: Cleared) {
  const ctx = on(CORRECTED)
  const reason = 'The supplier sent a corrected one'
  const id = await playedRow(ctx, conn, billCalls.replace, { id: bill_id, reason })
  const [draft] = await conn.query<Pick<Bill, 'version' | 'lines'>>(
    'select version, lines from bills where id = $1',
    [id],
  )
  const [first, ...others] = draft?.lines ?? []
  if (!draft || !first) throw new Error('A bill that is to be corrected has no lines.')
  const lines = [{ ...first, rate: lower(first.rate) }, ...others]
  await playCall(ctx, conn, billCalls.update, { id, version: draft.version, lines })
  const approval = { id, acknowledge: everyWarning, difference: 'accept' as const }
  await playCall(ctx, conn, billCalls.approve, approval)
  const [credit] = await conn.query<{ amount: string }>(
    `select sum(unallocated_amount)::text as amount from billpayments where supplier_id = $1
       and payment_status in ('paid', 'cleared')`,
    [supplier_id],
  )
  const amount = credit?.amount ?? '0.00'
  return {
    day: '2026-11-13',
    amount,
    party: printedName(supplier),
    particulars: 'REFUND',
    type: 'DC',
    said: () => [{ kind: 'supplier_refund' as const, amount, supplier_id }],
  }
}

const lower = (rate: string) => (Number(rate) * 0.9).toFixed(4)
