import { z } from 'zod'

/** What every list can be asked; filters by column come beside these. */
export const listParameters = z.object({
  limit: z.string().optional(),
  offset: z.string().optional(),
  order: z.string().optional(),
  q: z.string().optional(),
  fields: z.string().optional(),
  cursor: z.string().optional(),
  deleted: z.string().optional(),
  sum: z.string().optional().describe('Columns to add up over all matching rows'),
})
