import type { KeyScope } from '#domain/access/key-scope.ts'
import { isRole } from '#domain/access/role.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Actor, Context } from '#server/kit/http/context.ts'
import { sha256 } from './digest.ts'

const SEEN_EVERY_MS = 60_000
const nowhere = { organisation_id: null, user_id: null }

interface KeyHolder extends KeyScope {
  key_id: number
  user_id: number
  username: string
  name: string
  organisation_id: number
  last_used_at: string | null
}

/** A program acting for a user: their membership's role, and never more than admin. */
export async function actorOfKey(ctx: Context, key: string): Promise<Actor | null> {
  const found = await ctx.database.read(nowhere, (conn) =>
    KEY_HOLDER.one(conn, sha256(key), ctx.clock.now()),
  )
  if (!found) return null
  const { user_id, username, name, organisation_id, can_write, modules } = found
  const membership = await ctx.database.read({ organisation_id, user_id }, (conn) =>
    ROLE.one(conn, organisation_id, user_id),
  )
  if (!isRole(membership?.role_name)) return null
  noteUse(ctx, found)
  return {
    user_id,
    username,
    name,
    organisation_id,
    role: membership.role_name,
    via: 'key',
    session_id: null,
    scope: { can_write, modules },
    impersonator_id: null,
    impersonator_name: null,
    proved_at: '1970-01-01T00:00:00Z',
  }
}

const KEY_HOLDER = sql<KeyHolder, [key_hash: Buffer, now: Date]>`
select u.id as user_id, u.username,
  coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.username) as name,
  k.organisation_id, k.last_used_at, k.id as key_id, k.can_write, k.modules
from api_keys k
join users u on u.id = k.user_id and u.session_version = k.user_version
  and not u.is_disabled and u.deleted_at is null
join organisations o on o.id = k.organisation_id and o.is_active and o.deleted_at is null
where k.key_hash = $1 and k.expires_at > $2 and (u.has_totp or not o.totp_required)`.named(
  'authenticate_key',
)

const ROLE = sql<
  { role_name: string },
  [organisation_id: number, user_id: number]
>`select role_name from memberships
  where organisation_id = $1 and user_id = $2 and deleted_at is null`.named('authenticate_key_role')

const USED = sql<
  never,
  [id: number, now: Date, ip: string]
>`update api_keys set last_used_at = $2, last_used_ip = $3 where id = $1`

function noteUse(ctx: Context, found: KeyHolder): void {
  const now = ctx.clock.now()
  if (now.getTime() - Date.parse(found.last_used_at ?? '1970-01-01') < SEEN_EVERY_MS) return
  ctx.database
    .write(nowhere, (conn) => USED.run(conn, found.key_id, now, ctx.request.ip))
    // Only a note for people; the next request tries again.
    .catch(() => undefined)
}
