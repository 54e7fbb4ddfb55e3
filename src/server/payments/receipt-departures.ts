import { formatDayShort } from '#domain/kit/calendar.ts'
import type { LeavingRow } from '#domain/messaging/departure/departure.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { obstacleOf } from '#server/messaging/departure/obstacle.ts'
import type { DepartureOffice } from '#server/messaging/departure/office.ts'
import { timesTold } from '#server/messaging/departure/times-told.ts'
import { readersOfReceipt, sendReceipt } from './send-receipt.ts'

const PAYMENTS = sql<{ id: number; party: string }, [ids: readonly number[]]>`
  select p.id, coalesce(c.name_business, c.name) as party
  from invoicepayments p join customers c on c.id = p.customer_id where p.id = any($1) order by p.id`

async function rowOf(
  ctx: Context,
  conn: Conn,
  { id, party }: { id: number; party: string },
): Promise<LeavingRow> {
  const { row, version } = await rowNow(ctx, conn, invoicepayment, id)
  return {
    ...{ id, version, party_id: row.customer_id, party },
    name: `Payment of ${formatDayShort(row.payment_date)}`,
    amount: row.amount_incl_gst,
    recipients: await readersOfReceipt(conn, row.customer_id),
    warnings: [],
    obstacle: obstacleOf(ctx, invoicepayment, 'receipt', row),
    left_out: null,
  }
}

/** Receipts that somebody sends, as things stand when they leave. */
export const receiptDepartures = {
  payment_receipt: {
    rows: async (ctx, conn, ids) => {
      const found = await PAYMENTS.all(conn, ids)
      if (found.length < ids.length) throw notFound(invoicepayment)
      return Promise.all(found.map((one) => rowOf(ctx, conn, one)))
    },
    leave: async (ctx, conn, row) => {
      await sendReceipt(ctx, conn, row)
      return null
    },
    timesLeft: timesTold('invoicepayment', 'receipt'),
  },
} satisfies Record<string, DepartureOffice>
