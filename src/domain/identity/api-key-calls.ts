import { z } from 'zod'
import { type KeyScope, keyModules } from '#domain/access/key-scope.ts'
import { isDay } from '#domain/kit/calendar.ts'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { storableText } from '#domain/kit/storable.ts'

const reading: Policy = { from: 'user', apiKey: false }

/** A key as its owner sees it in the list: never the key itself. */
export interface KnownApiKey extends KeyScope {
  id: number
  name: string
  organisation_id: number
  organisation_name: string
  hint: string
  created_at: string
  expires_at: string
  last_used_at: string | null
  last_used_ip: string | null
}

/** A key as it is shown this once. */
export interface NewApiKey extends KeyScope {
  id: number
  name: string
  api_key: string
  hint: string
  created_at: string
  expires_at: string
}

export const newKey = z.strictObject({
  /** Left out: "Key of" today. */
  name: storableText(60, 'A key needs a name.').optional(),
  /** Left out or true: the key may change what its owner may change. */
  can_write: z.boolean().optional(),
  /** Left out or null: every module. */
  modules: z.array(z.enum(keyModules)).min(1, 'Choose at least one module.').nullish(),
  /** The last day it works, in Auckland. Left out: a year from today. */
  ends_on: z.string().refine(isDay, 'Please write the day as 2027-03-31.').optional(),
})

export const apiKeyCalls = {
  make: call({
    method: 'PUT',
    path: '/apikey',
    summary: 'Make an API key: named, limited to what it is for, with an end; shown this once',
    policy: { ...reading, stepUp: true },
    replayed: false,
    input: newKey,
    answers: data<NewApiKey>(),
  }),
  list: call({
    method: 'GET',
    path: '/apikeys',
    summary: 'Your API keys: what they may do, when they end and were last used; never a key',
    policy: reading,
    input: z.object({}),
    answers: data<KnownApiKey[]>(),
  }),
  remove: call({
    method: 'DELETE',
    path: '/apikey',
    summary:
      'Remove one of your API keys, or the only one; programs that use it are refused at once',
    policy: { ...reading },
    input: z.strictObject({ id: idSchema.optional() }),
    answers: data<{ id: number }>(),
  }),
}
