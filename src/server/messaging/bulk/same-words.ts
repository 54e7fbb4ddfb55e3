import { sha256 } from '#server/identity/digest.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { FieldKeys } from '#server/kit/rows/seal.ts'
import { LEAVES_AT } from '../checks/leaves-at.ts'
import { sealedWords } from '../outbox/sealed-words.ts'

interface SaidWords {
  recipient: string
  words: string
  at: string
}

// What earlier messages to many have told their readers within a day; others are asked of as each
// leaves. Whatever this one repeats reached others.
const SAID = sql<SaidWords, [bulk_id: number, now: Date]>`with recursive chain as (
    select id, parent_id from bulkmessages where id = $1
    union select b.id, b.parent_id from bulkmessages b join chain c on b.id = c.parent_id)
  select m.recipient, max(${LEAVES_AT}) as at, encode(sha256(convert_to(
      coalesce(m.subject, '') || chr(10) || m.text_plain, 'UTF8')), 'hex') as words
  from bulkmessages b join messages m on m.bulk_id = b.id
  where b.started_at is not null and b.id not in (select id from chain)
    and coalesce(b.ended_at, $2::timestamptz) > $2::timestamptz - interval '24 hours'
    and ${LEAVES_AT} > $2::timestamptz - interval '24 hours' and m.recipient is not null
    and m.status in ('queued', 'sending', 'accepted', 'delivered', 'unconfirmed')
  group by 1, 3`

/** When somebody got the same words from another message to many; null where they did not. */
export type SameWords = (contact: string, subject: string | null, text: string) => string | null

export async function sameWords(
  conn: Conn,
  keys: FieldKeys,
  { bulk_id, now }: { bulk_id: number; now: Date },
): Promise<SameWords> {
  const said = await SAID.all(conn, bulk_id, now)
  if (said.length === 0) return () => null
  const known = new Map(said.map(({ recipient, words, at }) => [`${recipient} ${words}`, at]))
  return (contact, subject, text) => {
    // Compared as they are kept: without what opens something.
    const { text_plain } = sealedWords(keys, { text, html: null })
    const words = sha256(`${subject ?? ''}\n${text_plain}`).toString('hex')
    return known.get(`${contact} ${words}`) ?? null
  }
}
