import { z } from 'zod'
import { MAIL_HTML_LIMIT, MAIL_TEXT_LIMIT } from '#domain/mail/mail-limits.ts'
import { readerAddress } from '#domain/mail/reader-address.ts'

// A line break in an address or a subject would let its writer add headers of their own.
const oneLine = z
  .string()
  .max(500)
  .regex(/^[^\r\n]*$/, 'must be one line')

// In one spelling, by which it is known again; what stands before the @ is its reader’s to spell.
const address = oneLine
  .pipe(readerAddress)
  .transform((to) => to.replace(/@[^@]*$/, (domain) => domain.toLowerCase()))

/** What every mail must be before it is stored, whoever writes it. */
export const mailDraft = z.object({
  to: address,
  from: oneLine.min(3).optional(),
  subject: oneLine.min(1),
  text: z.string().min(1).max(MAIL_TEXT_LIMIT),
  html: z.string().max(MAIL_HTML_LIMIT).optional(),
  // Long enough to name one of the longest addresses.
  key: z.string().min(1).max(500),
})
