import { contract } from '#domain/contracts/contract.ts'
import type { contractCalls } from '#domain/contracts/contract-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { archived, lockRow, outdated } from '#server/kit/rows/change-row.ts'
import { quote } from '#server/kit/rows/column.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { updateRow, type Written } from '#server/kit/rows/write-row.ts'
import { refuseBilled } from './add-rate-update.ts'
import { buySide, type RateSide, sellSide } from './rate-side.ts'

/** Takes back the newest rate update of a contract, on the asked side or on either. */
export async function undoLastUpdate(
  ctx: Context,
  conn: Conn,
  input: CheckedOf<typeof contractCalls.undo>,
): Promise<Written<typeof contract>> {
  return transition(ctx, conn, contract, 'undo', input, async ({ row }) => {
    const sides = input.side === 'buy' ? [buySide] : input.side === 'sell' ? [sellSide] : both
    const [last] = await conn.query<{ id: number; side: string; valid_from_date: string }>(
      `${sides.map(newestSql).join(' union all ')} order by created_at desc limit 1`,
      [input.id],
    )
    if (!last) throw notPossible('undo', 'the contract has no rate update')
    refuseBilled(row, last.valid_from_date, 'undo')
    const side = last.side === sellSide.action ? sellSide : buySide
    await takeBackUpdate(ctx, conn, side, last.id)
    return {}
  })
}

/** Takes back one update by its own id; nothing from its day on may be billed. */
export async function undoUpdate(
  ctx: Context,
  conn: Conn,
  side: RateSide,
  { id, version }: { id: number; version?: number | undefined },
): Promise<void> {
  const update = await lockRow(ctx, conn, side.update, id)
  if (update.deleted_at) throw archived(side.update)
  if (version !== undefined && version !== update.version)
    throw await outdated(conn, side.update, update)
  const { contract_id, valid_from_date } = update.row
  await transition(ctx, conn, contract, 'undo', { id: contract_id }, async ({ row }) => {
    refuseBilled(row, valid_from_date, 'undo')
    await takeBackUpdate(ctx, conn, side, id)
    return {}
  })
}

const both = [sellSide, buySide]

function newestSql(side: RateSide): string {
  return `select id, '${side.action}' as side, valid_from_date, created_at
    from ${quote(side.update.plural)} where contract_id = $1 and deleted_at is null`
}

async function takeBackUpdate(ctx: Context, conn: Conn, side: RateSide, id: number): Promise<void> {
  await removeRates(ctx, conn, side, id, 'Its rate update was taken back.')
  const deleted_at = ctx.clock.now().toISOString()
  await updateRow(ctx, conn, side.update, id, { deleted_at }, { action: 'delete', changes: {} })
}

/** Takes away the rates that came with an update. */
export async function removeRates(
  ctx: Context,
  conn: Conn,
  side: RateSide,
  update_id: number,
  reason: string,
): Promise<void> {
  const removed = await conn.query<{ id: number }>(
    `update ${quote(side.rate.plural)} set deleted_at = $2, version = version + 1,
       modified_at = now()
     where ${quote(side.updateColumn)} = $1 and deleted_at is null returning id`,
    [update_id, ctx.clock.now().toISOString()],
  )
  for (const { id: object_id } of removed)
    await recordHistory(conn, ctx, {
      object_class: side.rate.name,
      object_id,
      action: 'delete',
      reason,
    })
}
