import { expect } from 'vitest'
import { startDouble } from '#demo/akahu/double.ts'
import { formatBankAccount } from '#domain/kit/bank-account.ts'
import type { AkahuSettings } from '#server/kit/start/akahu-settings.ts'
import type { Client } from './client.ts'

export const token = 'user_token_demo'
export const webhookKey = 'a-key-of-the-tests-long-enough'

/** A line as the double is told of it. */
export interface ToldLine {
  _id?: string
  date: string
  amount: string
  description?: string
  meta?: Record<string, string>
  is_pending?: boolean
}

export interface SettledLine extends ToldLine {
  _id: string
  _account: string
}

/** The double of Akahu, running, and what may be done to it over HTTP. */
export async function akahu(pageSize = 100) {
  const double = await startDouble({ pageSize })
  const settings: AkahuSettings = {
    url: `${double.url}/v1`,
    appToken: 'app_token_demo',
    appSecret: 'app_secret_demo',
    webhookKey,
  }
  async function control<T = never>(what: string, body: object = {}): Promise<T> {
    const sent = { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${double.url}/_double/${what}`, sent)
    expect(answer.status, what).toBe(200)
    // The double answers what each of its acts says it does.
    return (await answer.json()) as T
  }
  return {
    settings,
    control,
    close: double.close,
    /** An account there with the number of one of ours. */
    async account(number: string, name = 'Everyday'): Promise<string> {
      const about = { name, formatted_account: formatBankAccount(number) }
      return (await control<{ _id: string }>('accounts', about))._id
    },
    tell: (account: string, lines: readonly ToldLine[]) =>
      control<SettledLine[]>('transactions', {
        lines: lines.map((line) => ({ ...line, _account: account })),
      }),
    settled: () => control<SettledLine[]>('settled'),
  }
}

export type Akahu = Awaited<ReturnType<typeof akahu>>

/** Connects one of our accounts to one of the double's. */
export async function connect(admin: Client, id: number, provider_account_id: string) {
  const asked = { id, user_token: token, provider_account_id }
  const reply = await admin.post('/bankaccount/connect', asked)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
