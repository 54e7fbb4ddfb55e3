import { mandate } from '#domain/directdebit/mandate.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { requireConnection } from './connection.ts'
import { askProvider } from './provider-call.ts'

/** The provider is asked to end an authority; what is not with the bank yet goes with it. */
export async function cancelMandate(
  ctx: Context,
  conn: Conn,
  input: ActionRequest & { reason: string },
) {
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

export async function reinstateMandate(ctx: Context, conn: Conn, input: ActionRequest) {
  const written = await transition(ctx, conn, mandate, 'reinstate', input, async () => {
    await requireConnection(conn)
    return {}
  })
  const { id, version, row } = written
  await askProvider(ctx, conn, {
    kind: 'reinstate',
    about: `${id}-${version}`,
    customer_id: row.customer_id,
    mandate_id: id,
  })
  return written
}
