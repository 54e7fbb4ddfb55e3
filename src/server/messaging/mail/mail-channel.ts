import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { MailChannel } from '#server/kit/start/channel-settings.ts'
import type { Config } from '#server/kit/start/config.ts'

interface MailOwner {
  organisation_id: number
  is_demo: boolean
}

/**
 * The organisation's own mailbox, where it has one. A demonstration has the double's or none: nothing
 * of it ever leaves this machine.
 */
export function mailChannelOf(
  { channels, mailDouble }: Config,
  { organisation_id, is_demo }: MailOwner,
): MailChannel | null {
  if (is_demo) return mailDouble?.channelOf(organisation_id) ?? null
  return channels.organisations.find((one) => one.organisation_id === organisation_id)?.mail ?? null
}

const WHOSE = sql<MailOwner>`select id as organisation_id, demo as is_demo from organisations
  where id = scope_organisation()`

/** The same, for whoever works in one organisation. */
export async function ownMailChannel(config: Config, conn: Conn): Promise<MailChannel | null> {
  const whose = await WHOSE.one(conn)
  return whose ? mailChannelOf(config, whose) : null
}

/** 501 where nobody has set up how mail leaves; what a demonstration writes is kept at least. */
export async function refuseWithoutMail(config: Config, conn: Conn): Promise<void> {
  const whose = await WHOSE.one(conn)
  if (config.smtpUrl || whose?.is_demo || (whose && mailChannelOf(config, whose))) return
  throw new Problem('notImplemented', {
    message: 'Email isn’t switched on for your organisation yet.',
  })
}
