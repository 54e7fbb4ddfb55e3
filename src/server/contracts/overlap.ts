import type { Contract } from '#domain/contracts/contract.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { type Conn, sqlStateOf } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { notPossible } from '#server/kit/rows/state.ts'

const INSTEAD = 'End the other contract first, or change the days of this one.'

type BoundDays = [
  connections: readonly string[] | null,
  contract_id: number,
  first: string | null,
  last: string | null,
]

const OTHER = sql<{ connection: string; contract_number: string }, BoundDays>`
  select b.connection, k.contract_number from contract_connections b
  join contracts k on k.id = b.contract_id
  where b.connection = any($1) and b.contract_id <> $2
    and b.days && daterange($3::date, $4::date, '[]')
  limit 1`

/** Refuses days on which one of the connections is bound already, and names it. */
export async function refuseOverlap(
  conn: Conn,
  row: Pick<Contract, 'id' | 'connections' | 'date_start' | 'date_end' | 'is_open_plan'>,
): Promise<void> {
  const lastDay = row.is_open_plan ? null : row.date_end
  if (lastDay !== null && row.date_start !== null && lastDay < row.date_start)
    throw badField('date_end', 'Ends can’t be before Starts.')
  const other = await OTHER.one(conn, row.connections, row.id, row.date_start, lastDay)
  if (!other) return
  const { connection, contract_number } = other
  throw notPossible(
    'activate',
    `${connection} has contract ${contract_number} in that time`,
    INSTEAD,
  )
}

/** Says in words what the database refused to somebody who came a moment too late. */
export async function asOverlap<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (sqlStateOf(error) !== '23P01' || error instanceof Problem) throw error
    const reason = 'one of its connections has another contract in that time'
    throw notPossible('activate', reason, INSTEAD)
  }
}
