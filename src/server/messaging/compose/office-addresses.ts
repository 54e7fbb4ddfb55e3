import { badField } from '#domain/kit/problem.ts'
import { domainOf } from '#domain/messaging/mail-address.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { ownMailChannel } from '../mail/mail-channel.ts'

// Who works here, and the office itself; all in small letters.
const OFFICE = sql<{ address: string }, [addresses: readonly string[]]>`
  select lower(u.email) as address from memberships m join users u on u.id = m.user_id
    where m.organisation_id = scope_organisation() and m.deleted_at is null
      and u.deleted_at is null and lower(u.email) = any($1)
  union select lower(email) from staffs
    where organisation_id = scope_organisation() and deleted_at is null and lower(email) = any($1)
  union select lower(email) from organisations
    where id = scope_organisation() and lower(email) = any($1)`

interface Unseen {
  bcc: string[] | null
  reply_to: string | null
}

/**
 * Whom no reader sees, and whoever is answered instead of us, belongs to the office: else a mail of a
 * customer's goes to a stranger whom neither of them would notice.
 */
export async function refuseOutsiders(
  ctx: Context,
  conn: Conn,
  { bcc, reply_to }: Unseen,
): Promise<void> {
  const asked = [...(bcc ?? []), ...(reply_to ? [reply_to] : [])]
  if (asked.length === 0) return
  const channel = await ownMailChannel(ctx.config, conn)
  const known = await OFFICE.all(
    conn,
    asked.map((one) => one.toLowerCase()),
  )
  const own = new Set(known.map(({ address }) => address))
  const isOurs = (one: string) =>
    own.has(one.toLowerCase()) || (channel && domainOf(one) === domainOf(channel.address))
  const stranger = bcc?.find((one) => !isOurs(one))
  if (stranger) {
    const instead = 'a hidden copy goes to colleagues alone. Use Cc, which everybody sees.'
    throw badField('bcc', `${stranger} is not of this office: ${instead}`)
  }
  if (reply_to && !isOurs(reply_to)) {
    const instead = 'answers come to an address of ours.'
    throw badField('reply_to', `${reply_to} is not of this office: ${instead}`)
  }
}
