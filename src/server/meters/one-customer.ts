import { labelOf } from '#domain/kit/entity.ts'
import { fieldProblem } from '#domain/kit/problem.ts'
import { type Meter, meter } from '#domain/meters/meter.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { notPossible } from '#server/kit/rows/state.ts'

type ConnectedField = 'customer_id' | 'icp_number' | 'consumer_number' | 'date_removed'
type Connected = { [K in ConnectedField]?: Meter[K] | undefined }

// Two people who connect the same number at once would not see each other's meter.
const TAKE_TURNS = sql<never, [connection: string]>`
  select pg_advisory_xact_lock(hashtextextended('connection ' || $1, 0))`

const OTHER_OWNER = sql<
  { owner: string },
  [connection: string, customer_id: number, own_meter: number]
>`select c.name as owner from meters m join customers c on c.id = m.customer_id
  where m.connection = upper($1) and m.customer_id <> $2 and m.id <> $3
    and m.deleted_at is null and m.date_removed is null order by m.id limit 1`

/**
 * A connection may have several meters, but belongs to one customer at a time: what its meters
 * count would else be billed to both.
 */
export async function refuseOtherOwner(conn: Conn, row: Connected, own_meter = 0): Promise<void> {
  const field = row.icp_number ? 'icp_number' : 'consumer_number'
  const connection = row[field]
  if (!connection || !row.customer_id || row.date_removed) return
  await TAKE_TURNS.run(conn, connection.toUpperCase())
  const other = await OTHER_OWNER.one(conn, connection, row.customer_id, own_meter)
  if (!other) return
  const fill = { label: labelOf(meter, field), value: connection, owner: other.owner }
  throw fieldProblem('numberConflict', field, fill)
}

/** Who pays for a connection changes on a day, which a plain change of the field does not tell. */
export function refuseUndatedMove(before: Meter, sent: Connected): void {
  const { customer_id } = sent
  if (!before.customer_id || !customer_id || customer_id === before.customer_id) return
  const why = 'a connection goes to another customer on a day'
  throw notPossible('change the customer of', why, 'Move the meter, and say from which day.')
}
