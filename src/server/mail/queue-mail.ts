import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { mailDraft } from './mail-draft.ts'
import { withoutSecrets } from './mail-secrets.ts'
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
  /** A one-time code among its words, to be sealed like a link. */
  code?: string | undefined
  /** What makes this message this message: the same key is never sent twice. */
  key: string
}

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
    links: string | null,
  ]
>`insert into mails (mail_to, mail_from, subject, text_plain, text_html, unique_key,
    attachment_name, attachment, links)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (unique_key) do nothing returning id`

/**
 * Stores a message and its sending together with whatever decided on it. What opens something stands
 * sealed beside its text: who reads the table, or a backup of it, can follow no link.
 */
export async function queueMail(
  { config }: Pick<Context, 'config'>,
  conn: Conn,
  message: MailDraft,
): Promise<void> {
  const { to, from, subject, text, html, key } = mailDraft.parse(message)
  const words = { text, html: html ?? null, code: message.code }
  const kept = withoutSecrets(config.secrets.fields, words)
  const { name, bytes } = message.attachment ?? {}
  const row = await QUEUE.one(
    conn,
    to,
    from ?? null,
    subject,
    kept.text,
    kept.html,
    key,
    name ?? null,
    bytes ?? null,
    kept.links,
  )
  if (row) await enqueue(conn, sendMail, { mail_id: row.id }, { key: String(row.id) })
}
