import type { RateFileRow } from '#domain/contracts/rate-file.ts'
import type { ContractOutcome } from '#domain/contracts/rateupdate-calls.ts'
import { Problem } from '#domain/kit/problem.ts'
import { addRateUpdate } from '#server/contracts/add-rate-update.ts'
import type { RateSide } from '#server/contracts/rate-side.ts'
import { attempt } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'

/** What new rates of a file are added with. */
export interface RateBatch {
  catalogue: Catalogue
  side: RateSide
  batch: string
  reason?: string | undefined
}

/** Rows about one contract and day are one update. */
export function groupKey(row: Pick<RateFileRow, 'contract_number' | 'valid_from_date'>): string {
  return `${row.contract_number} ${row.valid_from_date}`
}

/** New rates, an update for each contract and day; what is refused is said of that one alone. */
export async function addAll(
  ctx: Context,
  conn: Conn,
  rows: readonly RateFileRow[],
  { catalogue, side, batch, reason }: RateBatch,
): Promise<ContractOutcome[]> {
  const outcomes: ContractOutcome[] = []
  for (const own of Map.groupBy(rows, groupKey).values()) {
    const [{ contract_number, valid_from_date } = { contract_number: '', valid_from_date: '' }] =
      own
    const about = { contract_number, valid_from_date, rates: own.length }
    const outcome: ContractOutcome = {
      ...about,
      rows: own.map((row) => row.row_number),
      problem: null,
    }
    const addOne = async () => {
      const id = await contractId(conn, contract_number)
      outcome.contract_id = id
      const rates = own.map(({ rate }) => rate)
      const input = { valid_from_date, rates, reason, batch }
      const { update } = await addRateUpdate(ctx, conn, catalogue, side, { id }, input)
      outcome.update_id = update.id
    }
    // One contract's refusal must not take back the others of a dry run.
    await attempt(conn, addOne, (problem) => {
      outcome.problem = problem.detail.errors?.[0]?.message ?? problem.message
    })
    outcomes.push(outcome)
  }
  return outcomes
}

const BY_NUMBER = sql<{ id: number }, [contract_number: string]>`
  select id from contracts where deleted_at is null and contract_number = $1 limit 1`

const BY_CONNECTION = sql<{ id: number }, [connection: string]>`
  select id from contracts where deleted_at is null and contract_status = 'active'
    and id in (select sharing_ids('contracts', 'connections', array[upper($1)])) limit 1`

const BY_NUMBER_IN_ANY_CASE = sql<{ id: number }, [contract_number: string]>`
  select id from contracts where deleted_at is null and lower(contract_number) = lower($1) limit 1`

// The one without an index comes last: it is for a number typed in another case.
const LOOKUPS = [BY_NUMBER, BY_CONNECTION, BY_NUMBER_IN_ANY_CASE]

/** By its number, or by the connection it binds now. */
export async function contractId(conn: Conn, numberOrConnection: string): Promise<number> {
  for (const lookup of LOOKUPS) {
    const row = await lookup.one(conn, numberOrConnection)
    if (row) return row.id
  }
  throw new Problem('notFound', { fill: { what: 'contract' } })
}
