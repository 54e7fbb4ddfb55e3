import { type Remittance, remittanceValues } from '#domain/payments/remittance-mail.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { queueLetter } from '#server/messaging/template/queue-letter.ts'

export interface RemittedPayment {
  supplier_id: number | null
  supplier: string | null
  email: string | null
  number: string | null
  is_adjustment: boolean
  account_number_with_supplier: string | null
  amount: string
}

/** Each supplier of a batch is told once what it is paid for; who has no address is not. */
export async function tellSuppliers(
  ctx: Context,
  conn: Conn,
  payments: readonly RemittedPayment[],
  about: Pick<Remittance, 'batch' | 'payment_date' | 'broker'>,
): Promise<void> {
  for (const [supplier_id, own] of Map.groupBy(payments, (payment) => payment.supplier_id)) {
    const [first] = own
    if (!first?.email) continue
    const values = remittanceValues({
      ...about,
      supplier: first.supplier,
      payments: own.map((payment) => ({
        number: payment.number,
        is_adjustment: payment.is_adjustment,
        account: payment.account_number_with_supplier,
        amount: payment.amount,
      })),
    })
    const key = `remittance ${about.batch} ${supplier_id}`
    await queueLetter(ctx, conn, {
      template: 'remittance',
      values,
      record_id: null,
      supplier_id,
      to: first.email,
      key,
    })
  }
}
