import type { PasskeyProof, PasskeyQuestion } from '#domain/identity/passkey-calls.ts'
import { fieldError, Problem } from '#domain/kit/problem.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import {
  codeLimits,
  forgive,
  giveBack,
  type Limit,
  ownProofLimits,
  reserve,
  signInLimits,
  tooManyTries,
} from './attempts.ts'
import { networkOf } from './network.ts'
import { askForProof } from './passkey.ts'
import { isPassword } from './password-hash.ts'
import { remindToConfirm } from './remind-to-confirm.ts'
import { checkSecondFactor, type SecondFactor } from './second-factor.ts'
import { recordRefusal } from './security-event.ts'

export interface Credentials {
  username: string
  password: string
  totp?: string | undefined
  passkey?: PasskeyProof | undefined
}

export interface StoredAccount {
  id: number
  username: string
  email: string
  firstname: string | null
  password_hash: string | null
  session_version: number
  is_disabled: boolean
  confirmed_at: string | null
  has_totp: boolean
  totp_secret: string | null
}

const nowhere = { organisation_id: null, user_id: null }
export const accountColumns = fragment`id, username, email, firstname, password_hash,
  session_version, is_disabled, confirmed_at, has_totp, totp_secret`

interface NamedAccount extends StoredAccount {
  /** They have signed in from here before. */
  is_known_here: boolean
}

const NAMED = sql<
  NamedAccount,
  [name: string, network: string]
>`select ${accountColumns}, exists (select from known_networks k
    where k.user_id = users.id and k.network = $2) as is_known_here
  from users where (lower(username) = $1 or lower(email) = $1) and deleted_at is null
  order by (lower(username) = $1) desc limit 1`
const BY_ID = sql<StoredAccount, [id: number]>`select ${accountColumns} from users where id = $1`

/** People sign in with their username or their address, in any case. */
async function accountNamed(ctx: Context, typed: string): Promise<NamedAccount | null> {
  const network = networkOf(ctx.request.ip)
  const found = await ctx.database.read(nowhere, (conn) => NAMED.one(conn, typed, network))
  return found ?? null
}

/**
 * Proves who somebody is, or throws. Unknown and disabled users, wrong passwords and locked
 * accounts answer alike and cost alike, so that nobody learns which names exist.
 */
export async function proveCredentials(ctx: Context, typed: Credentials): Promise<StoredAccount> {
  const name = typed.username.trim().toLowerCase()
  const account = await accountNamed(ctx, name)
  const limits = signInLimits(name, ctx.request.ip, account?.is_known_here ?? false)
  const ids = await reserveTry(ctx, limits, account?.id ?? null)
  const isRight = await isPassword(account?.password_hash ?? null, typed.password)
  if (!isRight || !account || account.is_disabled) {
    await recordRefusal(ctx, 'sign_in_failed', { user_id: account?.id ?? null })
    throw new Problem('wrongCredentials')
  }
  if (account.confirmed_at === null) {
    await giveBack(ctx, ids)
    throw await remindToConfirm(ctx, { email: account.email, user_id: account.id })
  }
  await proveSecondFactor(ctx, account, typed.passkey ?? typed.totp, ids)
  await forgive(ctx, ids, [account.username, account.email])
  return account
}

async function proveSecondFactor(
  ctx: Context,
  account: StoredAccount,
  code: SecondFactor | undefined,
  tried: number[],
): Promise<void> {
  if (!account.has_totp) return
  if (!code) {
    // Asking for the code is no failure: only this try is given back, not the earlier ones.
    await giveBack(ctx, tried)
    const passkey = await askForProof(ctx, account.id)
    const message = 'Enter the code from your authenticator app.'
    throw codeNeeded(message, 'totp_needed', passkey ? { passkey } : {})
  }
  const ids = await reserveTry(ctx, codeLimits(account.id), account.id)
  if (await checkSecondFactor(ctx, account, code)) return giveBack(ctx, ids)
  await recordRefusal(ctx, 'sign_in_failed', { user_id: account.id, detail: { totp: true } })
  throw codeNeeded("That code isn't right. Please try the next one.", 'totp_wrong')
}

function codeNeeded(
  message: string,
  code: string,
  info: { passkey?: PasskeyQuestion } = {},
): Problem {
  const errors = [{ field: 'totp', code, message }]
  return new Problem('wrongCredentials', { message, errors, info })
}

async function reserveTry(ctx: Context, limits: Limit[], user_id: number | null) {
  const tried = await reserve(ctx, limits)
  if ('ids' in tried) return tried.ids
  await recordRefusal(ctx, 'sign_in_locked', { user_id, detail: { limit: tried.full.purpose } })
  throw tooManyTries(tried.waitMs)
}

/** The password again, by somebody already signed in; a session has ten wrong ones. */
export async function proveOwnPassword(
  ctx: Context,
  account: StoredAccount,
  password: string,
  field: string,
): Promise<void> {
  const ids = await reserveTry(ctx, ownProofLimits(ctx.actor.session_id), account.id)
  if (await isPassword(account.password_hash, password)) return giveBack(ctx, ids)
  await recordRefusal(ctx, 'sign_in_failed', { user_id: account.id, detail: { field } })
  throw new Problem('wrongPassword', { errors: [fieldError('wrongPassword', field)] })
}

/** The code or passkey of somebody already signed in; wrong ones count like wrong passwords. */
export async function proveOwnCode(
  ctx: Context,
  account: StoredAccount,
  code: SecondFactor,
): Promise<void> {
  const ids = await reserveTry(ctx, ownProofLimits(ctx.actor.session_id), account.id)
  if (await checkSecondFactor(ctx, account, code)) return giveBack(ctx, ids)
  throw codeNeeded("That code isn't right. Please try the next one.", 'totp_wrong')
}

/** The signed-in user's own account, with what proves who they are. */
export async function ownAccount(ctx: Context): Promise<StoredAccount> {
  const account = await ctx.database.read(nowhere, (conn) => BY_ID.one(conn, ctx.actor.user_id))
  if (!account) throw new Problem('unauthorised')
  return account
}
