import { randomUUID } from 'node:crypto'
import { type RateFileRow, readRateFile } from '#domain/contracts/rate-file.ts'
import type {
  CheckedRateFile,
  ContractOutcome,
  ImportedRateFile,
  rateupdateCalls,
} from '#domain/contracts/rateupdate-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { attempt, inVain } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { fileForm, uploadedText } from '#server/kit/http/uploaded-file.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { addRateUpdate } from './add-rate-update.ts'
import type { RateSide } from './rate-side.ts'

// A file of 20,000 rows.
const MAX_BYTES = 5 * 2 ** 20

type RateFile = CheckedOf<typeof rateupdateCalls.import>

/** New rates for many contracts from one file: looked at first, then all of it or nothing. */
export function importHandler(catalogue: Catalogue, side: RateSide) {
  const write = async (
    ctx: Context,
    conn: Conn,
    input: RateFile,
  ): Promise<Answer<ImportedRateFile>> => {
    const batch = randomUUID()
    const csv = await uploadedText(input.csv)
    if (!csv) throw badField('csv', 'This is not a text file with rows of rates.')
    const tried = await tryAll(ctx, conn, catalogue, side, { ...input, csv, batch })
    const good = tried.outcomes.filter((outcome) => outcome.problem === null)
    const bad = tried.problems.length + tried.outcomes.length - good.length
    const message = input.dry_run
      ? `${good.length} contracts would change, ${bad} problems.`
      : `${good.length} contracts have new rates.`
    return { data: { batch: input.dry_run ? null : batch, ...tried }, message }
  }
  return { receive: fileForm({ file: 'csv', maxBytes: MAX_BYTES, json: ['dry_run'] }), write }
}

/** A dry run does all of the work and lets none of it stand; the real one is all or nothing. */
async function tryAll(
  ctx: Context,
  conn: Conn,
  catalogue: Catalogue,
  side: RateSide,
  input: Omit<RateFile, 'csv'> & { csv: string; batch: string },
): Promise<CheckedRateFile> {
  const { rows, problems } = readRateFile(input.csv, input.valid_from_date ?? null)
  const add = () => addAll(ctx, conn, catalogue, side, groups(rows), input)
  if (input.dry_run) return { outcomes: await inVain(conn, add), problems }
  const outcomes = await add()
  if (problems.length > 0 || outcomes.some((outcome) => outcome.problem !== null))
    throw new Problem('badRequest', {
      message: 'Some rows can’t be taken, so nothing was changed. Mend them and try again.',
      data: { outcomes, problems },
    })
  return { outcomes, problems }
}

function groups(rows: readonly RateFileRow[]): Map<string, RateFileRow[]> {
  const byUpdate = new Map<string, RateFileRow[]>()
  for (const row of rows) {
    const key = `${row.contract_number} ${row.valid_from_date}`
    byUpdate.set(key, [...(byUpdate.get(key) ?? []), row])
  }
  return byUpdate
}

async function addAll(
  ctx: Context,
  conn: Conn,
  catalogue: Catalogue,
  side: RateSide,
  byUpdate: Map<string, RateFileRow[]>,
  { reason, batch }: { reason?: string | undefined; batch: string },
): Promise<ContractOutcome[]> {
  const outcomes: ContractOutcome[] = []
  for (const rows of byUpdate.values()) {
    const [{ contract_number, valid_from_date } = { contract_number: '', valid_from_date: '' }] =
      rows
    const about = { contract_number, valid_from_date, rates: rows.length }
    const outcome: ContractOutcome = {
      ...about,
      rows: rows.map((row) => row.row_number),
      problem: null,
    }
    const addOne = async () => {
      const id = await contractId(conn, contract_number)
      outcome.contract_id = id
      const rates = rows.map(({ rate }) => rate)
      const { update } = await addRateUpdate(
        ctx,
        conn,
        catalogue,
        side,
        { id },
        { valid_from_date, rates, reason, batch },
      )
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
async function contractId(conn: Conn, numberOrConnection: string): Promise<number> {
  for (const lookup of LOOKUPS) {
    const row = await lookup.one(conn, numberOrConnection)
    if (row) return row.id
  }
  throw new Problem('notFound', { fill: { what: 'contract' } })
}
