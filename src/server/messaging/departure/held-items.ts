import {
  type DepartureAction,
  type DepartureParty,
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
  party_id: number | null
  name: string
  amount: string | null
  stands_for: number
  state: 'held' | 'left_out' | 'refused'
  reason: string | null
  message: string | null
}

interface LookedRows {
  action: DepartureAction
  given: readonly LeavingRecord[]
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
  const { record } = departureWords[action]
  const isWhole = 'leaveWhole' in office
  const versions = new Map(given.map(({ id, version }) => [id, version]))
  const items = rows.map((row): KeptItem => {
    const { id: record_id, party_id, name, amount, obstacle } = row
    const reason = reasons.get(record_id) ?? null
    const record_version = isWhole ? null : (versions.get(record_id) ?? null)
    const state = reason !== null ? 'left_out' : obstacle !== null ? 'refused' : 'held'
    const about = { record, record_id, record_version, party_id, name, amount }
    return { ...about, stands_for: 1, state, reason, message: obstacle }
  })
  const [first] = given
  const one = isWhole && first ? await office.asOne?.(conn, first.id) : undefined
  if (!one || !first) return items
  const stands_for = items.filter(({ state }) => state === 'held').length
  const whole: KeptItem = {
    ...one,
    record_id: first.id,
    record_version: null,
    party_id: null,
    amount: null,
    stands_for,
    state: 'held',
    reason: null,
    message: null,
  }
  return [whole, ...items.filter(({ state }) => state === 'left_out')]
}

const HELD = sql<{ name: string; by: string }, [record: string, record_ids: readonly number[]]>`
  select i.name, d.asked_by ->> 'name' as by from departure_items i
  join departures d on d.id = i.departure_id
  where i.record = $1 and i.record_id = any($2) and i.state = 'held' order by i.id limit 1`

/** Two people never send the same thing side by side. */
export async function refuseHeld(conn: Conn, items: readonly KeptItem[]): Promise<void> {
  const held = items.filter(({ state }) => state === 'held')
  const ids = held.map(({ record_id }) => record_id)
  const found = await HELD.one(conn, held[0]?.record ?? '', ids)
  if (!found) return
  const reason = `${found.by} is sending ${found.name} already`
  throw notPossible('send', reason, 'Wait a few seconds and look again.')
}

const KEEP_ITEMS = sql<
  never,
  [departure_id: number, party: DepartureParty, items: string]
>`insert into departure_items (organisation_id, departure_id, record, record_id, record_version,
    customer_id, partner_id, supplier_id, name, amount, stands_for, state, reason, message)
  select scope_organisation(), $1, r.record, r.record_id, r.record_version,
    case when $2 = 'customer' then r.party_id end, case when $2 = 'partner' then r.party_id end,
    case when $2 = 'supplier' then r.party_id end, r.name, r.amount, r.stands_for, r.state,
    r.reason, r.message
  from jsonb_to_recordset($3::jsonb) as r (record text, record_id bigint, record_version integer,
    party_id bigint, name text, amount numeric, stands_for integer, state text, reason text,
    message text)`

export async function keepItems(
  conn: Conn,
  departure_id: number,
  party: DepartureParty,
  items: readonly KeptItem[],
): Promise<void> {
  await KEEP_ITEMS.run(conn, departure_id, party, JSON.stringify(items))
}
