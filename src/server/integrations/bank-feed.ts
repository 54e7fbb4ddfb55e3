import type { FeedLine } from '#domain/bank/feed/feed-line.ts'
import type { SignedInput } from '#domain/kit/signed-input.ts'
import type { Config } from '#server/kit/start/config.ts'

/** An account at the provider. */
export interface FeedAccount {
  id: string
  /** What it was called before, where it was given another name. */
  former_id: string | null
  name: string
  bank_account_number: string | null
}

/** What a provider told us unasked: whose it is, and which lines it says are new or gone. */
export interface FeedNews {
  hook_key: string
  named: string[]
}

/** Lines of bank accounts from somebody who fetches them from the banks. */
export interface BankFeed {
  accounts(token: string): Promise<FeedAccount[]>
  /** All settled lines since an instant, that one included. */
  lines(token: string, account_id: string, since: string): Promise<FeedLine[]>
  /** One settled line; null where there is none such any more. */
  line(token: string, key: string): Promise<FeedLine | null>
  /** Has news told to us under this key, and to nobody under an earlier one. */
  subscribe(token: string, hook_key: string): Promise<void>
  unsubscribe(token: string, hook_key: string): Promise<void>
  /** Null for what the provider did not sign. */
  news(signed: SignedInput): Promise<FeedNews | null>
}

/**
 * Why a provider did not answer: `ended` where we may not ask any more, `unknown` where the account
 * is not there, `busy` where we asked too often, `away` where nobody answered as agreed.
 */
export class FeedTrouble extends Error {
  readonly kind: 'ended' | 'unknown' | 'busy' | 'away'
  readonly retryAfterSeconds: number

  constructor(kind: FeedTrouble['kind'], message: string, retryAfterSeconds = 0) {
    super(message)
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The provider of this installation; null where it has none. */
export async function feedFor({ akahu }: Config): Promise<BankFeed | null> {
  if (!akahu) return null
  const { akahuFeed } = await import('./akahu-feed.ts')
  return akahuFeed(akahu)
}
