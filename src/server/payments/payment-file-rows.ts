import type { CheckedOf } from '#domain/kit/call.ts'
import { cents } from '#domain/kit/money.ts'
import { type AccountChange, holdWords } from '#domain/payees/payee.ts'
import type { FilePreviewRow, paymentFileCalls } from '#domain/payments/payment-file-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { accountChanges } from '#server/payees/payee-hold.ts'

export interface FilePayment {
  id: number
  payment_status: string
  amount: string
  is_withheld: boolean
  /** The number of the bill or the adjustment it pays. */
  number: string | null
  is_adjustment: boolean
  account_number_with_supplier: string | null
  supplier: string | null
  short_name: string | null
  account: string | null
  payment_date: string
  supplier_id: number | null
  email: string | null
}

const FILE_PAYMENTS = fragment`select p.id, p.payment_status, p.amount_incl_gst::text as amount,
    coalesce(b.is_withheld, d.is_held) as is_withheld, p.adjustment_id is not null as is_adjustment,
    coalesce(b.supplier_statement_number, d.adjustment_number) as number,
    coalesce(b.account_number_with_supplier, d.account_number_with_supplier)
      as account_number_with_supplier,
    coalesce(s.bank_account_name, s.name) as supplier, s.short_name,
    s.bank_account_number as account, p.payment_date, p.supplier_id, s.email
  from billpayments p left join bills b on b.id = p.bill_id
  left join adjustments d on d.id = p.adjustment_id left join suppliers s on s.id = p.supplier_id
  where p.deleted_at is null`
const IN_ORDER = fragment`order by s.name, p.id`

export const REQUESTED = sql<FilePayment, [ids: number[]]>`
  ${FILE_PAYMENTS} and p.id = any($1) ${IN_ORDER} for update of p`
const LISTED = sql<FilePayment, [ids: number[]]>`
  ${FILE_PAYMENTS} and p.id = any($1) ${IN_ORDER}`
export const BATCH = sql<FilePayment, [batch: string]>`
  ${FILE_PAYMENTS} and p.batch = $1 ${IN_ORDER}`

/** Suppliers of these payments whose account was changed of late. */
export function changedAccounts(ctx: Context, conn: Conn, payments: readonly FilePayment[]) {
  const ids = new Set(payments.flatMap(({ supplier_id }) => supplier_id ?? []))
  return accountChanges(ctx, conn, 'supplier', [...ids])
}

export function changeOf(
  changes: ReadonlyMap<number, AccountChange>,
  { supplier_id }: FilePayment,
): AccountChange | null {
  return (supplier_id !== null && changes.get(supplier_id)) || null
}

/** Why a payment does not leave in a file, where it does not. */
export function refusalOf(
  { payment_status, is_withheld, is_adjustment, account, amount }: FilePayment,
  change: AccountChange | null,
): string | null {
  if (payment_status !== 'approved') return `the payment is ${payment_status}`
  if (is_withheld) return is_adjustment ? 'the adjustment is held' : 'the bill is disputed'
  if (!account) return 'the supplier has no bank account'
  if (change?.hold_until) return holdWords(change)
  return cents(amount) > 0 ? null : 'there is nothing to pay'
}

/** What a file would hold: whom, how much, where to, and which accounts are new. */
export async function previewFile(
  ctx: Context,
  { ids }: CheckedOf<typeof paymentFileCalls.preview>,
): Promise<{ data: FilePreviewRow[] }> {
  return ctx.database.read(scopeOf(ctx), async (conn) => {
    const found = await LISTED.all(conn, ids)
    const changes = await changedAccounts(ctx, conn, found)
    const data = found.map((payment) => {
      const { id, supplier_id, supplier, amount, account } = payment
      const change = changeOf(changes, payment)
      const refusal = refusalOf(payment, change)
      return { id, supplier_id, supplier, amount, account, change, refusal }
    })
    return { data }
  })
}
