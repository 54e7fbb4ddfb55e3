import { isDemo } from '#server/identity/is-demo.ts'
import { type BankFeed, feedFor } from '#server/integrations/bank-feed.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { isOwnMachine } from '#server/kit/outbound/own-machine.ts'
import type { Config } from '#server/kit/start/config.ts'

/** Whether the organisation in scope may ask for feeds: a demonstration asks a double or nobody. */
export async function isFeedOffered({ akahu }: Config, conn: Conn): Promise<boolean> {
  if (!akahu) return false
  return isOwnMachine(akahu.url) || !(await isDemo(conn))
}

/** The provider as the organisation in scope may ask it; null where it may not. */
export async function ownFeedProvider(config: Config, conn: Conn): Promise<BankFeed | null> {
  return (await isFeedOffered(config, conn)) ? feedFor(config) : null
}
