import { z } from 'zod'
import { call, data, file as fileAnswer, type Policy } from '#domain/kit/call.ts'
import { shownLook } from '#domain/kit/shown.ts'

// Whoever holds the link is let in by it alone, and sees nothing but this one file.
const policy: Policy = { from: 'guest', withoutOrganisation: true }

/** What the page behind the link tells of the file before anybody fetches it. */
export const publicFile = z.strictObject({
  look: shownLook,
  name: z.string(),
  size_bytes: z.number(),
  expires_at: z.string(),
})
export type PublicFile = z.infer<typeof publicFile>

/** A file that went with a text message. */
export const publicFileCalls = {
  read: call({
    method: 'GET',
    path: '/public/file',
    summary: 'What a file behind a link is called (header X-Link-Token), and until when it opens',
    policy,
    shows: publicFile,
    input: z.object({}),
    answers: data<PublicFile>(),
  }),
  content: call({
    method: 'GET',
    path: '/public/file/content',
    summary: 'The file itself, to be saved',
    policy,
    sends: '*/*',
    input: z.object({}),
    answers: fileAnswer,
  }),
}
