import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { differences, lockRow } from '#server/kit/rows/change-row.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { keepChange } from '#server/payees/change-account.ts'
import { payeeOf } from '#server/payees/guard-payee.ts'
import { accountOf, fieldsFrom } from '#server/payees/payee-account.ts'
import { contactsBefore } from '#server/payees/tell-payee.ts'

const CHANGED_ON = '2026-11-04'

/** One supplier has moved to another bank; its next payment is pointed out before it goes there. */
export async function storeChangedAccount(on: (day: string) => Context, conn: Conn): Promise<void> {
  const [waiting] = await conn.query<{ supplier_id: number }>(
    `select supplier_id from billpayments where payment_status = 'approved' and deleted_at is null
     order by id limit 1`,
  )
  if (!waiting) return
  const ctx = on(CHANGED_ON)
  const { id, row } = await lockRow(ctx, conn, supplier, waiting.supplier_id)
  const payee = payeeOf(ctx, supplier, id, row)
  const from = await accountOf(ctx, conn, payee)
  const to = { ...from, number: makeBankAccount('01', '0295', 51_900) }
  const contacts = await contactsBefore(ctx, conn, payee, row)
  const values = fieldsFrom(supplier, to)
  const changes = differences(supplier, row, values)
  await updateRow(ctx, conn, supplier, id, values, { action: 'update', changes })
  await keepChange(ctx, conn, payee, { event: 'changed', from, to, contacts })
}
