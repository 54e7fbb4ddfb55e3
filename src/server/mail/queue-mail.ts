import { z } from 'zod'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { sendMail } from './send-mail-job.ts'

export interface MailDraft {
  to: string
  /** Left out: the address the server is configured to send from. */
  from?: string | undefined
  subject: string
  text: string
  html?: string | undefined
  /** A file that goes with it, such as the PDF the mail is about. */
  attachment?: { name: string; bytes: Buffer } | undefined
  /** What makes this message this message: the same key is never sent twice. */
  key: string
}

// A line break in an address or a subject would let its writer add headers of their own.
const oneLine = z
  .string()
  .max(500)
  .regex(/^[^\r\n]*$/, 'must be one line')
const draft = z.object({
  to: oneLine.pipe(z.email()),
  from: oneLine.min(3).optional(),
  subject: oneLine.min(1),
  text: z.string().min(1).max(500_000),
  html: z.string().max(1_000_000).optional(),
  // Long enough to name one of the longest addresses.
  key: z.string().min(1).max(500),
})

const QUEUE = sql<
  { id: number },
  [
    to: string,
    from: string | null,
    subject: string,
    text: string,
    html: string | null,
    key: string,
    attachment_name: string | null,
    attachment: Buffer | null,
  ]
>`insert into mails (mail_to, mail_from, subject, text_plain, text_html, unique_key,
    attachment_name, attachment)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (unique_key) do nothing returning id`

/** Stores a message and its sending together with whatever decided on it. */
export async function queueMail(conn: Conn, message: MailDraft): Promise<void> {
  const { to, from, subject, text, html, key } = draft.parse(message)
  const { name, bytes } = message.attachment ?? {}
  const row = await QUEUE.one(
    conn,
    to,
    from ?? null,
    subject,
    text,
    html ?? null,
    key,
    name ?? null,
    bytes ?? null,
  )
  if (row) await enqueue(conn, sendMail, { mail_id: row.id }, { key: String(row.id) })
}
