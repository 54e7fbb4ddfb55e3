import { z } from 'zod'

const secret = z.string().min(8).max(500)
export const hookKey = z
  .string()
  .regex(/^[\w-]{24,100}$/, 'must be at least 24 letters, digits, - and _')
  .describe('Ends the address that a gateway or a relay calls')
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

export const smsChannel = z.discriminatedUnion('provider', [twilio, kudosity])
export type TwilioChannel = z.infer<typeof twilio>
export type KudosityChannel = z.infer<typeof kudosity>
export type SmsChannel = z.infer<typeof smsChannel>
