import { fieldError, Problem } from '#domain/kit/problem.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { forgive, reserve, signInLimits, tooManyTries } from './attempts.ts'
import { isPassword } from './password-hash.ts'
import { pendingRegistration, remindToConfirm } from './pending-registration.ts'
import { recordRefusal } from './security-event.ts'
import { checkCode } from './totp.ts'

export interface Credentials {
  username: string
  password: string
  totp?: string | undefined
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

const NAMED = sql<StoredAccount, [name: string]>`select ${accountColumns} from users
  where (lower(username) = $1 or lower(email) = $1) and deleted_at is null
  order by (lower(username) = $1) desc limit 1`
const BY_ID = sql<StoredAccount, [id: number]>`select ${accountColumns} from users where id = $1`

/** People sign in with their username or their address, in any case. */
async function accountNamed(ctx: Context, typed: string): Promise<StoredAccount | null> {
  const found = await ctx.database.read(nowhere, (conn) => NAMED.one(conn, typed))
  return found ?? null
}

/**
 * Proves who somebody is, or throws. Unknown and disabled users, wrong passwords and locked
 * accounts answer alike and cost alike, so that nobody learns which names exist.
 */
export async function proveCredentials(ctx: Context, typed: Credentials): Promise<StoredAccount> {
  const name = typed.username.trim().toLowerCase()
  const account = await accountNamed(ctx, name)
  const subject = account ? `user ${account.id}` : `name ${name}`
  const ids = await reserveTry(ctx, subject, account?.id ?? null)
  const pending = account ? null : await pendingRegistration(ctx, name)
  const stored = account ? account.password_hash : (pending?.password_hash ?? null)
  const isRight = await isPassword(stored, typed.password)
  if (isRight && pending) {
    await forgive(ctx, ids, subject)
    throw await remindToConfirm(ctx, pending)
  }
  if (!isRight || !account || account.is_disabled) {
    await recordRefusal(ctx, 'sign_in_failed', { user_id: account?.id ?? null })
    throw new Problem('wrongCredentials')
  }
  if (account.confirmed_at === null) {
    await forgive(ctx, ids, subject)
    throw await remindToConfirm(ctx, { email: account.email, user_id: account.id })
  }
  await proveSecondFactor(ctx, account, typed.totp, { ids, subject })
  await forgive(ctx, ids, subject)
  return account
}

async function proveSecondFactor(
  ctx: Context,
  account: StoredAccount,
  code: string | undefined,
  tried: { ids: number[]; subject: string },
): Promise<void> {
  if (!account.has_totp) return
  if (!code) {
    // Asking for the code is no failure: only this try is given back, not the earlier ones.
    await forgive(ctx, tried.ids, '')
    throw codeNeeded('Enter the code from your authenticator app.', 'totp_needed')
  }
  if (await checkCode(ctx, account, code)) return
  await recordRefusal(ctx, 'sign_in_failed', { user_id: account.id, detail: { totp: true } })
  throw codeNeeded("That code isn't right. Please try the next one.", 'totp_wrong')
}

export function codeNeeded(message: string, code: string): Problem {
  return new Problem('wrongCredentials', { message, errors: [{ field: 'totp', code, message }] })
}

async function reserveTry(ctx: Context, subject: string, user_id: number | null) {
  const tried = await reserve(ctx, signInLimits(subject, ctx.request.ip))
  if ('ids' in tried) return tried.ids
  await recordRefusal(ctx, 'sign_in_locked', { user_id, detail: { limit: tried.full.purpose } })
  throw tooManyTries(tried.waitMs)
}

/** The password again, by somebody already signed in; wrong ones count like wrong sign-ins. */
export async function proveOwnPassword(
  ctx: Context,
  account: StoredAccount,
  password: string,
  field: string,
): Promise<void> {
  const subject = `user ${account.id}`
  const ids = await reserveTry(ctx, subject, account.id)
  if (await isPassword(account.password_hash, password)) return forgive(ctx, ids, subject)
  await recordRefusal(ctx, 'sign_in_failed', { user_id: account.id, detail: { field } })
  throw new Problem('wrongPassword', { errors: [fieldError('wrongPassword', field)] })
}

/** The code of somebody already signed in; wrong ones count like wrong sign-ins. */
export async function proveOwnCode(
  ctx: Context,
  account: StoredAccount,
  code: string,
): Promise<void> {
  const subject = `user ${account.id}`
  const ids = await reserveTry(ctx, subject, account.id)
  if (await checkCode(ctx, account, code)) return forgive(ctx, ids, subject)
  throw codeNeeded("That code isn't right. Please try the next one.", 'totp_wrong')
}

/** The signed-in user's own account, with what proves who they are. */
export async function ownAccount(ctx: Context): Promise<StoredAccount> {
  const account = await ctx.database.read(nowhere, (conn) => BY_ID.one(conn, ctx.actor.user_id))
  if (!account) throw new Problem('unauthorised')
  return account
}
