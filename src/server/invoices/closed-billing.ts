import { contract } from '#domain/contracts/contract.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { notPossible } from '#server/kit/rows/state.ts'

const FINAL = sql<{ name: string }, [contract_id: number, own_invoice: number]>`
  select coalesce(i.invoice_number, 'a draft') as name from invoices i
  where i.contract_id = $1 and i.id <> $2 and i.last_for_contract and i.deleted_at is null
    and i.invoice_status <> 'cancelled' and not exists (select from history h
      where h.object_class = ${contract.name} and h.object_id = i.contract_id
        and h.action = 'restore' and h.created_at > i.created_at) order by i.id limit 1`

/**
 * The final invoice closes a contract's billing: nothing is billed for it after that, until the
 * contract itself is restored.
 */
export async function refuseAfterFinal(
  conn: Conn,
  contract_id: number | null,
  ownInvoice = 0,
): Promise<void> {
  const final = contract_id === null ? undefined : await FINAL.one(conn, contract_id, ownInvoice)
  if (!final) return
  const why = `the contract’s final invoice is made (${final.name})`
  throw notPossible('bill', why, 'Redo the final invoice, or cancel it first.')
}
