import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'

/** What public links to contracts open. */
export const DOCUMENT = 'contract_document'

const REVOKE = sql<
  never,
  [contract_id: number, revoked_at: Date, organisation_id: number | null]
>`update public_links set revoked_at = $2 where organisation_id = $3 and revoked_at is null
    and object_class = ${DOCUMENT}
    and object_id in (select id from contract_documents where contract_id = $1
      and accepted_at is null)`

const WITHDRAW = sql<never, [contract_id: number, withdrawn_at: Date]>`
  update contract_documents set withdrawn_at = $2
  where contract_id = $1 and accepted_at is null and withdrawn_at is null`

/** An offer that changed is no longer the one that was sent: its documents and links are dead. */
export async function withdrawDocuments(
  ctx: Context,
  conn: Conn,
  contract_id: number,
): Promise<void> {
  await withdrawOffer(ctx, conn, contract_id)
  await REVOKE.run(conn, contract_id, ctx.clock.now(), ctx.actor.organisation_id)
}

/** Nothing of it can be read or accepted any more; its link still says that it was withdrawn. */
export async function withdrawOffer(ctx: Context, conn: Conn, contract_id: number): Promise<void> {
  await WITHDRAW.run(conn, contract_id, ctx.clock.now())
}
