import { z } from 'zod'
import { idSchema } from './schema.ts'

const SAY_WHY = 'Say why, in a few words.'

/** Which row an action is about, and the version of it that was looked at. */
export const rowRequest = { id: idSchema, version: z.int().min(1).optional() }

/** Why, for the history. */
export const reason = z.string({ error: SAY_WHY }).trim().min(3, SAY_WHY).max(1000)

/** Why somebody who is cared for is reminded all the same; of nobody else is one asked for. */
export const careReason = reason.optional()

export const amount = z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, 'That is not an amount.')
