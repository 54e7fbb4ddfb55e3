import { randomBytes } from 'node:crypto'
import { user } from '#domain/identity/user.ts'
import { Problem } from '#domain/kit/problem.ts'
import { createSchema } from '#domain/kit/schema.ts'
import { validate } from '#domain/kit/validate.ts'
import type { Database } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { refusal } from '#server/kit/start/refusal.ts'
import { hashPassword } from './password-hash.ts'

interface FirstAdmin {
  username: string
  email: string
}

const TAKEN = sql<
  { id: number },
  [username: string, email: string]
>`select id from users where lower(username) = lower($1) or lower(email) = lower($2)`

const MAKE_USER = sql<
  { id: number },
  [username: string, email: string, password_hash: string]
>`insert into users (username, email, password_hash, confirmed_at, language, locale,
    timezone, notification_mode, notification_channel)
  values ($1, $2, $3, now(), 'en-NZ', 'en-NZ', 'Pacific/Auckland', 'individual', 'email')
  returning id`

const GIVE_ROLE = sql<
  { role_id: number },
  [user_id: number]
>`insert into user_roles (user_id, role_id)
  select $1, id from roles where is_admin and deleted_at is null order by id limit 1
  returning role_id`

const RECORD = sql<
  never,
  [user_id: number]
>`insert into history (object_class, object_id, action, actor_name, source, reason)
  values ('user', $1, 'create', 'Command line', 'script', 'Made as platform admin.')`

/**
 * Makes a platform admin from the command line, where there is nobody yet who could make one on
 * screen. Answers the password, which is shown this once.
 */
export async function makeFirstAdmin(database: Database, wanted: FirstAdmin): Promise<string> {
  const { username, email } = checked(wanted)
  const password = randomBytes(18).toString('base64url')
  const hash = await hashPassword(password)
  await database.write({ organisation_id: null, user_id: null }, async (conn) => {
    if (await TAKEN.one(conn, username, email))
      throw refusal('There is already a user with that username or email address.')
    const made = await MAKE_USER.one(conn, username, email, hash)
    const given = made && (await GIVE_ROLE.one(conn, made.id))
    if (!given) throw refusal('The database has no role of a platform admin.')
    await RECORD.run(conn, made.id)
  })
  return password
}

function checked(wanted: FirstAdmin): FirstAdmin {
  try {
    const { username, email } = validate(createSchema(user), wanted, user)
    return { username: String(username), email: String(email) }
  } catch (error) {
    throw error instanceof Problem ? refusal(error.message) : error
  }
}
