import type { CommissionLine, InvoiceCommission } from '#domain/commissions/commission-calls.ts'
import { isLive } from '#domain/commissions/kept-entry.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { cents, sumCents, toDecimalString } from '#domain/kit/money.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { isVisible } from '#server/kit/rows/store.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'

const LINES = sql<CommissionLine, [invoice_id: number]>`
  select c.id, c.commission_status, c.kind, c.partner_id, p.name as partner_name, c.base::text,
    trim_scale(c.share_percent)::text as share_percent, c.base_part::text,
    trim_scale(c.rate)::text as rate, c.rate_unit, c.amount::text, c.earned_on, c.round,
    c.reverses_id, c.transaction_id, c.reason, c.statement_id, s.statement_number
  from commissions c join partners p on p.id = c.partner_id
  left join commissionstatements s on s.id = c.statement_id
  where c.invoice_id = $1 order by c.id limit 500`

/** What an invoice earned its partners, entry by entry. */
export async function showInvoiceCommission(
  ctx: Context,
  { id }: { id: number },
): Promise<Answer<InvoiceCommission>> {
  const lines = await ctx.database.read(scopeOf(ctx), async (conn) => {
    if (!(await isVisible(conn, invoice, id, ctx.actor.organisation_id))) throw notFound(invoice)
    return LINES.all(conn, id)
  })
  const live = lines.filter(isLive).map(({ amount }) => cents(amount))
  return { data: { amount: toDecimalString(sumCents(live)), lines } }
}
