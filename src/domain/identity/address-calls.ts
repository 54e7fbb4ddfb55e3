import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { addressParts } from '#domain/kit/field.ts'

/** What an address may go on with, and what tells it from others of the same name. */
export interface AddressSuggestion {
  value: string
  about: string | null
}

export const addressCalls = {
  suggestions: call({
    method: 'GET',
    path: '/address/suggestions',
    summary: 'Suburbs, towns, postcodes and addresses that begin with what is typed',
    policy: { from: 'user' },
    input: z.object({ of: z.enum(addressParts), q: z.string().max(200) }),
    answers: data<AddressSuggestion[]>(),
  }),
}
