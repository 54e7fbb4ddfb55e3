import { plainWords } from '#domain/kit/rich-words.ts'
import { beginningOf } from '#domain/kit/storable.ts'
import type { Stop } from '#domain/messaging/checks/stop.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { CheckedMessage } from './stop-of.ts'

interface NewEvidence {
  customer_id: number
  message_id: number | null
  kind: string
  tone: string
  reason: string
  words: string
  contact: string
  actor_name: string | null
}

const NOTE = sql<never, [row: NewEvidence]>`insert into carestops (organisation_id, customer_id,
    message_id, kind, tone, reason, words, contact, actor_name)
  select scope_organisation(), r.customer_id, r.message_id, r.kind, r.tone, r.reason, r.words,
    r.contact, r.actor_name
  from jsonb_to_record($1::jsonb) as r (customer_id bigint, message_id bigint, kind text, tone text,
    reason text, words text, contact text, actor_name text)`

/** What care kept from a customer is kept itself: somebody may have to show it. */
export async function noteCareStop(
  conn: Conn,
  message: CheckedMessage,
  { rule, reason }: Stop,
  actor_name: string | null,
): Promise<void> {
  const { customer_id, id, kind, tone, contact } = message
  if (rule !== 'care' || customer_id === null) return
  const words = beginningOf(wordsOf(message), 4000)
  const about = { customer_id, message_id: id, kind, tone, contact, words }
  await NOTE.run(conn, { ...about, reason: beginningOf(reason, 500), actor_name })
}

/** All that its reader would have read; HTML only where it says something else. */
function wordsOf({ subject, text, html }: CheckedMessage): string {
  const shown = html === null ? '' : plainWords(html)
  const isOther = shown !== text.replace(/\s+/g, ' ').trim()
  return [subject, text, isOther ? shown : ''].filter(Boolean).join('\n\n')
}

/** A fee or another try at an account that care kept from somebody. */
export interface NewSparing {
  customer_id: number
  what: 'late_fee' | 'dishonour_fee' | 'debit_retry'
  rule: 'medical' | 'hardship' | 'disputed'
  amount: string | null
  words: string
  invoice_id: number | null
  invoicepayment_id: number | null
  unique_key: string
}

const SPARE = sql<never, [rows: string]>`insert into care_sparings (organisation_id,
    customer_id, what, rule, amount, words, invoice_id, invoicepayment_id, unique_key)
  select scope_organisation(), r.customer_id, r.what, r.rule, r.amount, r.words, r.invoice_id,
    r.invoicepayment_id, r.unique_key
  from jsonb_to_recordset($1::jsonb) as r (customer_id bigint, what text, rule text,
    amount numeric, words text, invoice_id bigint, invoicepayment_id bigint, unique_key text)
  on conflict (organisation_id, unique_key) do nothing`

/** What is no message is kept, too; the same once, however often it comes up. */
export async function noteSparings(conn: Conn, rows: readonly NewSparing[]): Promise<void> {
  if (rows.length > 0) await SPARE.run(conn, JSON.stringify(rows))
}
