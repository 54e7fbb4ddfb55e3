import { formatDayShort } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { badField } from '#domain/kit/problem.ts'
import { type Meter, meter } from '#domain/meters/meter.ts'
import type { meterCalls } from '#domain/meters/meter-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { archived, lockAsSeen } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { changesOf } from '#server/kit/rows/transition.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'

type Move = CheckedOf<typeof meterCalls.move>

/** From a day on a connection with all of its meters is another customer's. */
export function moveMeter(catalogue: Catalogue) {
  return async (ctx: Context, conn: Conn, input: Move) => {
    const current = await lockAsSeen(ctx, conn, meter, input)
    if (current.deleted_at) throw archived(meter)
    const { row } = current
    const { customer_id, move_date } = input
    await checkAgainstOthers(ctx, conn, meter, { customer_id }, catalogue)
    checkDay(row, move_date, todayOf(ctx))
    if (row.customer_id === customer_id)
      throw badField('customer_id', 'The meter is this customer’s already.')
    const connection = (row.icp_number ?? row.consumer_number)?.toUpperCase() ?? ''
    await refuseBound(conn, connection, input)
    const values = { customer_id, customer_since_date: move_date }
    const told = { action: 'move', reason: input.reason }
    for (const other of await SIBLINGS.all(conn, connection, input.id))
      await updateRow(ctx, conn, meter, other.id, values, {
        ...told,
        changes: changesOf<typeof meter>(other, values),
      })
    const changes = changesOf<typeof meter>(row, values)
    const written = await updateRow(ctx, conn, meter, input.id, values, { ...told, changes })
    const warnings = await warningsOf(conn, connection, input)
    const answer = writtenAnswer(ctx, meter, written, { status: 200, warnings })
    return { ...answer, message: `Meter ${row.meter_number} moved.` }
  }
}

function checkDay(row: Meter, move_date: string, today: string): void {
  if (row.date_removed) throw notPossible('move', 'the meter was removed')
  if (move_date > today)
    throw badField('move_date', 'Move it when the day has come, or later with that day.')
  if (row.customer_since_date && move_date <= row.customer_since_date) {
    const since = formatDayShort(row.customer_since_date)
    throw badField('move_date', `Its customer has it since ${since}.`)
  }
}

const BOUND = sql<
  { contract_number: string; owner: string },
  [connection: string, customer_id: number, move_date: string]
>`select k.contract_number, c.name as owner from contract_connections b
  join contracts k on k.id = b.contract_id join customers c on c.id = k.customer_id
  where b.connection = $1 and k.customer_id <> $2 and b.days && daterange($3::date, null)
  limit 1`

/** Whoever had it until now is not billed for the days of whoever has it next. */
async function refuseBound(conn: Conn, connection: string, input: Move): Promise<void> {
  const bound = await BOUND.one(conn, connection, input.customer_id, input.move_date)
  if (!bound) return
  const why = `contract ${bound.contract_number} of ${bound.owner} goes on after that day`
  const before = formatDayShort(addDays(input.move_date, -1))
  throw notPossible('move', why, `Let that contract end on ${before} first.`)
}

const SIBLINGS = sql<
  Pick<Meter, 'id' | 'customer_id' | 'customer_since_date'>,
  [connection: string, own_meter: number]
>`select id, customer_id, customer_since_date from meters
  where connection = $1 and id <> $2 and deleted_at is null and date_removed is null
  order by id for update`

const MISSING = sql<
  { has_contract: boolean; has_reading: boolean },
  [connection: string, customer_id: number, move_date: string, meter_id: number]
>`select exists (select from contracts k where k.customer_id = $2 and k.deleted_at is null
      and $1 = any(k.connections) and (k.date_end is null or k.date_end >= $3::date)) as has_contract,
    exists (select from meterreadings r where r.meter_id = $4 and r.deleted_at is null
      and r.reading_date = $3::date - 1) as has_reading`

/** What somebody should see to before either of them is billed. */
async function warningsOf(conn: Conn, connection: string, { id, customer_id, move_date }: Move) {
  const found = await MISSING.one(conn, connection, customer_id, move_date, id)
  const evening = formatDayShort(addDays(move_date, -1))
  const warn = (message: string) => ({ field: 'move_date', code: 'warning', message })
  return [
    ...(found?.has_reading
      ? []
      : [warn(`There is no reading of ${evening}: use over the move is shared by days.`)]),
    ...(found?.has_contract
      ? []
      : [warn('No contract of the new customer names this connection yet.')]),
  ]
}
