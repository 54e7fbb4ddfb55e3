import type { LinePart } from '#domain/bank/candidate.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { cameBack, clearOut, releaseOut } from '#server/payments/bank-cleared.ts'
import { approvePayment, cancelOut, payOut, planPayment } from '#server/payments/pay-supplier.ts'
import { type PaidBack, paidBackBy, takePaybackBack } from '#server/payments/supplier-payback.ts'
import type { BookedPart, Matching, PartKindRules } from './part-kind.ts'
import { linkedPayments, refuseOtherSum, required } from './refuse-part.ts'

interface SupplierPayment {
  id: number
  supplier_id: number | null
  bill_id: number | null
  amount: string
  words: string
}

const PAID = sql<SupplierPayment, [ids: readonly number[]]>`
  select p.id, p.supplier_id, p.bill_id, p.amount_incl_gst::text as amount,
    concat_ws(', ', s.name, coalesce(b.supplier_statement_number, d.adjustment_number), p.batch) as words
  from billpayments p left join suppliers s on s.id = p.supplier_id
  left join bills b on b.id = p.bill_id left join adjustments d on d.id = p.adjustment_id
  where p.id = any($1) and p.deleted_at is null order by p.id`

const paidOf = (conn: Conn, part: LinePart) =>
  linkedPayments(part, (ids) => PAID.all(conn, ids), 'Choose what was paid.')

const negative = (amount: string) => toDecimalString(wholeCents(-cents(amount)))

/** Payments to suppliers that this line shows: one, or all of a batch. */
export const billPaymentPart: PartKindRules = {
  async book({ ctx, conn, line }, part) {
    const booked: BookedPart[] = []
    for (const { id, supplier_id, bill_id, amount, words } of await paidOf(conn, part)) {
      await clearOut(ctx, conn, { id, banktransaction_id: line.id })
      const about = { supplier_id, bill_id, billpayment_id: id, words }
      booked.push({ kind: 'billpayment', amount: negative(amount), ...about, is_made: false })
    }
    return booked
  },
  async undo({ ctx, conn }, { billpayment_id }) {
    if (billpayment_id) await releaseOut(ctx, conn, billpayment_id)
  },
}

interface OwedBill {
  id: number
  supplier_id: number
  balance: string
  words: string
}

const BILLS = sql<OwedBill, [ids: readonly number[]]>`
  select b.id, b.supplier_id, coalesce(b.balance, 0)::text as balance,
    concat_ws(', ', s.name, b.supplier_statement_number) as words
  from bills b join suppliers s on s.id = b.supplier_id
  where b.id = any($1) and b.deleted_at is null order by b.id`

/** A bill that the supplier took from our account: the payment is made, and seen at once. */
export const billPart: PartKindRules = {
  async book(matching, part) {
    const ids = required(part.bill_ids, 'bill_ids', 'Choose the bill it pays.')
    const bills = await BILLS.all(matching.conn, ids)
    if (bills.length < new Set(ids).size)
      throw badField('parts.bill_ids', 'Choose bills from the list.')
    const [only] = bills
    const amounts =
      bills.length === 1 && only ? [negative(part.amount)] : bills.map(({ balance }) => balance)
    refuseOtherSum(part, amounts)
    const booked: BookedPart[] = []
    for (const [place, bill] of bills.entries())
      booked.push(await payBill(matching, bill, amounts[place] ?? '0.00'))
    return booked
  },
  async undo({ ctx, conn }, { billpayment_id: id }, reason) {
    if (!id) return
    await releaseOut(ctx, conn, id)
    await cancelOut(ctx, conn, { id, reason })
  },
}

async function payBill(
  { ctx, conn, line }: Matching,
  { id: bill_id, supplier_id, words }: OwedBill,
  amount: string,
): Promise<BookedPart> {
  const reference = line.reference ?? line.particulars ?? line.other_party
  const { id } = await planPayment(ctx, conn, {
    bill_id,
    amount_incl_gst: amount,
    payment_date: line.transaction_date,
    // The supplier collected it: nobody typed an account that could be on hold.
    payment_type: 'direct_debit',
    reference,
  })
  await approvePayment(ctx, conn, { id })
  await payOut(ctx, conn, { id })
  await clearOut(ctx, conn, { id, banktransaction_id: line.id })
  const about = { supplier_id, bill_id, billpayment_id: id, words }
  return { kind: 'bill', amount: negative(amount), ...about, is_made: true }
}

const SUPPLIER = sql<{ name: string }, [id: number]>`
  select name from suppliers where id = $1 and deleted_at is null`

/** A supplier pays back what is ours there: what we paid too much, or what an adjustment gave. */
export const supplierRefundPart: PartKindRules = {
  async book({ ctx, conn, line }, part) {
    const supplier_id = required(part.supplier_id, 'supplier_id', 'Choose a supplier.')
    const supplier = await SUPPLIER.one(conn, supplier_id)
    if (!supplier) throw badField('parts.supplier_id', 'Choose a supplier from the list.')
    const { amount } = part
    const date = line.transaction_date
    const back = await paidBackBy(ctx, conn, { supplier_id, amount, date })
    const words = `${supplier.name} paid back`
    return back.map((one) => ({
      kind: 'supplier_refund',
      amount: one.amount,
      supplier_id,
      billpayment_id: one.billpayment_id,
      words,
      is_made: true,
      stood_as: one,
    }))
  },
  async undo({ ctx, conn }, { stood_as }, reason) {
    // Kept by `book` above.
    await takePaybackBack(ctx, conn, stood_as as PaidBack, reason)
  },
}

const SHOWN_BY = sql<{ banktransaction_id: number | null }, [id: number]>`
  select banktransaction_id from billpayments where id = $1`

/** A payment to a supplier that the bank sent back: it is to be paid anew. */
export const returnedPart: PartKindRules = {
  async book({ ctx, conn }, part) {
    const booked: BookedPart[] = []
    for (const { id, supplier_id, bill_id, amount, words } of await paidOf(conn, part)) {
      const stood_as = await SHOWN_BY.one(conn, id)
      await cameBack(ctx, conn, id)
      const about = { supplier_id, bill_id, billpayment_id: id, words: `${words}, returned` }
      booked.push({ kind: 'returned', amount, ...about, is_made: false, stood_as })
    }
    return booked
  },
  async undo({ ctx, conn }, { billpayment_id: id, stood_as }) {
    if (!id) return
    await payOut(ctx, conn, { id })
    // Kept by `book` above.
    const { banktransaction_id } = stood_as as { banktransaction_id: number | null }
    if (banktransaction_id) await clearOut(ctx, conn, { id, banktransaction_id })
  },
}
