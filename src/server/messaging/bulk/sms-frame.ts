import { Problem } from '#domain/kit/problem.ts'
import { segmentsOf } from '#domain/messaging/sms/segments.ts'
import { foreignLinks, type MessagePurpose, smsText } from '#domain/messaging/sms/sms-text.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Config } from '#server/kit/start/config.ts'
import type { SmsChannel } from '#server/kit/start/sms-settings.ts'
import { mobileNumber } from '../sms/mobile-number.ts'
import { smsSender } from '../sms/sms-draft.ts'

/** What is the same for every text message to many, asked for once. */
export interface BulkSms {
  from: string
  provider: SmsChannel['provider']
  max_segments: number
  isAbroadAllowed: boolean
  /** What in it would lead elsewhere than to our pages, whoever's field it came from. */
  foreign(text: string): string | undefined
  /** As it leaves, with the broker's name and its ending. */
  whole(text: string): { text: string; segments: number }
}

/** How text messages to many leave: 501 where nobody has set them up. */
export async function bulkSms(
  conn: Conn,
  config: Config,
  purpose: MessagePurpose,
): Promise<BulkSms> {
  const { organisation, channel } = await smsSender(conn, config)
  const isPromotional = purpose === 'promotional'
  const from = await settingOf(
    conn,
    isPromotional ? 'sms_sender_promotional' : 'sms_sender_service',
  )
  if (!from) {
    const message = `No short code is set for ${purpose} text messages yet.`
    throw new Problem('notImplemented', { message })
  }
  const is_charged = await settingOf(conn, 'sms_replies_charged')
  const frame = { name: organisation.name, purpose, is_charged }
  return {
    from,
    provider: channel.provider,
    max_segments: await settingOf(conn, 'sms_max_segments'),
    isAbroadAllowed: await settingOf(conn, 'sms_abroad'),
    foreign: (words) => foreignLinks(words, config.publicUrl)[0],
    whole: (words) => {
      const text = smsText(words, frame)
      return { text, segments: segmentsOf(text) }
    },
  }
}

// Mobile phones of New Zealand as they are stored; whatever else there is, is looked at closely.
const PLAIN_MOBILE = /^\+642(?:[0-27-9]\d{7,8}|6\d{6,7})$/

/** The first number that is a mobile phone's and may be written to. */
export function mobileOf(numbers: readonly string[], isAbroadAllowed: boolean): string | null {
  for (const number of numbers) {
    if (PLAIN_MOBILE.test(number)) return number
    const found = mobileNumber(number, { isAbroadAllowed })
    if ('e164' in found) return found.e164
  }
  return null
}
