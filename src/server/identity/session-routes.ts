import { z } from 'zod'
import { MAX_PASSWORD, typedPassword } from '#domain/identity/password.ts'
import { shownAccount } from '#domain/identity/shown-to-guests.ts'
import type { Policy } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { storableText } from '#domain/kit/storable.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, nobody } from '#server/kit/http/context.ts'
import { type Answer, type Route, route } from '#server/kit/http/route.ts'
import { actorOfKey } from './api-key-actor.ts'
import {
  type Account,
  accountColumns,
  ownAccount,
  proveOwnCode,
  proveOwnPassword,
} from './credentials.ts'
import { asUser } from './end-access.ts'
import { recordSecurityEvent } from './security-event.ts'
import { dropCookies, revokeSession, sessionById, tokenOf } from './session.ts'
import {
  continueIn,
  signInAccount,
  signInWithCredentials,
  signInWithStoredToken,
} from './sign-in.ts'

/** Somebody's own account: any signed-in user, also without an organisation, never a program. */
export const ownPolicy: Policy = { from: 'user', withoutOrganisation: true, apiKey: false }

const code = z.string().max(20).optional()
const credentials = z.strictObject({
  username: storableText(254, 'The username is needed.'),
  password: typedPassword,
  totp: code,
  organisation_id: z.int().min(1).optional(),
})

type SignIn = Partial<z.infer<typeof credentials>>

const signIn = route<SignIn>({
  method: 'POST',
  path: '/user/signin',
  summary: 'Sign in with credentials, or with the stored token when the body is empty',
  policy: { from: 'guest' },
  shows: shownAccount,
  replayed: false,
  input: z.union([z.strictObject({}), credentials]),
  run: (ctx, { username, password, ...rest }) =>
    username === undefined || password === undefined
      ? signInWithStoredToken(ctx)
      : signInWithCredentials(ctx, { username, password, ...rest }),
})

const signOut = route<Record<string, never>>({
  method: 'POST',
  path: '/user/signout',
  summary: 'Sign out; a platform admin working as somebody else returns to their own name',
  policy: { from: 'guest' },
  shows: shownAccount,
  replayed: false,
  input: z.strictObject({}),
  write: async (ctx, conn) => {
    const { session_id, impersonator_id } = ctx.actor
    if (session_id && impersonator_id !== null) return returnToOwn(ctx, conn, session_id)
    if (session_id) {
      await revokeSession(ctx, conn, session_id)
      await recordSecurityEvent(conn, ctx, 'signed_out')
    }
    dropCookies(ctx)
    ctx.answer.headers['clear-site-data'] = '"cache", "storage"'
    return { message: 'You are signed out. You can sign back in below.' }
  },
})

async function returnToOwn(ctx: Context, conn: Conn, session_id: string): Promise<Answer> {
  const [row] = await conn.query<{ parent_id: string }>(
    'select parent_id from sessions where id = $1',
    [session_id],
  )
  await revokeSession(ctx, conn, session_id)
  await recordSecurityEvent(conn, ctx, 'impersonation_ended')
  const own = row ? await sessionById(conn, row.parent_id) : null
  if (!own || Date.parse(own.expires_at) <= ctx.clock.now().getTime()) {
    dropCookies(ctx)
    return { message: 'You are signed out. You can sign back in below.' }
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

const renewToken = route<Record<string, never>>({
  method: 'GET',
  path: '/user/token',
  summary: "Renew the running session's token",
  policy: ownPolicy,
  input: z.object({}),
  run: async (ctx) => {
    const { session_id, user_id, organisation_id } = ctx.actor
    const row = await ctx.database.read({ organisation_id: null, user_id }, (conn) =>
      sessionById(conn, session_id ?? ''),
    )
    if (!row) throw new Problem('unauthorised')
    const working = organisation_id ?? row.organisation_id
    const token = await tokenOf(ctx, { ...row, organisation_id: working })
    return { data: { token }, token }
  },
})

const makeToken = route<SignIn & { api_key?: string }>({
  method: 'POST',
  path: '/token',
  summary: 'A token for credentials or for an API key; answers like sign-in',
  policy: { from: 'guest' },
  shows: shownAccount,
  replayed: false,
  input: z.union([z.strictObject({ api_key: z.string().min(1).max(MAX_PASSWORD) }), credentials]),
  run: async (ctx, { api_key, username, password, ...rest }) => {
    if (username !== undefined && password !== undefined)
      return signInWithCredentials(ctx, { username, password, ...rest })
    const actor = await actorOfKey(ctx, api_key ?? '')
    if (!actor) throw new Problem('unauthorised')
    const [account] = await ctx.database.read({ organisation_id: null, user_id: null }, (conn) =>
      conn.query<Account & { is_padmin: boolean }>(
        `select ${accountColumns}, exists (select from user_roles ur join roles r
           on r.id = ur.role_id and r.is_admin where ur.user_id = users.id) as is_padmin
         from users where id = $1`,
        [actor.user_id],
      ),
    )
    // A key never acts as platform admin, so it must not be traded for a session that does.
    if (!account || account.is_padmin) throw new Problem('forbidden')
    // A key found somewhere proves nobody: what needs a proof still needs the password.
    const guest = { ...ctx, actor: nobody }
    return signInAccount(guest, account, actor.organisation_id ?? undefined, false)
  },
})

const switchRole = route<{ organisation_id: number }>({
  method: 'POST',
  path: '/user/role',
  summary: 'Work in another organisation',
  policy: { ...ownPolicy, notWhileImpersonating: true },
  replayed: false,
  input: z.strictObject({ organisation_id: idSchema }),
  write: async (ctx, conn, { organisation_id }) => {
    const { user_id, session_id, role } = ctx.actor
    const [found] = await conn.query(
      `select 1 from organisations o where o.id = $1 and o.is_active and o.deleted_at is null
       and ($3 or exists (select from memberships m where m.organisation_id = o.id
         and m.user_id = $2 and m.deleted_at is null))`,
      [organisation_id, user_id, role === 'padmin'],
    )
    if (!found || !session_id) throw new Problem('notFound', { fill: { what: 'organisation' } })
    return continueIn(ctx, conn, { session_id, user_id, impersonator: null }, organisation_id)
  },
})

const stepUp = route<{ password?: string | undefined; totp?: string | undefined }>({
  method: 'POST',
  path: '/user/stepup',
  summary: 'Prove again who you are; good for five minutes',
  policy: { ...ownPolicy, notWhileImpersonating: true },
  replayed: false,
  input: z.strictObject({ password: typedPassword.optional(), totp: code }),
  run: async (ctx, { password, totp }) => {
    const account = await ownAccount(ctx)
    if (account.has_totp) await proveOwnCode(ctx, account, totp ?? '')
    else await proveOwnPassword(ctx, account, password ?? '', 'password')
    await ctx.database.write({ organisation_id: null, user_id: account.id }, async (conn) => {
      await conn.query('update sessions set proved_at = $2 where id = $1', [
        ctx.actor.session_id,
        ctx.clock.now(),
      ])
      await recordSecurityEvent(conn, ctx, 'stepped_up')
    })
    return { message: 'Thanks. Carry on.' }
  },
})

export const sessionRoutes: Route[] = [signIn, signOut, renewToken, makeToken, switchRole, stepUp]
