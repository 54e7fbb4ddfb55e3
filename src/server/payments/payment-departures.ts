import { formatDayShort } from '#domain/kit/calendar.ts'
import type { LeavingRow } from '#domain/messaging/departure/departure.ts'
import { type BillPayment, billpayment } from '#domain/payments/payment.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { obstacleOf } from '#server/messaging/departure/obstacle.ts'
import type { DepartureOffice } from '#server/messaging/departure/office.ts'
import { approvePayment } from './pay-supplier.ts'

interface FoundPayment extends Pick<BillPayment, 'payment_status' | 'deleted_at'> {
  id: number
  version: number
  supplier_id: number | null
  supplier: string | null
  reference: string | null
  payment_date: string
  amount: string
}

const PAYMENTS = sql<FoundPayment, [ids: readonly number[]]>`
  select p.id, p.version, p.supplier_id, s.name as supplier, p.reference, p.payment_date::text,
    p.amount_incl_gst::text as amount, p.payment_status, p.deleted_at
  from billpayments p left join suppliers s on s.id = p.supplier_id where p.id = any($1)
  order by s.name, p.id`

function rowOf(ctx: Context, found: FoundPayment): LeavingRow {
  const { id, version, supplier_id, supplier, reference, payment_date, amount, ...row } = found
  return {
    ...{ id, version, party_id: supplier_id, party: supplier ?? 'No supplier', amount },
    name: [reference ?? `Payment ${id}`, formatDayShort(payment_date)].join(' · '),
    recipients: [],
    warnings: [],
    obstacle: obstacleOf(ctx, billpayment, 'approve', row),
    left_out: null,
  }
}

/** Payments to suppliers that may go to the bank from then on. Nothing of that leaves the house. */
export const paymentDepartures = {
  payment_approve: {
    rows: async (ctx, conn, ids) => {
      const found = await PAYMENTS.all(conn, ids)
      if (found.length < ids.length) throw notFound(billpayment)
      return found.map((one) => rowOf(ctx, one))
    },
    leave: async (ctx, conn, row) => {
      await approvePayment(ctx, conn, row)
      return null
    },
  },
} satisfies Record<string, DepartureOffice>
