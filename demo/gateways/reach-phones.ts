import type { PhoneDouble } from '#server/kit/start/config.ts'
import { demoKeys } from './double.ts'

export interface PhonesAddress {
  url: string
  /** What begins the addresses that the gateway calls. */
  secret: string
}

/** How a server or a worker reaches the gateways: each organisation has an address of its own. */
export function reachPhones({ url, secret }: PhonesAddress): PhoneDouble {
  const { account_sid, auth_token } = demoKeys
  const shared = { provider: 'twilio', url, account_sid, auth_token, answers_stop: false } as const
  return {
    controlUrl: `${url}/_double`,
    channelOf: (organisation_id) => ({ ...shared, hook_key: `${secret}-o${organisation_id}` }),
  }
}
