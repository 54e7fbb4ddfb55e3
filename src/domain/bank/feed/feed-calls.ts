import { z } from 'zod'
import { bankaccount } from '#domain/bank/bankaccount.ts'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { signedInput } from '#domain/kit/signed-input.ts'
import { storableText } from '#domain/kit/storable.ts'

export const feedStates = ['working', 'broken'] as const
export type FeedStatus = (typeof feedStates)[number]

/** How the feed of an account stands; never what lets us in. */
export interface BankFeedState {
  /** Whether this installation has a provider at all. */
  is_offered: boolean
  feed: {
    feed_status: FeedStatus
    provider_account_name: string
    /** Why it is broken, or what came between the last time. */
    message: string | null
    connected_at: string
    connected_by: string
    fetched_at: string | null
    next_fetch_at: string
    /** Rows that were told and wait for somebody, and the import they wait in. */
    waiting_rows: number
    waiting_import_id: number | null
  } | null
}

/** An account at the provider that could be the one meant. */
export interface FeedChoice {
  provider_account_id: string
  name: string
  /** As the bank writes it, where the provider tells. */
  bank_account_number: string | null
  /** It has the number of our account. */
  is_ours: boolean
}

// Who connects an account lets a provider's word into the books: somebody who has just proved who
// they are, and no key.
const connecting: Policy = { from: 'admin', stepUp: true, apiKey: false }
const user_token = storableText(500, 'The token is needed.')

/** The feed of an account of ours. */
export const bankfeedCalls = {
  state: call({
    method: 'GET',
    path: '/bankaccount/feed',
    summary: 'How the feed of an account stands: when it was fetched, and what is wrong with it',
    policy: { from: 'accounting' },
    input: z.object({ id: idSchema }),
    answers: data<BankFeedState>(),
    target: bankaccount,
  }),
  choices: call({
    method: 'POST',
    path: '/bankaccount/feedaccounts',
    summary: 'The accounts at the provider that a token opens',
    policy: connecting,
    input: z.strictObject({ id: idSchema, user_token }),
    answers: data<FeedChoice[]>(),
    target: bankaccount,
    replayed: false,
  }),
  connect: call({
    method: 'POST',
    path: '/bankaccount/connect',
    summary: 'Fetch the lines of an account by itself from now on; the token is sealed',
    policy: connecting,
    input: z.strictObject({
      id: idSchema,
      user_token,
      provider_account_id: storableText(100, 'Choose the account at the provider.'),
    }),
    answers: data<BankFeedState>(),
    target: bankaccount,
    replayed: false,
  }),
  fetch: call({
    method: 'POST',
    path: '/bankaccount/fetch',
    summary: 'Fetch the lines of an account now',
    policy: { from: 'accounting' },
    input: z.strictObject({ id: idSchema }),
    answers: data<{ id: number }>(),
    target: bankaccount,
  }),
  disconnect: call({
    method: 'POST',
    path: '/bankaccount/disconnect',
    summary: 'Fetch no more lines of an account, and forget its token',
    policy: { from: 'admin', apiKey: false },
    input: z.strictObject({ id: idSchema }),
    answers: data<{ id: number }>(),
    target: bankaccount,
  }),
}

/** What the provider itself calls. */
export const akahuCalls = {
  hear: call({
    method: 'POST',
    path: '/webhooks/akahu/:key',
    summary: 'News of the bank feed’s provider; signed by it, and never believed: it is looked up',
    policy: { from: 'guest' },
    input: signedInput({ key: z.string().max(200) }),
    answers: data<null>(),
    shows: z.null(),
    signedBy: ['x-akahu-signature', 'x-akahu-signing-key'],
    replayed: false,
  }),
}
