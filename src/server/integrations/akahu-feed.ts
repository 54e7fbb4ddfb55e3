import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import type { FeedLine } from '#domain/bank/feed/feed-line.ts'
import type { SignedInput } from '#domain/kit/signed-input.ts'
import type { AkahuSettings } from '#server/kit/start/akahu-settings.ts'
import { type AskAkahu, askingAkahu } from './akahu-calls.ts'
import { type BankFeed, type FeedNews, FeedTrouble } from './bank-feed.ts'

const MAX_PAGES = 2000
const KEY_MS = 24 * 3_600_000

/** Akahu, by its own protocol. One of each is kept, with the key that signs its webhooks. */
export function akahuFeed(settings: AkahuSettings): BankFeed {
  const known = feeds.get(settings)
  if (known) return known
  const made = makeFeed(askingAkahu(settings))
  feeds.set(settings, made)
  return made
}

const feeds = new WeakMap<AkahuSettings, BankFeed>()

const text = z.string().max(2000).optional()
const transaction = z.object({
  _id: z.string().min(1).max(100),
  _migrated: z.string().max(100).optional(),
  date: z.string().max(40),
  description: text,
  // Numbers arrive as the digits they were written in.
  amount: z.string().max(80),
  balance: z.string().max(80).nullish(),
  type: text,
  meta: z
    .object({ particulars: text, code: text, reference: text, other_account: text })
    .optional(),
})
const account = z.object({
  _id: z.string().min(1).max(100),
  _migrated: z.string().max(100).optional(),
  name: z.string().max(200),
  formatted_account: text,
  attributes: z.array(z.string()).optional(),
})
const page = z.object({
  items: z.array(transaction),
  cursor: z.object({ next: z.string().nullish() }).nullish(),
})
const accounts = z.object({ items: z.array(account) })
const oneLine = z.object({ item: transaction })
const hooks = z.object({ items: z.array(z.object({ _id: z.string(), state: text })) })

function makeFeed(ask: AskAkahu): BankFeed {
  const isSigned = signatureCheck(ask)
  const drop = async (token: string, hook_key: string) => {
    const { items } = understood(hooks, await ask('GET', '/webhooks', { token }))
    for (const hook of items.filter(({ state }) => state === hook_key))
      await ask('DELETE', `/webhooks/${encodeURIComponent(hook._id)}`, { token })
  }
  return {
    accounts: async (token) => {
      const { items } = understood(accounts, await ask('GET', '/accounts', { token }))
      return items
        .filter(({ attributes }) => attributes?.includes('TRANSACTIONS') ?? true)
        .map((one) => ({
          id: one._id,
          former_id: one._migrated ?? null,
          name: one.name,
          bank_account_number: one.formatted_account ?? null,
        }))
    },
    lines: (token, account_id, since) => allLines(ask, token, account_id, since),
    line: async (token, key) => {
      const path = `/transactions/${encodeURIComponent(key)}`
      const found = await ask('GET', path, { token }).catch(noneIfUnknown)
      return found === null ? null : lineOf(understood(oneLine, found).item)
    },
    subscribe: async (token, hook_key) => {
      for (const webhook_type of ['TRANSACTION', 'ACCOUNT', 'TOKEN'])
        await ask('POST', '/webhooks', { token, body: { webhook_type, state: hook_key } })
    },
    unsubscribe: drop,
    news: async (signed) => ((await isSigned(signed)) ? newsOf(signed.body) : null),
  }
}

/** What has another shape than agreed is no answer. */
function understood<T>(schema: z.ZodType<T>, answer: unknown): T {
  const read = schema.safeParse(answer)
  if (read.success) return read.data
  throw new FeedTrouble('away', 'The provider of the feed gave an answer nobody understands.')
}

function noneIfUnknown(error: unknown): null {
  if (error instanceof FeedTrouble && error.kind === 'unknown') return null
  throw error
}

async function allLines(
  ask: AskAkahu,
  token: string,
  account_id: string,
  since: string,
): Promise<FeedLine[]> {
  // What is asked for begins after the instant that is named.
  const start = Temporal.Instant.from(since).subtract({ milliseconds: 1 }).toString()
  const lines: FeedLine[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const asked = new URLSearchParams({ start, ...(cursor === undefined ? {} : { cursor }) })
    const path = `/accounts/${encodeURIComponent(account_id)}/transactions?${asked}`
    const { items, cursor: at } = understood(page, await ask('GET', path, { token }))
    lines.push(...items.map(lineOf))
    if (!at?.next || at.next === cursor) return lines
    cursor = at.next
  }
  throw new FeedTrouble('away', 'The provider’s pages have no end.')
}

function lineOf(one: z.infer<typeof transaction>): FeedLine {
  return {
    key: one._id,
    former_key: one._migrated ?? null,
    posted_at: one.date,
    amount: one.amount,
    balance: one.balance ?? null,
    other_party: one.description ?? null,
    other_account: one.meta?.other_account ?? null,
    particulars: one.meta?.particulars ?? null,
    code: one.meta?.code ?? null,
    reference: one.meta?.reference ?? null,
    bank_type: one.type ?? null,
  }
}

const signingKey = z.object({ item: z.string().max(10_000) })
// More are looked for by their days alone.
const named = z
  .array(z.string().max(100))
  .optional()
  .transform((keys) => keys?.slice(0, 500) ?? [])
const told = z.object({
  state: z.string().max(200),
  new_transaction_ids: named,
  removed_transactions: named,
})

function newsOf(body: Uint8Array): FeedNews | null {
  try {
    const { state, ...news } = told.parse(JSON.parse(Buffer.from(body).toString()))
    return {
      hook_key: state,
      named: [...news.new_transaction_ids, ...news.removed_transactions],
    }
  } catch {
    return null
  }
}

/**
 * Whether Akahu signed what came. The key is asked for by its number and kept for a day; a newer one
 * takes its place, so that what an older key signs from then on is refused.
 */
function signatureCheck(ask: AskAkahu): (signed: SignedInput) => Promise<boolean> {
  let kept: { id: number; key: string; at: number } | null = null
  const keyOf = async (id: number) => {
    const isFresh = kept !== null && performance.now() - kept.at < KEY_MS
    if (kept && isFresh && id === kept.id) return kept.key
    if (kept && isFresh && id < kept.id) return null
    const found = await ask('GET', `/keys/${id}`, { asApp: true }).catch(noneIfUnknown)
    if (found === null) return null
    const { item } = understood(signingKey, found)
    kept = { id, key: item, at: performance.now() }
    return item
  }
  return async ({ headers, body }) => {
    const number = headers['x-akahu-signing-key'] ?? ''
    if (!/^\d{1,9}$/.test(number)) return false
    const key = await keyOf(Number(number))
    if (key === null) return false
    const signature = Buffer.from(headers['x-akahu-signature'] ?? '', 'base64')
    const rsa = createPublicKey(key)
    return rsa.asymmetricKeyType === 'rsa' && verify('sha256', body, rsa, signature)
  }
}
