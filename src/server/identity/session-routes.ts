import type { Account } from '#domain/identity/account.ts'
import { sessionCalls } from '#domain/identity/session-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, nobody } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { actorOfKey } from './api-key-actor.ts'
import {
  accountColumns,
  ownAccount,
  proveOwnCode,
  proveOwnPassword,
  type StoredAccount,
} from './credentials.ts'
import { sha256 } from './digest.ts'
import { asUser } from './end-access.ts'
import { noteEntry } from './note-entry.ts'
import { recordSecurityEvent } from './security-event.ts'
import { dropCookies, leaveNothing, revokeSession, sessionById, tokenOf } from './session.ts'
import {
  continueIn,
  signInAccount,
  signInWithCredentials,
  signInWithStoredToken,
} from './sign-in.ts'

function signIn(ctx: Context, sent: CheckedOf<typeof sessionCalls.signIn>) {
  const { username, password, ...rest } = sent
  return username === undefined || password === undefined
    ? signInWithStoredToken(ctx)
    : signInWithCredentials(ctx, { username, password, ...rest })
}

async function signOut(ctx: Context, conn: Conn): Promise<Answer<Account | null>> {
  const { session_id, impersonator_id } = ctx.actor
  if (session_id && impersonator_id !== null) return returnToOwn(ctx, conn, session_id)
  if (session_id) {
    await revokeSession(ctx, conn, session_id)
    await recordSecurityEvent(conn, ctx, 'signed_out')
  }
  leaveNothing(ctx)
  return { message: SIGNED_OUT }
}

const SIGNED_OUT = 'You are signed out. You can sign back in below.'

const PARENT = sql<
  { parent_id: string },
  [session_id: string]
>`select parent_id from sessions where id = $1`

async function returnToOwn(ctx: Context, conn: Conn, session_id: string) {
  const row = await PARENT.one(conn, session_id)
  await revokeSession(ctx, conn, session_id)
  await recordSecurityEvent(conn, ctx, 'impersonation_ended')
  const own = row ? await sessionById(conn, row.parent_id) : null
  if (!own || Date.parse(own.expires_at) <= ctx.clock.now().getTime()) {
    dropCookies(ctx)
    return { message: SIGNED_OUT }
  }
  return asUser(conn, ctx, own.user_id, () =>
    continueIn(
      ctx,
      conn,
      { session_id: own.id, user_id: own.user_id, impersonator: null },
      own.organisation_id,
    ),
  )
}

async function renewToken(ctx: Context) {
  const { session_id, user_id, organisation_id } = ctx.actor
  const row = await ctx.database.read({ organisation_id: null, user_id }, (conn) =>
    sessionById(conn, session_id ?? ''),
  )
  if (!row) throw new Problem('unauthorised')
  const working = organisation_id ?? row.organisation_id
  const token = await tokenOf(ctx, { ...row, organisation_id: working })
  return { data: { token }, token }
}

const KEY_HOLDER = sql<
  StoredAccount & { is_padmin: boolean },
  [user_id: number]
>`select ${accountColumns}, exists (select from user_roles ur join roles r
    on r.id = ur.role_id and r.is_admin where ur.user_id = users.id) as is_padmin
  from users where id = $1`

async function makeToken(ctx: Context, sent: CheckedOf<typeof sessionCalls.makeToken>) {
  if ('username' in sent) return signInWithCredentials(ctx, sent)
  const actor = await actorOfKey(ctx, sent.api_key)
  if (!actor) throw new Problem('unauthorised')
  const account = await ctx.database.read({ organisation_id: null, user_id: null }, (conn) =>
    KEY_HOLDER.one(conn, actor.user_id),
  )
  // A key never acts as platform admin, so it must not be traded for a session that does.
  if (!account || account.is_padmin) throw new Problem('forbidden')
  // A key found somewhere proves nobody: what needs a proof still needs the password.
  const guest = { ...ctx, actor: nobody }
  return signInAccount(guest, account, actor.organisation_id ?? undefined, sha256(sent.api_key))
}

// A key is made for one organisation, and so is what is traded for it.
const OPEN_TO = sql<
  { id: number },
  [organisation_id: number, user_id: number, is_padmin: boolean, session_id: string | null]
>`select o.id from organisations o where o.id = $1 and o.is_active and o.deleted_at is null
    and ($3 or exists (select from memberships m where m.organisation_id = o.id
      and m.user_id = $2 and m.deleted_at is null))
    and not exists (select from sessions s where s.id = $4 and s.api_key_hash is not null)`

async function switchRole(
  ctx: Context,
  conn: Conn,
  { organisation_id }: CheckedOf<typeof sessionCalls.switchRole>,
) {
  const { user_id, session_id, role } = ctx.actor
  const found = await OPEN_TO.one(conn, organisation_id, user_id, role === 'padmin', session_id)
  if (!found || !session_id) throw new Problem('notFound', { fill: { what: 'organisation' } })
  await noteEntry(ctx, conn, user_id, organisation_id)
  return continueIn(ctx, conn, { session_id, user_id, impersonator: null }, organisation_id)
}

const PROVED = sql<
  never,
  [session_id: string | null, now: Date]
>`update sessions set proved_at = $2 where id = $1`

async function stepUp(
  ctx: Context,
  { password, totp, passkey }: CheckedOf<typeof sessionCalls.stepUp>,
) {
  const account = await ownAccount(ctx)
  if (account.has_totp) await proveOwnCode(ctx, account, passkey ?? totp ?? '')
  else await proveOwnPassword(ctx, account, password ?? '', 'password')
  await ctx.database.write({ organisation_id: null, user_id: account.id }, async (conn) => {
    await PROVED.run(conn, ctx.actor.session_id, ctx.clock.now())
    await recordSecurityEvent(conn, ctx, 'stepped_up')
  })
  return { message: 'Thanks. Carry on.' }
}

export const sessionRoutes: Route[] = serve(sessionCalls, {
  signIn: { run: signIn },
  signOut: { write: signOut },
  renewToken: { run: renewToken },
  makeToken: { run: makeToken },
  switchRole: { write: switchRole },
  stepUp: { run: stepUp },
})
