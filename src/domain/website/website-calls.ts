import { z } from 'zod'
import { call, row } from '#domain/kit/call.ts'
import type { Create } from '#domain/kit/entity.ts'
import { createSchema, idSchema } from '#domain/kit/schema.ts'
import { website } from './website.ts'

/** There is one row per organisation: the first save makes it, later ones change it. */
type SavedWebsite = Create<typeof website> & {
  id?: number | undefined
  version?: number | undefined
}

export const websiteCalls = {
  get: call({
    method: 'GET',
    path: '/website',
    summary: 'The organisation’s website settings',
    policy: { from: 'user' },
    input: z.object({ organisation_id: z.string().optional() }),
    // Null until the first save.
    answers: row(website),
  }),
  save: call({
    method: 'POST',
    path: '/website',
    summary: 'Save the website settings',
    policy: { from: 'admin' },
    // The schema is strict and built from the entity, as the type is.
    input: createSchema(website).extend({
      id: idSchema.optional(),
      version: z.int().min(1).optional(),
    }) as unknown as z.ZodType<SavedWebsite, SavedWebsite>,
    answers: row(website),
  }),
}
