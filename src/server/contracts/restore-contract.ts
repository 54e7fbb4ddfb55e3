import { atLeast } from '#domain/access/role.ts'
import { contract } from '#domain/contracts/contract.ts'
import type { contractCalls } from '#domain/contracts/contract-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { StoredColumns } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, refuseArchivedParents } from '#server/kit/rows/check-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { updateRow, type Written } from '#server/kit/rows/write-row.ts'
import { contractTurned } from './contract-followers.ts'
import { forgetFinalReading } from './final-reading.ts'
import { asOverlap, refuseOverlap } from './overlap.ts'
import { takeBackCancellationFee } from './pending-charge.ts'

/** With a new end day, for a contract whose own has passed. */
type ContractRestoration = CheckedOf<typeof contractCalls.restore>

// Within an hour, whoever deleted a contract may bring it back themselves.
const OWN_DELETION_MS = 3_600_000

/** Brings a contract back: out of the bin as a draft, or from cancelled and ended into force. */
export async function restoreContract(
  ctx: Context,
  conn: Conn,
  catalogue: Catalogue,
  input: ContractRestoration,
): Promise<Written<typeof contract>> {
  const current = await lockRow(ctx, conn, contract, input.id)
  if (current.deleted_at) {
    if (!atLeast(ctx.actor.role, 'manager') && !(await hasJustDeleted(ctx, conn, input.id)))
      throw new Problem('forbidden')
    await refuseArchivedParents(ctx, conn, contract, current.row, catalogue)
    const told = { action: 'restore', changes: {}, reason: input.reason, sent: current.row }
    const values: StoredColumns<typeof contract> = { deleted_at: null, contract_status: 'draft' }
    return updateRow(ctx, conn, contract, input.id, values, told)
  }
  const written = await asOverlap(() =>
    transition(ctx, conn, contract, 'restore', input, async ({ row }) => {
      await takeBackCancellationFee(ctx, conn, input.id)
      await forgetFinalReading(ctx, conn, input.id)
      const agreed =
        row.contract_status === 'ended'
          ? row.date_end
          : await agreedEnd(conn, input.id, row.date_end)
      const date_end = input.date_end ?? agreed
      const isOver = date_end !== null && date_end < todayOf(ctx)
      if (isOver && !row.is_open_plan)
        throw notPossible('restore', 'its end day has passed', 'Give it a new end day with it.')
      await refuseOverlap(conn, { ...row, date_end })
      return { cancelled_at: null, date_end }
    }),
  )
  await contractTurned(ctx, conn, written.row, 'restored')
  return written
}

const OWN_DELETIONS = sql<{ id: string }, [contract_id: number, actor_id: number, since: Date]>`
  select id from history where object_class = 'contract' and object_id = $1
    and action = 'delete' and actor_id = $2 and created_at > $3`

async function hasJustDeleted(ctx: Context, conn: Conn, id: number): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - OWN_DELETION_MS)
  return (await OWN_DELETIONS.one(conn, id, ctx.actor.user_id, since)) !== undefined
}

const CANCELLATION = sql<{ before: string | null; moved: boolean }, [contract_id: number]>`
  select changes -> 'date_end' ->> 0 as before, jsonb_exists(changes, 'date_end') as moved
  from history where object_class = 'contract' and object_id = $1 and action = 'cancel'
  order by id desc limit 1`

/** The end day it had before it was cancelled. */
async function agreedEnd(conn: Conn, id: number, now: string | null): Promise<string | null> {
  const row = await CANCELLATION.one(conn, id)
  return row?.moved ? row.before : now
}
