import { z } from 'zod'
import { shownDocument } from '#domain/kit/document-schema.ts'
import { strokesSchema } from '#domain/kit/drawing.ts'
import { shownBroker, shownLook } from '#domain/kit/shown.ts'

/** All that whoever holds the link of a contract is shown of it. */
export const publicContract = z.object({
  status: z.enum(['open', 'accepted', 'withdrawn']),
  broker: shownBroker,
  look: shownLook,
  contract_number: z.string(),
  document_version: z.int(),
  customer_name: z.string(),
  document: shownDocument.nullable(),
  accepted_at: z.string().nullable(),
  /** The same moment in words. */
  accepted_on: z.string().nullable(),
  accepted_name: z.string().nullable(),
  strokes: strokesSchema.nullable(),
  expires_at: z.string(),
})

export type PublicContract = z.infer<typeof publicContract>
