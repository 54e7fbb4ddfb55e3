import { z } from 'zod'

// How each organisation's messages leave. What opens a gateway stands in a file of the installation
// and never in the database, where a backup or a query would carry it along.

const secret = z.string().min(8).max(500)
const hookKey = z
  .string()
  .regex(/^[\w-]{24,100}$/, 'must be at least 24 letters, digits, - and _')
  .describe('Ends the address that the gateway calls')
const shared = {
  hook_key: hookKey,
  /** The gateway itself answers STOP, and we need not. */
  answers_stop: z.boolean().default(false),
}

const twilio = z.strictObject({
  provider: z.literal('twilio'),
  url: z.url({ protocol: /^https?$/ }).default('https://api.twilio.com'),
  account_sid: z.string().min(3).max(100),
  auth_token: secret,
  ...shared,
})

const kudosity = z.strictObject({
  provider: z.literal('kudosity'),
  url: z.url({ protocol: /^https?$/ }).default('https://api.transmitmessage.com'),
  api_key: secret,
  ...shared,
})

const smsChannel = z.discriminatedUnion('provider', [twilio, kudosity])
export type TwilioChannel = z.infer<typeof twilio>
export type KudosityChannel = z.infer<typeof kudosity>
export type SmsChannel = z.infer<typeof smsChannel>

const channels = z.strictObject({
  organisation_id: z.int().positive(),
  sms: smsChannel.optional(),
})

/** The file that CHANNELS_FILE names: one entry for each organisation that has a channel. */
export const channelsFile = z
  .array(channels)
  .max(10_000)
  .refine((all) => new Set(all.map((one) => one.organisation_id)).size === all.length, {
    error: 'names an organisation twice',
  })
  .refine((all) => new Set(hookKeys(all)).size === hookKeys(all).length, {
    error: 'uses a hook_key twice',
  })

const hookKeys = (all: z.infer<typeof channels>[]) =>
  all.flatMap(({ sms }) => (sms ? [sms.hook_key] : []))

export interface Channels {
  organisations: z.infer<typeof channelsFile>
  /** The doubles: whatever a demonstration writes goes to them and nowhere else. */
  demonstration?: { sms: SmsChannel } | undefined
}

/** How an organisation's text messages leave; null where they cannot. */
export function smsChannelOf(
  { organisations, demonstration }: Channels,
  { organisation_id, is_demo }: { organisation_id: number; is_demo: boolean },
): SmsChannel | null {
  if (is_demo) return demonstration?.sms ?? null
  return organisations.find((one) => one.organisation_id === organisation_id)?.sms ?? null
}
