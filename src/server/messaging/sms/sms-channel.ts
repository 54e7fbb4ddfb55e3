import type { Channels } from '#server/kit/start/channel-settings.ts'
import type { SmsChannel } from '#server/kit/start/sms-settings.ts'

/** How an organisation's text messages leave; null where they cannot. */
export function smsChannelOf(
  { organisations, demonstration }: Channels,
  { organisation_id, is_demo }: { organisation_id: number; is_demo: boolean },
): SmsChannel | null {
  if (is_demo) return demonstration?.sms ?? null
  return organisations.find((one) => one.organisation_id === organisation_id)?.sms ?? null
}
