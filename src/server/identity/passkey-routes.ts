import { type Passkey, passkeyCalls } from '#domain/identity/passkey-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, created, deleted, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { ownAccount } from './credentials.ts'
import { tellFactorChange } from './factor-change.ts'
import { askForProof, askToMake, keepPasskey, passkeysOf, verifiedPasskey } from './passkey.ts'
import { recordSecurityEvent } from './security-event.ts'

async function list(ctx: Context): Promise<Answer<Passkey[]>> {
  const known = await passkeysOf(ctx, ctx.actor.user_id)
  const data = known.map(({ id, name, created_at, last_used_at }) => ({
    id,
    name,
    created_at,
    last_used_at,
  }))
  return { data }
}

async function begin(ctx: Context) {
  const account = await ownAccount(ctx)
  if (!account.has_totp) {
    const reason = 'two-factor sign-in is not on'
    const instead = 'Switch it on with your authenticator app first.'
    throw new Problem('notPossible', { fill: { action: 'add a passkey to', reason, instead } })
  }
  return { data: await askToMake(ctx, account) }
}

async function add(
  ctx: Context,
  { name, passkey }: CheckedOf<typeof passkeyCalls.add>,
): Promise<Answer<Passkey>> {
  const { user_id } = ctx.actor
  const verified = await verifiedPasskey(ctx, user_id, passkey)
  if (!verified) throw badField('passkey', 'That passkey was not accepted. Please try again.')
  const data = await ctx.database.write({ organisation_id: null, user_id }, async (conn) => {
    const kept = await keepPasskey(ctx, conn, user_id, { name: name.trim(), verified })
    if (!kept) throw badField('passkey', 'That passkey is known already.')
    await tell(ctx, conn, 'passkey_added')
    return kept
  })
  return { status: created, data, message: 'Passkey added.' }
}

const REMOVE = sql<
  { id: string },
  [id: string, user_id: number]
>`delete from passkeys where id = $1 and user_id = $2 returning id`

async function remove(ctx: Context, conn: Conn, { id }: { id: string }) {
  const gone = await REMOVE.one(conn, id, ctx.actor.user_id)
  if (!gone) throw new Problem('notFound', { fill: { what: 'passkey' } })
  await tell(ctx, conn, 'passkey_removed')
  return { status: deleted, data: gone, message: 'Passkey removed.' }
}

async function tell(
  ctx: Context,
  conn: Conn,
  action: 'passkey_added' | 'passkey_removed',
): Promise<void> {
  const owner = { object_class: 'user', object_id: ctx.actor.user_id, organisation_id: null }
  await recordHistory(conn, ctx, { ...owner, action })
  await recordSecurityEvent(conn, ctx, action)
  await tellFactorChange(ctx, conn, action === 'passkey_added' ? 'passkeyAdded' : 'passkeyRemoved')
}

async function ask(ctx: Context) {
  const data = await askForProof(ctx, ctx.actor.user_id)
  if (data) return { data }
  const fill = { action: 'confirm', reason: 'you have no passkey', instead: 'Use a code instead.' }
  throw new Problem('notPossible', { fill })
}

export const passkeyRoutes: Route[] = serve(passkeyCalls, {
  list: { run: list },
  begin: { run: begin },
  add: { run: add },
  remove: { write: remove },
  ask: { run: ask },
})
