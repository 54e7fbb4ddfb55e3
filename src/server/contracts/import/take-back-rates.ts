import { plural } from '#domain/kit/wording.ts'
import type { RateSide } from '#server/contracts/rate-side.ts'
import { undoUpdate } from '#server/contracts/undo-rate-update.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Obstacle } from '#server/kit/import/import-kind.ts'

// Of either side; the updates of a file are known by its batch.
const BILLED = sql<{ billed: number }, [rateimport_id: number]>`
  select count(distinct k.id)::int as billed
  from rateimports i join lateral (
      select u.contract_id, u.valid_from_date from rateupdates u
      where u.batch = i.batch and u.deleted_at is null
      union all select u.contract_id, u.valid_from_date from supplierrateupdates u
      where u.batch = i.batch and u.deleted_at is null) u on true
    join contracts k on k.id = u.contract_id and k.billed_to_date >= u.valid_from_date
  where i.id = $1`

/** New rates are taken back only while nothing was billed with them. */
export async function billedSince(conn: Conn, rateimport_id: number): Promise<Obstacle | null> {
  const billed = (await BILLED.one(conn, rateimport_id))?.billed ?? 0
  if (billed === 0) return null
  const words = `${plural(billed, 'contract')} ${billed === 1 ? 'is' : 'are'} billed with these rates`
  return { words, counts: { billed } }
}

const STANDING_SELL = sql<{ id: number }, [ids: readonly number[]]>`
  select id from rateupdates where id = any($1) and deleted_at is null order by id desc`
const STANDING_BUY = sql<{ id: number }, [ids: readonly number[]]>`
  select id from supplierrateupdates where id = any($1) and deleted_at is null order by id desc`

/** The newest first, as they would be taken back one by one. */
export async function takeBackRates(
  ctx: Context,
  conn: Conn,
  side: RateSide,
  ids: readonly number[],
): Promise<void> {
  const standing = side.action === 'addrateupdates' ? STANDING_SELL : STANDING_BUY
  for (const { id } of await standing.all(conn, ids)) await undoUpdate(ctx, conn, side, { id })
}
