import type { Context } from '#server/context.ts'
import type { Conn } from '#server/kit/database.ts'

interface Charge {
  charge_type: 'welcome_credit' | 'cancellation_fee'
  name: string
  amount: string
}

/**
 * Keeps a charge once, for the next invoice to bill: nothing is booked before. A charge that was
 * dropped and comes back is the same charge again.
 */
export async function addPendingCharge(
  ctx: Context,
  conn: Conn,
  contract: Record<string, unknown>,
  { charge_type, name, amount }: Charge,
): Promise<void> {
  await conn.query(
    `insert into pending_charges
       (organisation_id, contract_id, customer_id, charge_type, name, amount, unique_key)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (organisation_id, unique_key) do update
       set dropped_at = null, drop_reason = null, amount = excluded.amount`,
    [
      ctx.actor.organisation_id,
      contract.id,
      contract.customer_id,
      charge_type,
      name,
      amount,
      `${charge_type} ${contract.id}`,
    ],
  )
}

export async function dropPendingCharge(
  ctx: Context,
  conn: Conn,
  contract_id: number,
  charge_type: Charge['charge_type'],
  reason: string,
): Promise<void> {
  await conn.query(
    `update pending_charges set dropped_at = $3, drop_reason = $4
     where contract_id = $1 and charge_type = $2 and dropped_at is null`,
    [contract_id, charge_type, ctx.clock.now(), reason],
  )
}
