import type pg from 'pg'
import { secretsIn } from '#server/mail/mail-secrets.ts'
import { wholeWords } from '#server/messaging/outbox/sealed-words.ts'
import { testConfig } from './config.ts'

/** All mail of a world, for the connection of its owner: that of the platform and of its scope. */
export const LETTERS = `create temp view letters as
  select mail_to, mail_from, subject, text_plain, text_html, links, null as sealed_words,
    unique_key, status, attachment_name, attachment, created_at, 0 as place, id from mails
  union all
  select recipient, sender, subject, text_plain, text_html, null, sealed_words, unique_key, status,
    attachment_name, coalesce(attachment, (select d.pdf from invoice_documents d
      where d.invoice_id = m.invoice_id and m.attachment_name is not null)), created_at, 1, id
  from messages m where m.type = 'email' and m.direction = 'out'`

export interface Letter {
  mail_to: string
  subject: string
  text_plain: string
}

/** A mail as it lies in the table. */
export interface StoredLetter extends Letter {
  unique_key: string
  text_html: string | null
  links: string | null
  sealed_words: string | null
  attachment: Buffer | null
}

/** Mails as their readers get them, oldest first: with what their links open. */
export async function lettersWhere(
  owner: Pick<pg.Client, 'query'>,
  where: string,
  values: unknown[],
): Promise<Letter[]> {
  const { fields } = testConfig().secrets
  const { rows } = await owner.query<StoredLetter>(
    `select mail_to, subject, text_plain, links, sealed_words from letters where ${where}
     order by created_at, place, id`,
    values,
  )
  return rows.map(({ links, sealed_words, text_plain, ...letter }) => {
    const kept = { text_plain: text_plain ?? '', text_html: null, sealed_words }
    return { ...letter, text_plain: secretsIn(fields, links)(wholeWords(fields, kept).text) }
  })
}
