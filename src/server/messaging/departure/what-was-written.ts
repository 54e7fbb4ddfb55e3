import type { PrintedDocument } from '#domain/kit/document.ts'
import {
  type DepartureAction,
  type DepartureParty,
  departureWords,
  type LeavingMessage,
  type LeavingRow,
} from '#domain/messaging/departure/departure.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { digestOf } from '#server/kit/print/render-pdf.ts'
import { notPossible } from '#server/kit/rows/state.ts'

/** One row that leaves, and whom it is for. */
export type LeavingOne = Pick<LeavingRow, 'id' | 'party_id' | 'party_kind'>

const LAST = sql<{ id: number }, []>`select coalesce(max(id), 0) as id from messages`

export const lastMessage = async (conn: Conn): Promise<number> => (await LAST.one(conn))?.id ?? 0

export interface WrittenSince extends LeavingMessage {
  id: number
  status: string
}

// What somebody else writes to the same reader meanwhile is there as soon as it is committed: of what
// can be seen, what is still under way is ours. A row knows its transaction without the epoch.
const IS_OURS = fragment`pg_xact_status((pg_current_xact_id()::text::bigint >> 32 << 32
  | xmin::text::bigint)::text::xid8) = 'in progress'`

// A message that repeats another is known by that: it may be for somebody whom nobody knows.
const WRITTEN = sql<
  WrittenSince,
  [after: number, party: DepartureParty, party_id: number | null, parent_id: number | null]
>`select id, status, type as channel, recipient as to, subject, text_plain as text,
    attachment_name as attachment, null as withheld
  from messages where id > $1 and direction = 'out' and type in ('email', 'sms')
    and (parent_id = $4 or case $2 when 'customer' then customer_id when 'partner' then partner_id
      else supplier_id end = $3)
    and ${IS_OURS}
  order by id`

/** What one row wrote as it left, in vain or really. */
export function writtenSince(
  conn: Conn,
  last: number,
  action: DepartureAction,
  { id, party_id, party_kind }: LeavingOne,
): Promise<WrittenSince[]> {
  const { party, record } = departureWords[action]
  const parent_id = record === 'message' ? id : null
  return WRITTEN.all(conn, last, party_kind ?? party, party_id, parent_id)
}

/** All that is read of one row, and how often it had left once it did. */
interface ReadRow {
  times: number
  messages: readonly LeavingMessage[]
  document: PrintedDocument | null
}

/** What was read, as a digest of its parts: no row is held back for what nobody reads of it. */
export function sealOf({ times, messages, document }: ReadRow): string {
  const readers = messages.map(({ channel, to }) => [channel, to])
  const words = messages.map(({ subject, text, attachment }) => [subject, text, attachment])
  return [times, digest(readers), digest(words), digest(document)].join(' ')
}

const digest = (read: unknown) =>
  digestOf(Buffer.from(JSON.stringify(read)))
    .toString('base64url')
    .slice(0, 16)

const otherwise = [
  'it was sent meanwhile',
  'it goes to somebody else by now',
  'it reads otherwise by now',
  'the page with it reads otherwise by now',
]

/** Refuses what is not what was looked at, and says in what it differs. */
export function refuseOtherwise(seen: string | null | undefined, now: string): void {
  if (!seen || seen === now) return
  const before = seen.split(' ')
  const place = now.split(' ').findIndex((part, at) => part !== before[at])
  throw notPossible('send', otherwise[place] ?? 'it is another by now', 'Look at it again.')
}
