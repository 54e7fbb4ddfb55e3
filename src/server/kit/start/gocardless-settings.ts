import { z } from 'zod'
import { refusal } from './refusal.ts'

/** The provider of direct debits; each organisation has a token of its own for it. */
export interface GocardlessSettings {
  /** Such as https://api.gocardless.com. */
  url: string
  /** How many calls it takes in a second; a double on this machine takes more than ten. */
  perSecond?: number | undefined
  /** It is the double beside a demonstration, whose clock people may move. */
  isDouble?: boolean | undefined
}

/** The provider itself. */
export const GOCARDLESS = 'https://api.gocardless.com'

export const gocardlessEnvironment = {
  GOCARDLESS_URL: z
    .url({ protocol: /^https?$/, error: 'must look like https://api.gocardless.com' })
    .default(GOCARDLESS),
}
type GocardlessEnvironment = z.infer<z.ZodObject<typeof gocardlessEnvironment>>

export function gocardlessSettings(
  { GOCARDLESS_URL }: GocardlessEnvironment,
  production: boolean,
): GocardlessSettings {
  if (production && !GOCARDLESS_URL.startsWith('https:'))
    throw refusal('GOCARDLESS_URL must begin with https: what collects money goes there.')
  return { url: GOCARDLESS_URL.replace(/\/+$/, '') }
}
