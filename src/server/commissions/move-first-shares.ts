import { contractpartner } from '#domain/commissions/contractpartner.ts'
import type { Contract } from '#domain/contracts/contract.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Changes } from '#server/kit/rows/history.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'

interface StoredDay {
  id: number
  valid_from_date: string
  accepted_date: string | null
}

const SETS = sql<StoredDay, [contract_id: number]>`
  select id, valid_from_date, accepted_date from contractpartners
  where contract_id = $1 and deleted_at is null order by valid_from_date, partner_id for update`

type MovedContract = Pick<Contract, 'id' | 'date_start' | 'billed_to_date'>

/**
 * Who earns from a contract's first day on goes on doing so when that day is moved: those who brought
 * it are known by the day it was accepted. Partners who were named later begin on their own day.
 */
export async function moveFirstShares(
  ctx: Context,
  conn: Conn,
  contract: MovedContract,
): Promise<void> {
  const sets = await SETS.all(conn, contract.id)
  const day = sets[0]?.valid_from_date
  const { date_start } = contract
  if (!day || !date_start || !mayMove(sets, day, contract)) return
  for (const { id } of sets.filter((one) => one.valid_from_date === day)) {
    const changes: Changes<typeof contractpartner> = { valid_from_date: [day, date_start] }
    const values = { valid_from_date: date_start }
    await updateRow(ctx, conn, contractpartner, id, values, { action: 'update', changes })
  }
}

/** What is billed keeps who earned by it, and nobody is moved past who followed them. */
function mayMove(
  sets: readonly StoredDay[],
  day: string,
  { date_start, billed_to_date }: MovedContract,
): boolean {
  if (!date_start || date_start === day) return false
  const first = sets.filter((one) => one.valid_from_date === day)
  if (first.every(({ accepted_date }) => accepted_date === null)) return false
  if (date_start < day) return true
  const next = sets.find(({ valid_from_date }) => valid_from_date > day)
  return billed_to_date === null && (!next || next.valid_from_date > date_start)
}
