import { z } from 'zod'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { sha256 } from './digest.ts'
import { alreadyRegisteredMail, confirmMail, newAddressMail, resetMail } from './mail-texts.ts'
import { makeToken } from './one-time-token.ts'

// Whether an address is known is found out here, after the answer: whoever asked has cost the same
// work and waited as long for either.

const nowhere = { organisation_id: null, user_id: null }
const address = z.string().max(320)

const OWNER_OF_ADDRESS = sql<
  { id: number; username: string; email: string },
  [email: string]
>`select id, username, email from users
  where lower(email) = $1 and not is_disabled and deleted_at is null`

export const mailResetLink = defineJob({
  name: 'mail-reset-link',
  payload: z.strictObject({ email: address }),
  run: (ctx, { email }) => ctx.database.write(nowhere, (conn) => sendReset(ctx, conn, email)),
})

async function sendReset(ctx: JobContext, conn: Conn, email: string): Promise<void> {
  const found = await OWNER_OF_ADDRESS.one(conn, email)
  if (!found) return
  const secret = await makeToken(ctx, conn, { purpose: 'reset', email, user_id: found.id })
  const text = resetMail(ctx.config, secret, found.username)
  await queueMail(ctx, conn, { to: found.email, key: `reset ${hexOf(secret)}`, ...text })
}

export const mailNewAddress = defineJob({
  name: 'mail-new-address',
  payload: z.strictObject({ user_id: z.int().positive(), email: address }),
  run: (ctx, asked) => ctx.database.write(nowhere, (conn) => sendNewAddress(ctx, conn, asked)),
})

async function sendNewAddress(
  ctx: JobContext,
  conn: Conn,
  { user_id, email }: { user_id: number; email: string },
): Promise<void> {
  if (await KNOWN_ADDRESS.one(conn, email)) return tellOwner(ctx, conn, email)
  const token = await makeToken(ctx, conn, { purpose: 'change_email', email, user_id })
  const key = `new address ${hexOf(token)}`
  await queueMail(ctx, conn, { to: email, key, ...newAddressMail(ctx.config, token) })
}

const name = z.string().max(200).optional()
const registration = z.strictObject({
  email: address,
  username: name,
  firstname: name,
  lastname: name,
})

/** What somebody typed to register; it waits in the token of the link, and holds no name. */
export type Registration = Omit<z.infer<typeof registration>, 'email'>

const KNOWN_ADDRESS = sql<
  { id: number },
  [email: string]
>`select id from users where lower(email) = $1`

export const mailRegistrationLink = defineJob({
  name: 'mail-registration-link',
  payload: registration,
  run: (ctx, typed) => ctx.database.write(nowhere, (conn) => sendRegistration(ctx, conn, typed)),
})

async function sendRegistration(
  ctx: JobContext,
  conn: Conn,
  { email, ...payload }: z.infer<typeof registration>,
): Promise<void> {
  if (await KNOWN_ADDRESS.one(conn, email)) return tellOwner(ctx, conn, email)
  const token = await makeToken(ctx, conn, { purpose: 'register', email, payload })
  const key = `register ${hexOf(token)}`
  await queueMail(ctx, conn, { to: email, key, ...confirmMail(ctx.config, token) })
}

async function tellOwner(ctx: JobContext, conn: Conn, email: string): Promise<void> {
  const key = `already ${email} ${ctx.clock.now().toISOString()}`
  await queueMail(ctx, conn, { to: email, key, ...alreadyRegisteredMail(ctx.config) })
}

const hexOf = (secret: string) => sha256(secret).toString('hex')
