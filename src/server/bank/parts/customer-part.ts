import type { BankTransaction } from '#domain/bank/banktransaction.ts'
import type { LinePart } from '#domain/bank/candidate.ts'
import type { ItemKey } from '#domain/books/account.ts'
import { badField } from '#domain/kit/problem.ts'
import { holdCustomers } from '#server/books/hold-customers.ts'
import { itemColumns } from '#server/books/money-keys.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { undoPayment } from '#server/payments/bank-confirmed.ts'
import { receivePayments } from '#server/payments/receive-payments.ts'
import { receiptsIfWanted } from '#server/payments/send-receipt.ts'
import type { PartKindRules } from './part-kind.ts'
import { required } from './refuse-part.ts'

const CUSTOMER = sql<{ name: string; is_archived: boolean }, [id: number]>`
  select name, deleted_at is not null as is_archived from customers where id = $1`

const NUMBERS = sql<{ number: string }, [invoice_ids: readonly number[], ids: readonly number[]]>`
  select invoice_number as number from invoices where id = any($1)
  union all select adjustment_number from adjustments where id = any($2)`

/** Money of a customer: a payment dated as the line, confirmed from its first moment. */
export const customerPart: PartKindRules = {
  async book({ ctx, conn, line }, part) {
    const customer_id = required(part.customer_id, 'customer_id', 'Choose a customer.')
    await holdCustomers(conn, [customer_id])
    const customer = await CUSTOMER.one(conn, customer_id)
    if (!customer || customer.is_archived)
      throw badField('parts.customer_id', 'Choose a customer from the list.')
    const [id = 0] = await receivePayments(ctx, conn, [
      {
        customer_id,
        payment_date: line.transaction_date,
        payment_type: 'bank_transfer',
        amount_incl_gst: part.amount,
        reference: referenceOf(line),
        ...(part.page ? itemColumns(part.page) : {}),
        line: { banktransaction_id: line.id, plan: part.plan },
      },
    ])
    await receiptsIfWanted(ctx, conn, [{ id, customer_id }])
    const words = await wordsOf(conn, customer.name, part)
    const { amount } = part
    return [{ kind: 'customer', amount, customer_id, invoicepayment_id: id, words, is_made: true }]
  },
  async undo({ ctx, conn }, { invoicepayment_id }, reason) {
    if (invoicepayment_id) await undoPayment(ctx, conn, { id: invoicepayment_id, reason })
  },
}

/** What the payer wrote, as people look for a payment by it. */
function referenceOf({ particulars, code, reference, memo }: BankTransaction): string | null {
  const written = [particulars, code, reference].filter(Boolean).join(' ') || memo
  return written ? written.slice(0, 100) : null
}

async function wordsOf(conn: Conn, name: string, part: LinePart): Promise<string> {
  const keys: ItemKey[] = part.page ? [part.page] : (part.plan ?? []).map(({ key }) => key)
  const idsOf = (letter: string) =>
    keys.filter((key) => key.startsWith(letter)).map((key) => Number(key.slice(1)))
  const numbers = await NUMBERS.all(conn, idsOf('i'), idsOf('a'))
  return [name, ...numbers.map(({ number }) => number)].join(', ').slice(0, 300)
}
