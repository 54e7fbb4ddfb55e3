import type { BulkMessage } from '#domain/messaging/bulk/bulkmessage.ts'
import { type BulkChannel, channelsOf } from '#domain/messaging/bulk/channel-order.ts'
import { quietUntil } from '#domain/messaging/checks/quiet-hours.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { checkSettings } from '../checks/stop-of.ts'

/** Whose clock is another one. */
export const CHATHAM = '8942'

/** When each channel may be used, on the mainland and on the Chathams; null for now. */
export interface OpenChannels {
  of: Record<BulkChannel, { mainland: string | null; chatham: string | null }>
  /** When the first of its channels opens; null where one is open. */
  first: string | null
}

/** Nobody's phone rings at night because a message goes to many. */
export async function opensAt(
  conn: Conn,
  { channels, purpose }: Pick<BulkMessage, 'channels' | 'purpose'>,
  at: Date,
): Promise<OpenChannels> {
  const { sms_quiet_hours, promo_mail_quiet_hours } = await checkSettings(conn)
  const hours = { sms_quiet_hours, promo_mail_quiet_hours, is_awaited: false, kind: 'bulk' }
  const now = at.toISOString()
  const until = (channel: BulkChannel, postcode: string | null) =>
    quietUntil({ ...hours, channel, purpose, postcode }, now)
  const both = (channel: BulkChannel) => ({
    mainland: until(channel, null),
    chatham: until(channel, CHATHAM),
  })
  const of = { email: both('email'), sms: both('sms') }
  const moments = channelsOf(channels).map((channel) => of[channel].mainland)
  const first = moments.includes(null) ? null : (moments.toSorted()[0] ?? null)
  return { of, first }
}
