import { bankaccountCalls } from '#domain/bank/bank-calls.ts'
import { readAccount } from '#domain/bank/file/file-values.ts'
import { keepConnection } from '#server/bank/feed/connect-feed.ts'
import { randomSecret } from '#server/identity/digest.ts'
import { feedFor } from '#server/integrations/bank-feed.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { storyAccount } from './akahu/story.ts'
import { DEMO_TODAY } from './demo-time.ts'
import { playedRow } from './play-call.ts'
import type { On } from './store-billing.ts'

const OPENED = '2026-11-01'
const user_token = 'user_token_demo'

/** A third account, whose lines come in by themselves while one looks. */
export async function storeFeed(on: On, conn: Conn): Promise<void> {
  const ctx = on(DEMO_TODAY)
  const { _id: provider_account_id, name, formatted_account } = storyAccount
  const id = await playedRow(on(OPENED), conn, bankaccountCalls.create, {
    name,
    bank_account_number: readAccount(formatted_account) ?? '',
    opening_date: OPENED,
    opening_balance: '0.00',
  })
  const hook_key = `${ctx.actor.organisation_id}.${randomSecret()}`
  const feed = await feedFor(ctx.config)
  await feed?.subscribe(user_token, hook_key)
  await keepConnection(ctx, conn, { id, user_token, provider_account_id, name, hook_key })
}
