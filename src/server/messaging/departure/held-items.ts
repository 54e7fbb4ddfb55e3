import {
  type DepartureAction,
  type DepartureParty,
  type DepartureThing,
  departureWords,
  type LeavingRow,
} from '#domain/messaging/departure/departure.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import type { DepartureOffice, LeavingRecord } from './office.ts'

/** A thing that leaves, or stays behind, as it is kept. */
interface KeptItem {
  record: string
  record_id: number
  record_version: number | null
  thing: DepartureThing | null
  seen: string | null
  party_kind: DepartureParty
  party_id: number | null
  name: string
  amount: string | null
  stands_for: number
  state: 'held' | 'left_out' | 'refused'
  reason: string | null
  message: string | null
}

/** A row as somebody lets it go, with what they read of it. */
export interface GivenRow extends LeavingRecord {
  seen?: string | undefined
}

interface LookedRows {
  action: DepartureAction
  given: readonly GivenRow[]
  rows: readonly LeavingRow[]
  /** Why some of them stay behind. */
  reasons: ReadonlyMap<number, string>
}

/** What is kept of the rows: each of them, or one for all that leave where they are very many. */
export async function itemsOf(
  conn: Conn,
  office: DepartureOffice,
  { action, given, rows, reasons }: LookedRows,
): Promise<KeptItem[]> {
  const { record, party: party_kind, thing = null } = departureWords[action]
  const isWhole = 'leaveWhole' in office
  const byId = new Map(given.map((one) => [one.id, one]))
  const isRead = 'leave' in office && office.timesLeft !== undefined
  const items = rows.map((row): KeptItem => {
    const { id: record_id, party_id, name, amount, obstacle } = row
    const reason = reasons.get(record_id) ?? null
    const { version = null, seen: read = null } = byId.get(record_id) ?? {}
    const seen = isRead ? read : null
    // What is held to its words is not held to the version of its row.
    const record_version = isWhole || seen !== null ? null : version
    const kind = row.party_kind ?? party_kind
    const state = reason !== null ? 'left_out' : obstacle !== null ? 'refused' : 'held'
    const about = { record, record_id, record_version, thing, seen, party_id, name, amount }
    return { ...about, party_kind: kind, stands_for: 1, state, reason, message: obstacle }
  })
  const [first] = given
  const one = isWhole && first ? await office.asOne?.(conn, first.id) : undefined
  if (!one || !first) return items
  const stands_for = items.filter(({ state }) => state === 'held').length
  const whole: KeptItem = {
    ...one,
    record_id: first.id,
    record_version: null,
    thing,
    seen: null,
    party_kind,
    party_id: null,
    amount: null,
    stands_for,
    state: 'held',
    reason: null,
    message: null,
  }
  return [whole, ...items.filter(({ state }) => state === 'left_out')]
}

const HELD = sql<
  { name: string; by: string },
  [record: string, record_ids: readonly number[], thing: string | null]
>`
  select i.name, d.asked_by ->> 'name' as by from departure_items i
  join departures d on d.id = i.departure_id
  where i.record = $1 and i.record_id = any($2) and i.thing is not distinct from $3
    and i.state = 'held' order by i.id limit 1`

/** Two people never send the same thing side by side. */
export async function refuseHeld(conn: Conn, items: readonly KeptItem[]): Promise<void> {
  const held = items.filter(({ state }) => state === 'held')
  const ids = held.map(({ record_id }) => record_id)
  const [first] = held
  const found = await HELD.one(conn, first?.record ?? '', ids, first?.thing ?? null)
  if (!found) return
  const reason = `${found.by} is sending ${found.name} already`
  throw notPossible('send', reason, 'Wait a few seconds and look again.')
}

const KEEP_ITEMS = sql<
  never,
  [departure_id: number, items: string]
>`insert into departure_items (organisation_id, departure_id, record, record_id, record_version,
    thing, seen, customer_id, partner_id, supplier_id, name, amount, stands_for, state, reason,
    message)
  select scope_organisation(), $1, r.record, r.record_id, r.record_version,
    r.thing, r.seen, case when r.party_kind = 'customer' then r.party_id end,
    case when r.party_kind = 'partner' then r.party_id end,
    case when r.party_kind = 'supplier' then r.party_id end, r.name, r.amount, r.stands_for,
    r.state, r.reason, r.message
  from jsonb_to_recordset($2::jsonb) as r (record text, record_id bigint, record_version integer,
    thing text, seen text, party_kind text, party_id bigint, name text, amount numeric,
    stands_for integer, state text, reason text, message text)`

export async function keepItems(
  conn: Conn,
  departure_id: number,
  items: readonly KeptItem[],
): Promise<void> {
  await KEEP_ITEMS.run(conn, departure_id, JSON.stringify(items))
}
