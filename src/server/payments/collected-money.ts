import type { InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { ActionRequest } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'

/** What the module that collects by direct debit does for payments, which come before it. */
export interface CollectedMoney {
  isConnected(conn: Conn): Promise<boolean>
  /** Has a debit cancelled that is under way. */
  cancelPending(
    ctx: Context,
    conn: Conn,
    input: ActionRequest & { reason: string },
  ): Promise<Written<typeof invoicepayment>>
  /** Refuses what the provider would not pay back, and has it asked for the rest. */
  refund(ctx: Context, conn: Conn, row: InvoicePayment, amount: string): Promise<void>
}
