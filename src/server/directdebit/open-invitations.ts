import { customer } from '#domain/customers/customer.ts'
import type { directdebitCalls, OpenInvitation } from '#domain/directdebit/directdebit-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { empty, Problem } from '#domain/kit/problem.ts'
import { revokePublicLinks } from '#server/identity/public-link.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { INVITATION_LINK } from './invitation.ts'

// Whoever waits longest comes first. A screen shows them all: few wait at a time.
const OPEN = sql<OpenInvitation, [now: Date]>`
  select i.id, i.customer_id, coalesce(c.name_business, c.name) as customer_name, i.email,
    i.invited_by, i.created_at as sent_at, i.opened_at, i.request_id is not null as has_begun,
    i.expires_at, i.expires_at <= $1 as is_expired, i.replaces
  from ddinvitations i join customers c on c.id = i.customer_id
  where i.invitation_status = 'open' and c.deleted_at is null
  order by i.created_at, i.id limit 1000`

export async function listInvitations(ctx: Context) {
  const now = ctx.clock.now()
  const data = await ctx.database.read(scopeOf(ctx), (conn) => OPEN.all(conn, now))
  return data.length > 0 ? { data } : { status: empty, data, message: 'Nobody is invited.' }
}

const INVITED = sql<
  { customer_id: number; invitation_status: string; email: string },
  [id: number]
>`
  select customer_id, invitation_status, email from ddinvitations where id = $1`

const WITHDRAW = sql<never, [id: number]>`
  update ddinvitations set invitation_status = 'withdrawn' where id = $1`

/** The link opens nothing any more; what is given on the provider's page all the same is given back. */
export async function withdrawInvitation(
  ctx: Context,
  conn: Conn,
  { id }: CheckedOf<typeof directdebitCalls.withdrawInvitation>,
) {
  const invited = await INVITED.one(conn, id)
  if (!invited) throw new Problem('notFound', { fill: { what: 'invitation' } })
  const { customer_id, email } = invited
  await lockRow(ctx, conn, customer, customer_id)
  if ((await INVITED.one(conn, id))?.invitation_status !== 'open')
    throw notPossible('withdraw the invitation', 'it was answered or withdrawn already')
  await WITHDRAW.run(conn, id)
  await revokePublicLinks(ctx, conn, { object_class: INVITATION_LINK, object_id: id })
  await recordHistory(conn, ctx, {
    object_class: 'customer',
    object_id: customer_id,
    customer_id,
    action: 'withdraw_invitation',
    reason: email,
  })
  return { data: { id }, message: `The link sent to ${email} opens nothing any more.` }
}
