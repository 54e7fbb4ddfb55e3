import { contract } from '#domain/contracts/contract.ts'
import type { contractCalls } from '#domain/contracts/contract-calls.ts'
import type { KnownRate } from '#domain/contracts/new-rates.ts'
import { ratesOn } from '#domain/contracts/rate-in-force.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { Field } from '#domain/kit/field.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { copyOf } from '#server/kit/rows/cell.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { quote } from '#server/kit/rows/column.ts'
import { lineOf } from '#server/kit/rows/state.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { buySide, type RateSide, sellSide } from './rate-side.ts'

type ContractCopy = CheckedOf<typeof contractCalls.duplicate>

// Days, numbers and the supplier's account belong to the one contract they were given to.
const ownValues = new Set([
  'contract_number',
  'date_start',
  'date_end',
  'valid_from_date',
  'last_for_contract',
])
const isCopied = (name: string, field: Field) => !field.options.readonly && !ownValues.has(name)

/** A new draft with the same terms and the rates in force, for a renewal or a sister site. */
export async function duplicateContract(
  ctx: Context,
  conn: Conn,
  input: ContractCopy,
): Promise<Written<typeof contract>> {
  const current = await lockRow(ctx, conn, contract, input.id)
  lineOf(contract, 'duplicate', current, ctx.actor.role)
  const start = input.date_start ?? null
  const made = await insertRow(ctx, conn, contract, {
    ...copyOf(contract, current.row, isCopied),
    date_start: start,
    date_end: input.date_end ?? null,
  })
  const day = start ?? todayOf(ctx)
  for (const side of [sellSide, buySide]) await copyRates(ctx, conn, side, input.id, made.id, day)
  return made
}

async function copyRates(
  ctx: Context,
  conn: Conn,
  side: RateSide,
  from: number,
  to: number,
  day: string,
): Promise<void> {
  const rates = await conn.query<KnownRate>(
    `select rate_name, rate_type, rate_amount::text, rate_unit, valid_from_date, register_code,
       with_losses from ${quote(side.rate.plural)}
     where contract_id = $1 and deleted_at is null order by id`,
    [from],
  )
  const inForce = ratesOn(rates, day)
  // A contract that starts later than all of its rates is copied with the first ones.
  for (const rate of inForce.length > 0 ? inForce : rates) {
    await insertRow(ctx, conn, side.rate, { ...rate, contract_id: to, valid_from_date: day })
  }
}
