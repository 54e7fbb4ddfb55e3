import { randomUUID } from 'node:crypto'
import { readRateFile } from '#domain/contracts/rate-file.ts'
import type {
  CheckedRateFile,
  ImportedRateFile,
  rateupdateCalls,
} from '#domain/contracts/rateupdate-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { isStorable } from '#domain/kit/storable.ts'
import type { RateSide } from '#server/contracts/rate-side.ts'
import { inVain } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { fileForm, uploadedText } from '#server/kit/http/uploaded-file.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { addAll } from './add-rates.ts'
import { recordRates } from './record-rates.ts'

// A file of 20,000 rows.
export const MAX_RATE_BYTES = 5 * 2 ** 20

type RateFile = CheckedOf<typeof rateupdateCalls.import>

/** New rates for many contracts in one call: looked at first, then all of it or nothing. */
export function importHandler(catalogue: Catalogue, side: RateSide) {
  const write = async (
    ctx: Context,
    conn: Conn,
    input: RateFile,
  ): Promise<Answer<ImportedRateFile>> => {
    const batch = randomUUID()
    const csv = await uploadedText(input.csv)
    if (!csv || !isStorable(csv))
      throw badField('csv', 'This is not a text file with rows of rates.')
    const tried = await tryAll(ctx, conn, catalogue, side, { ...input, csv, batch })
    const good = tried.outcomes.filter((outcome) => outcome.problem === null)
    const bad = tried.problems.length + tried.outcomes.length - good.length
    if (!input.dry_run) {
      const { sha256 } = input.csv
      await recordRates(ctx, conn, { ...input, csv, sha256, batch, side }, tried.outcomes)
    }
    const message = input.dry_run
      ? `${good.length} contracts would change, ${bad} problems.`
      : `${good.length} contracts have new rates.`
    return { data: { batch: input.dry_run ? null : batch, ...tried }, message }
  }
  return { receive: fileForm({ file: 'csv', maxBytes: MAX_RATE_BYTES, json: ['dry_run'] }), write }
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
  const { batch, reason } = input
  const add = () => addAll(ctx, conn, rows, { catalogue, side, batch, reason })
  if (input.dry_run) return { outcomes: await inVain(conn, add), problems }
  const outcomes = await add()
  if (problems.length > 0 || outcomes.some((outcome) => outcome.problem !== null))
    throw new Problem('badRequest', {
      message: 'Some rows can’t be taken, so nothing was changed. Mend them and try again.',
      data: { outcomes, problems },
    })
  return { outcomes, problems }
}
