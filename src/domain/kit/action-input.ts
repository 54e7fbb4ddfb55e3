import { z } from 'zod'
import { idSchema } from './schema.ts'

/** Which row an action is about, and the version of it that was looked at. */
export const rowRequest = { id: idSchema, version: z.int().min(1).optional() }

/** Why, for the history. */
export const reason = z.string().trim().min(3, 'Say why, in a few words.').max(1000)

export const amount = z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, 'That is not an amount.')
