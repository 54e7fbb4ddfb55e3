import { mandate } from '#domain/directdebit/mandate.ts'
import { usableMandates } from '#domain/directdebit/provider-words.ts'
import { Problem } from '#domain/kit/problem.ts'
import { requireDebitDetails } from '#server/identity/debit-details.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { requireConnection } from './connection.ts'
import { askProvider } from './provider-call.ts'

const OWNER = sql<{ customer_id: number }, [id: number]>`
  select customer_id from mandates where id = $1`

/** Whoever ends an authority or lets it come back may know whose account it is. */
async function requireDetailsOf(ctx: Context, conn: Conn, id: number): Promise<void> {
  const owner = await OWNER.one(conn, id)
  if (owner) await requireDebitDetails(ctx, conn, owner.customer_id)
}

/** The provider is asked to end an authority; what is not with the bank yet goes with it. */
export async function cancelMandate(
  ctx: Context,
  conn: Conn,
  input: ActionRequest & { reason: string },
) {
  await requireDetailsOf(ctx, conn, input.id)
  const written = await transition(ctx, conn, mandate, 'cancel', input, async () => {
    await requireConnection(conn)
    return { ended_by: 'us' as const }
  })
  const { id, version, row } = written
  await askProvider(ctx, conn, {
    kind: 'cancel_mandate',
    about: `${id}-${version}`,
    customer_id: row.customer_id,
    mandate_id: id,
  })
  return written
}

const OTHER = sql<{ id: number }, [customer_id: number, id: number, usable: readonly string[]]>`
  select id from mandates where customer_id = $1 and id <> $2 and deleted_at is null
    and (is_current or mandate_status = any($3) and ended_date is null) limit 1`

/** The provider is asked to let an authority come back; not beside another one. */
export async function reinstateMandate(ctx: Context, conn: Conn, input: ActionRequest) {
  await requireDetailsOf(ctx, conn, input.id)
  const written = await transition(
    ctx,
    conn,
    mandate,
    'reinstate',
    input,
    async ({ row: { customer_id } }) => {
      await requireConnection(conn)
      if (await OTHER.one(conn, customer_id, input.id, [...usableMandates]))
        throw new Problem('conflict', {
          message: 'There is another direct debit authority. Cancel that one first.',
        })
      return {}
    },
  )
  const { id, version, row } = written
  await askProvider(ctx, conn, {
    kind: 'reinstate',
    about: `${id}-${version}`,
    customer_id: row.customer_id,
    mandate_id: id,
  })
  return written
}
