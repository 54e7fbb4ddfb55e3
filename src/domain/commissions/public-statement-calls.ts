import { z } from 'zod'
import { call, data, file, type Policy } from '#domain/kit/call.ts'
import { shownLook } from '#domain/kit/shown.ts'

// Whoever holds the link is let in by it alone, and sees nothing but this one statement.
const policy: Policy = { from: 'guest', withoutOrganisation: true }

const chained = z.strictObject({ number: z.string(), hash: z.string(), previous: z.string() })

/** What the partner's page is given: the bytes themselves, and what became of each line since. */
export const publicStatement = z.strictObject({
  look: shownLook,
  /** The text that was hashed; the page reads nothing else of the statement. */
  proof: z.string(),
  hash: z.string(),
  status: z.enum(['sent', 'paid', 'cleared', 'cancelled']),
  payment_date: z.string().nullable(),
  /** While it is, there is no PDF to download. */
  is_being_drawn: z.boolean(),
  /** The partner's statements up to this one, the first before the others. */
  chain: z.array(chained),
  /** What was taken back of lines and not given back since, by their place, with the last day. */
  taken_back: z.array(z.strictObject({ line: z.string(), day: z.string(), amount: z.string() })),
})
export type PublicStatement = z.infer<typeof publicStatement>

/** The page on which a partner checks a statement alone. */
export const publicStatementCalls = {
  read: call({
    method: 'GET',
    path: '/public/commission',
    summary: 'The commission statement behind a link (header X-Link-Token), to be added up again',
    policy,
    shows: publicStatement,
    input: z.object({}),
    answers: data<PublicStatement>(),
  }),
  document: call({
    method: 'GET',
    path: '/public/commission/document',
    summary: 'The same statement as the PDF that was sent',
    policy,
    sends: 'application/pdf',
    input: z.object({}),
    answers: file,
  }),
  csv: call({
    method: 'GET',
    path: '/public/commission/csv',
    summary: 'Its lines as CSV',
    policy,
    sends: 'text/csv',
    input: z.object({}),
    answers: file,
  }),
  json: call({
    method: 'GET',
    path: '/public/commission/json',
    summary: 'The bytes that were hashed: sha256sum of the file prints what the PDF says',
    policy,
    sends: 'application/json',
    input: z.object({}),
    answers: file,
  }),
}
