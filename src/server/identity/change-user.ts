import { z } from 'zod'
import type { Account } from '#domain/identity/account.ts'
import { profileFields, user } from '#domain/identity/user.ts'
import { userChangeSchema } from '#domain/identity/user-calls.ts'
import { fieldProblem, Problem } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { validate } from '#domain/kit/validate.ts'
import type { Revision } from '#domain/kit/verbs.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { lockRow, reviseRow } from '#server/kit/rows/change-row.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { askNewAddress } from './change-address.ts'
import { setPassword } from './change-password.ts'
import { hashChosenPassword } from './chosen-password.ts'
import { endAccess } from './end-access.ts'
import { emailChangedMail } from './mail-texts.ts'
import { voidLinks } from './one-time-token.ts'
import { requireStepUp } from './require-step-up.ts'
import { setRoles } from './set-roles.ts'
import { userAnswer } from './user-answer.ts'

interface UserChange {
  id: number
  /** Fields of the entity, with the version they were changed from. */
  fields: Revision<typeof user>
  password?: string | undefined
  username_confirm?: string | undefined
  role_ids?: number[] | undefined
}

const own = new Set<string>(['id', 'version', 'modified_at', ...profileFields])

/** A person changes their own profile; a platform admin anything of anybody. */
export async function changeUser(ctx: Context, raw: { id?: unknown }): Promise<ChangedUser> {
  const isPadmin = ctx.actor.role === 'padmin'
  const change = parsed(ctx, raw)
  if (change.id !== ctx.actor.user_id && !isPadmin) throw notFound(user)
  if (!isPadmin) refuseOthersFields(change)
  refuseUnproved(ctx, change)
  const hash = change.password === undefined ? null : await hashChosenPassword(change.password)
  const isAsked = await ctx.database.write(scopeOf(ctx), (conn) => apply(ctx, conn, change, hash))
  const { organisation_id } = ctx.actor
  const isOwn = change.id === ctx.actor.user_id
  const answered = await ctx.database.read({ organisation_id, user_id: change.id }, (conn) =>
    userAnswer(conn, change.id, {
      organisation_id: isOwn ? organisation_id : null,
      impersonator: isOwn ? ctx.actor.impersonator_name : null,
    }),
  )
  if (!answered) throw notFound(user)
  const message = isAsked ? `${SAVED} ${ADDRESS_ASKED}` : SAVED
  return { account: answered, message }
}

interface ChangedUser {
  account: Account
  message: string
}

const SAVED = 'Changes saved.'
const ADDRESS_ASKED = 'Your new address counts once you open the link we have mailed to it.'

function parsed(ctx: Context, raw: { id?: unknown }): UserChange {
  const id = idSchema.safeParse(raw.id)
  // A stranger's id answers 404 before anything is said about the rest.
  if (id.success && id.data !== ctx.actor.user_id && ctx.actor.role !== 'padmin')
    throw notFound(user)
  const valid = z.looseObject({ id: idSchema }).parse(validate(userChangeSchema, raw, user))
  const { password, password_confirm: _, username_confirm, role_ids, ...fields } = valid
  return {
    id: valid.id,
    // The schema above has checked each of them.
    fields: fields as Revision<typeof user>,
    password: password as string | undefined,
    username_confirm: username_confirm as string | undefined,
    role_ids: role_ids as number[] | undefined,
  }
}

function refuseOthersFields({ fields, password, role_ids }: UserChange): void {
  const sent = Object.entries({ ...fields, password, role_ids })
  const errors = sent
    .filter(([name, value]) => value !== undefined && !own.has(name))
    .map(([field]) => ({
      field,
      code: 'forbidden',
      message: 'Ask a platform admin to change this.',
    }))
  if (errors.length > 0) throw new Problem('forbidden', { errors })
}

/** Whoever could change these could take the account over. */
function refuseUnproved(ctx: Context, { password, role_ids }: UserChange): void {
  if (password !== undefined || role_ids !== undefined) requireStepUp(ctx)
}

async function apply(
  ctx: Context,
  conn: Conn,
  change: UserChange,
  password_hash: string | null,
): Promise<boolean> {
  const { id, fields, role_ids } = change
  const before = (await lockRow(ctx, conn, user, id)).row
  if (fields.is_disabled === true && id === ctx.actor.user_id) throw notOwn('disable')
  // Whoever changes an address, or lets an account in again, proves it; forms send what they read.
  const email = fields.email ?? before.email
  const isNewEmail = email !== before.email
  const isSwitched = (fields.is_disabled ?? before.is_disabled) !== before.is_disabled
  if (isNewEmail || isSwitched) requireStepUp(ctx)
  const isAsked = isNewEmail && id === ctx.actor.user_id
  // Their own new address counts once its mailbox has said so.
  const stored = isAsked ? { ...fields, email: before.email } : fields
  await reviseRow(ctx, conn, user, stored, {
    rights: () => undefined,
    others: async () => undefined,
  })
  if (isAsked) {
    const { username, email: from } = before
    await askNewAddress(ctx, conn, { user_id: id, username, from, to: email })
  } else if (isNewEmail) {
    // Neither may a link in the old mailbox open the account, nor an older wish move it on.
    await voidLinks(ctx, conn, id)
    const key = `email ${id} ${ctx.request.id}`
    const text = emailChangedMail(ctx.config, before.username, email)
    await queueMail(ctx, conn, { to: before.email, key, ...text })
  }
  if (fields.is_disabled === true && !before.is_disabled) await endAccess(ctx, conn, id, 'disabled')
  if (role_ids) await setRoles(ctx, conn, id, role_ids)
  if (password_hash) {
    if (change.username_confirm !== before.username)
      throw fieldProblem('usernamesDoNotMatch', 'username_confirm')
    await setPassword(ctx, conn, id, password_hash, 'password_set')
  }
  return isAsked
}

function notOwn(action: string): Problem {
  const reason = 'it is your own account'
  const instead = 'Ask another platform admin.'
  return new Problem('notPossible', { fill: { action, reason, instead } })
}
