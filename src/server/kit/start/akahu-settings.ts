import { z } from 'zod'
import { refusal } from './refusal.ts'

/** The provider of bank feeds: our side of it, the same for every organisation. */
export interface AkahuSettings {
  /** With its version, such as https://api.akahu.io/v1. */
  url: string
  appToken: string
  /** For the keys that sign what it tells us. */
  appSecret: string | null
  /** The last part of the address it calls; without one it is only asked, and never calls. */
  webhookKey: string | null
}

export const akahuEnvironment = {
  AKAHU_URL: z
    .url({ protocol: /^https?$/, error: 'must look like https://api.akahu.io/v1' })
    .default('https://api.akahu.io/v1'),
  AKAHU_APP_TOKEN: z.string().optional(),
  AKAHU_APP_SECRET: z.string().optional(),
  AKAHU_WEBHOOK_KEY: z
    .string()
    .regex(/^[\w-]{24,100}$/, 'must be at least 24 letters, digits, - and _')
    .optional(),
}
type AkahuEnvironment = z.infer<z.ZodObject<typeof akahuEnvironment>>

/** None where no app is named. */
export function akahuSettings(
  env: AkahuEnvironment,
  production: boolean,
): AkahuSettings | undefined {
  const { AKAHU_APP_TOKEN: appToken, AKAHU_APP_SECRET, AKAHU_WEBHOOK_KEY } = env
  if (!appToken) return undefined
  if (production && !env.AKAHU_URL.startsWith('https:'))
    throw refusal('AKAHU_URL must begin with https: what opens bank accounts goes there.')
  if (AKAHU_WEBHOOK_KEY && !AKAHU_APP_SECRET)
    throw refusal('AKAHU_APP_SECRET is missing: the keys that sign webhooks are asked for with it.')
  return {
    url: env.AKAHU_URL.replace(/\/+$/, ''),
    appToken,
    appSecret: AKAHU_APP_SECRET ?? null,
    webhookKey: AKAHU_WEBHOOK_KEY ?? null,
  }
}
