import { z } from 'zod'

// A line break in an address or a subject would let its writer add headers of their own.
const oneLine = z
  .string()
  .max(500)
  .regex(/^[^\r\n]*$/, 'must be one line')

/** What every mail must be before it is stored, whoever writes it. */
export const mailDraft = z.object({
  to: oneLine.pipe(z.email()),
  from: oneLine.min(3).optional(),
  subject: oneLine.min(1),
  text: z.string().min(1).max(500_000),
  html: z.string().max(1_000_000).optional(),
  // Long enough to name one of the longest addresses.
  key: z.string().min(1).max(500),
})
