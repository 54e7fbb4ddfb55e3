import type { Config } from '#server/kit/start/config.ts'
import type { SmsChannel } from '#server/kit/start/sms-settings.ts'

/**
 * How an organisation's text messages leave; null where they cannot. A demonstration has the double's
 * or none: nothing of it ever leaves this machine.
 */
export function smsChannelOf(
  { channels, phoneDouble }: Pick<Config, 'channels' | 'phoneDouble'>,
  { organisation_id, is_demo }: { organisation_id: number; is_demo: boolean },
): SmsChannel | null {
  if (is_demo) return phoneDouble?.channelOf(organisation_id) ?? null
  return channels.organisations.find((one) => one.organisation_id === organisation_id)?.sms ?? null
}
