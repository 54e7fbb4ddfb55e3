import { commission } from '#domain/commissions/commission.ts'
import type { commissionCalls } from '#domain/commissions/commission-calls.ts'
import { type NewEntry, noChanges } from '#domain/commissions/kept-entry.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { cents } from '#domain/kit/money.ts'
import { badField, created } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { storeChanges } from './stored-entries.ts'

interface AboutCorrection {
  contract_id: number | null
  customer_id: number | null
  round: number
}

const ABOUT = sql<
  AboutCorrection,
  [invoice_id: number | null, contract_id: number | null, partner_id: number]
>`select coalesce(i.contract_id, k.id) as contract_id,
    coalesce(i.customer_id, k.customer_id) as customer_id,
    coalesce((select max(c.round) from commissions c where c.invoice_id = i.id
      and c.partner_id = $3 and c.kind = 'correction'), 0) + 1 as round
  from (select 1) one left join invoices i on i.id = $1 left join contracts k on k.id = $2`

/** What somebody decided about a partner's commission, up or down, with their reason. */
export function correctCommission(catalogue: Catalogue) {
  return async (
    ctx: Context,
    conn: Conn,
    input: CheckedOf<typeof commissionCalls.correct>,
  ): Promise<Answer<never>> => {
    const { partner_id, invoice_id = null, contract_id = null, amount, reason } = input
    const sent = { partner_id, invoice_id, contract_id }
    await checkAgainstOthers(ctx, conn, commission, sent, catalogue)
    const about = await ABOUT.one(conn, invoice_id, contract_id, partner_id)
    if (contract_id && invoice_id && about?.contract_id !== contract_id)
      throw badField('invoice_id', 'The invoice is of another contract.')
    const entry: NewEntry = {
      ...{ kind: 'correction', commission_status: 'accrued', partner_id, invoice_id },
      contract_id: about?.contract_id ?? null,
      customer_id: about?.customer_id ?? null,
      ...{ base: null, share_percent: null, base_part: null, rate: null, rate_unit: null },
      ...{ amount: cents(amount), round: about?.round ?? 1, reverses_id: null },
    }
    const changes = { ...noChanges(), added: [entry] }
    const [id] = await storeChanges(ctx, conn, changes, { reason, because: reason })
    if (!id) throw new Error('No correction was written.')
    const row = { object_class: commission.name, object_id: id, object_version: 1 }
    const told = { amount: [null, amount] as [null, string] }
    await recordHistory(conn, ctx, { ...row, action: 'create', changes: told, reason })
    const written = await rowNow(ctx, conn, commission, id)
    return writtenAnswer(ctx, commission, written, { status: created })
  }
}
