import { commissionstatement } from '#domain/commissions/commissionstatement.ts'
import { transferOf } from '#domain/commissions/statement-sums.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import {
  clearStatement,
  paymentReturned,
  payStatement,
  releaseStatement,
} from '#server/commissions/pay-statement.ts'
import { sql } from '#server/kit/database/sql.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import type { BookedPart, PartKindRules } from './part-kind.ts'
import { refuseOtherSum, required } from './refuse-part.ts'

interface PaidStatement {
  id: number
  statement_status: string
  to_pay: string
  carried: string
  tax_invoice_gst: string
  words: string
}

const STATEMENTS = sql<PaidStatement, [ids: readonly number[]]>`
  select s.id, s.statement_status, s.to_pay::text, s.carried::text, s.tax_invoice_gst::text,
    concat_ws(', ', p.name, s.statement_number, s.batch) as words
  from commissionstatements s join partners p on p.id = s.partner_id
  where s.id = any($1) and s.deleted_at is null order by s.id`

/** Commission statements that this line pays: one, or all of a bank file. */
export const commissionPart: PartKindRules = {
  async book({ ctx, conn, line }, part) {
    const one = required(part.counterpart_id, 'counterpart_id', 'Choose the statement.')
    const ids = part.payment_ids?.length ? part.payment_ids : [one]
    const found = await STATEMENTS.all(conn, ids)
    if (found.length < new Set(ids).size) throw notFound(commissionstatement)
    const amounts = found.map((statement) => toDecimalString(transferOf(statement)))
    refuseOtherSum(part, amounts)
    const booked: BookedPart[] = []
    for (const [place, { id, statement_status, words }] of found.entries()) {
      // Seen on the bank before anybody recorded it: it is paid with the line.
      const is_made = statement_status === 'sent'
      const payment_date = line.transaction_date
      if (is_made) await payStatement(ctx, conn, { id }, { payment_date })
      await clearStatement(ctx, conn, { id, banktransaction_id: line.id })
      const amount = toDecimalString(wholeCents(-cents(amounts[place] ?? '0.00')))
      booked.push({ kind: 'commission', amount, words, is_made, stood_as: { statement_id: id } })
    }
    return booked
  },
  async undo({ ctx, conn }, { stood_as, is_made }, reason) {
    // Kept by `book` above.
    const { statement_id: id } = stood_as as { statement_id: number }
    await releaseStatement(ctx, conn, id)
    if (is_made) await paymentReturned(ctx, conn, { id, reason })
  },
}
