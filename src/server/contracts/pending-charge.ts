import type { Contract } from '#domain/contracts/contract.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'

interface OneTimeCharge {
  charge_type: 'welcome_credit' | 'cancellation_fee'
  name: string
  amount: string
}

const keyOf = (charge_type: string, contract_id: number) => `${charge_type} ${contract_id}`

/**
 * Keeps a charge once, for the next invoice to bill: nothing is booked before. A charge that was
 * dropped and comes back is the same charge again.
 */
export async function addPendingCharge(
  ctx: Context,
  conn: Conn,
  contract: Pick<Contract, 'id' | 'customer_id'>,
  { charge_type, name, amount }: OneTimeCharge,
): Promise<void> {
  await ADD.run(
    conn,
    ctx.actor.organisation_id,
    contract.id,
    contract.customer_id,
    charge_type,
    name,
    amount,
    keyOf(charge_type, contract.id),
  )
}

type NewCharge = [
  organisation_id: number | null,
  contract_id: number,
  customer_id: number,
  charge_type: string,
  name: string,
  amount: string,
  unique_key: string,
]

const ADD = sql<never, NewCharge>`
  insert into pending_charges
    (organisation_id, contract_id, customer_id, charge_type, name, amount, unique_key)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (organisation_id, unique_key) do update
    set dropped_at = null, drop_reason = null, amount = excluded.amount
    where pending_charges.invoice_id is null`

interface CancellationFee {
  id: number
  name: string
  invoice_id: number | null
  invoice_number: string | null
  invoice_status: string | null
  /** What the invoice really asks for it: somebody may have changed its line by hand. */
  billed: string
}

/**
 * Takes back the fee of a cancelled contract that is in force again: one that waits is dropped, one
 * that went out is given back by the next invoice, and one on its way must be stopped first.
 */
export async function takeBackCancellationFee(
  ctx: Context,
  conn: Conn,
  contract_id: number,
): Promise<void> {
  const key = keyOf('cancellation_fee', contract_id)
  const fee = await FEE.one(conn, key)
  if (!fee) return
  if (fee.invoice_id === null) {
    await DROP.run(conn, fee.id, ctx.clock.now(), 'The contract was restored.')
    return
  }
  refuseUnsent(fee)
  // Its key is free again: the contract may be cancelled, and charged for it, once more.
  await RENAME.run(conn, fee.id, `${key} billed ${fee.id}`)
  if (Number(fee.billed) !== 0)
    await CREDIT.run(conn, fee.id, `${key} credit ${fee.id}`, fee.billed)
}

function refuseUnsent({ invoice_number, invoice_status }: CancellationFee): void {
  if (invoice_status !== 'draft' && invoice_status !== 'approved') return
  const where = invoice_number
    ? `invoice ${invoice_number}, which is not sent yet`
    : 'a draft invoice'
  const instead = invoice_number ? 'Cancel that invoice first.' : 'Delete that draft first.'
  throw notPossible('restore', `its cancellation fee stands on ${where}`, instead)
}

const FEE = sql<CancellationFee, [unique_key: string]>`
  select f.id, f.name, f.invoice_id, i.invoice_number, i.invoice_status,
    coalesce((select sum((line ->> 'amount')::numeric) from jsonb_array_elements(i.lines) line
      where (line ->> 'pending_charge_id')::bigint = f.id
        or (line ->> 'pending_charge_id' is null and line ->> 'name' = f.name)), 0)::text as billed
  from pending_charges f left join invoices i on i.id = f.invoice_id
  where f.unique_key = $1 and f.dropped_at is null for update of f`

const DROP = sql<never, [id: number, dropped_at: Date, reason: string]>`
  update pending_charges set dropped_at = $2, drop_reason = $3 where id = $1`

const RENAME = sql<never, [id: number, unique_key: string]>`
  update pending_charges set unique_key = $2 where id = $1`

const CREDIT = sql<never, [id: number, unique_key: string, billed: string]>`
  insert into pending_charges (organisation_id, contract_id, customer_id, charge_type,
    name, amount, unique_key, credits_id)
  select organisation_id, contract_id, customer_id, charge_type, name || ', given back',
    -$3::numeric, $2, id
  from pending_charges where id = $1`
