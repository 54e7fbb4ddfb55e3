import { akahu, connect, token } from './akahu.ts'
import { bankAccountOf } from './ready-bank.ts'
import type { Prepare } from './ready-rows.ts'

/** A provider of bank feeds, and how calls about feeds are made ready to be asked. */
export async function readyFeeds() {
  const provider = await akahu()
  const prepared: Prepare = async (client) => {
    const id = await bankAccountOf(client)
    const { bank_account_number } = (await client.get('/bankaccount', { id })).body.data
    return {
      id,
      user_token: token,
      provider_account_id: await provider.account(bank_account_number),
    }
  }
  const connected: Prepare = async (client) => {
    const { id, provider_account_id } = await prepared(client)
    await connect(client, Number(id), String(provider_account_id))
    return { id }
  }
  const calls: Record<string, Prepare> = {
    'POST /bankaccount/connect': prepared,
    'POST /bankaccount/fetch': connected,
    'POST /bankaccount/disconnect': connected,
  }
  return { settings: provider.settings, calls, close: provider.close }
}

export type ReadyFeeds = Awaited<ReturnType<typeof readyFeeds>>
