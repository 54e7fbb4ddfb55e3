import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'

const reading: Policy = { from: 'user', apiKey: false }
const nothing = z.strictObject({})

/** A key as it is shown this once. */
export interface NewApiKey {
  api_key: string
  hint: string
  created_at: string
}

export interface KnownApiKey {
  organisation_id: number
  hint: string
  created_at: string
  last_used_at: string | null
}

export const apiKeyCalls = {
  make: call({
    method: 'PUT',
    path: '/apikey',
    summary: 'Make your one API key; it is shown this once, and replaces the one before',
    policy: { ...reading, stepUp: true },
    replayed: false,
    input: nothing,
    answers: data<NewApiKey>(),
  }),
  look: call({
    method: 'GET',
    path: '/apikey',
    summary: 'When your API key was made and last used; never the key itself',
    policy: reading,
    input: z.object({}),
    answers: data<KnownApiKey | null>(),
  }),
  remove: call({
    method: 'DELETE',
    path: '/apikey',
    summary: 'Remove your API key; programs that use it are refused at once',
    policy: { ...reading },
    input: nothing,
    answers: data<null>(),
  }),
}
