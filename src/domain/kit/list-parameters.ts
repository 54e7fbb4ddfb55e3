import { z } from 'zod'

/** Numbers are text in a query, and need not be made so by whoever asks. */
const number = z.string() as z.ZodType<string, string | number>

/** What every list can be asked; filters by column come beside these. */
export const listParameters = z.object({
  limit: number.optional(),
  offset: number.optional(),
  order: z.string().optional(),
  q: z.string().optional(),
  fields: z.string().optional(),
  cursor: z.string().optional(),
  deleted: number.optional(),
  figure: z.string().optional().describe('Only the rows that a figure of the dashboard counts'),
  exact: number.optional().describe('Count and add up every row, however many there are'),
  sum: z.string().optional().describe('Columns to add up over all matching rows'),
})

/** What a list as a file can be asked besides. */
export const csvParameters = listParameters.extend({
  titled: number
    .optional()
    .describe(
      'Columns by their titles, choices by their labels and records by their names, as people read them',
    ),
})
