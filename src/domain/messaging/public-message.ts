import { z } from 'zod'

/** All that whoever holds the link of an invoice is shown of what was said about it. */
export const publicMessage = z.object({
  /** Tells messages apart on this page, and nothing of how many there are elsewhere. */
  id: z.string(),
  direction: z.enum(['in', 'out']),
  sender: z.string().nullable(),
  text_plain: z.string(),
  created_at: z.string(),
})

export type PublicMessage = z.infer<typeof publicMessage>
