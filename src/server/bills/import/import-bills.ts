import type { billCalls } from '#domain/bills/bill-calls.ts'
import { readBillFile } from '#domain/bills/bill-file.ts'
import type { ImportedBills } from '#domain/bills/imported-bills.ts'
import { businessToday, formatDay } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { isStorable } from '#domain/kit/storable.ts'
import { plural } from '#domain/kit/wording.ts'
import { inVain } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { inTurns } from '#server/kit/http/in-turns.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { fileForm, uploadedText } from '#server/kit/http/uploaded-file.ts'
import { supplierOf } from './bill-import-store.ts'
import { storeStatements } from './judge-statements.ts'
import { recordImport } from './record-import.ts'

type SentBillFile = CheckedOf<typeof billCalls.import>
/** The file, once it is known to be a text. */
interface BillFile extends Omit<SentBillFile, 'csv'> {
  csv: string
  sha256: string
}

// A file whose bills still stand, unless its supplier may send one twice.
const FORMER_FILE = sql<{ source_name: string | null; created_at: string }, [sha256: string]>`
  select source_name, b.created_at from bills b left join suppliers s on s.id = b.supplier_id
  where source_sha256 = $1 and b.deleted_at is null and bill_status <> 'cancelled'
    and not coalesce(s.allow_duplicate_file, false) order by b.id limit 1`

export const billFileForm = fileForm({
  file: 'csv',
  maxBytes: 20 * 2 ** 20,
  nameField: 'file_name',
  json: ['supplier_id', 'dry_run'],
})

/** Suppliers' bills from a file: each statement as a whole or not at all. */
export async function importBills(
  ctx: Context,
  conn: Conn,
  input: SentBillFile,
): Promise<Answer<ImportedBills>> {
  const csv = await uploadedText(input.csv)
  if (csv === '') throw badField('csv', 'This file is empty.')
  if (!isStorable(csv)) throw badField('csv', 'This is not a text file.')
  const take = () => takeAll(ctx, conn, { ...input, csv, sha256: input.csv.sha256 })
  const data = input.dry_run ? await inVain(conn, take) : await take()
  const good = data.outcomes.filter((one) => one.problems.length === 0).length
  const bad = data.outcomes.length - good
  if (input.dry_run) {
    // What a dry run stored is gone again, and so are its ids.
    const outcomes = data.outcomes.map((one) => ({ ...one, bill_id: null }))
    const message = `${plural(good, 'bill')} ready, ${bad} with problems.`
    return { data: { ...data, outcomes }, message }
  }
  if (data.duplicate_file) throw new Problem('conflict', { message: data.duplicate_file })
  if (good === 0)
    throw new Problem('badRequest', {
      message: 'None of the statements can be taken. Mend the rows and try again.',
      data,
    })
  const file = { ...input, csv, sha256: input.csv.sha256 }
  await recordImport(ctx, conn, file, data.outcomes)
  const rest = bad > 0 ? `, ${bad} left out` : ''
  return { data, message: `${plural(good, 'bill')} imported${rest}.` }
}

async function takeAll(ctx: Context, conn: Conn, input: BillFile): Promise<ImportedBills> {
  const supplier = input.supplier_id ? await supplierOf(conn, input.supplier_id) : null
  const source_sha256 = input.sha256
  const duplicate_file = await duplicateOf(conn, source_sha256)
  const { statements, problems } = await inTurns(readBillFile(input.csv))
  if (duplicate_file && !input.dry_run) return { outcomes: [], problems, duplicate_file }
  const source = { supplier, source_name: input.file_name, source_sha256 }
  const outcomes = await storeStatements(ctx, conn, statements, source)
  return { outcomes, problems, duplicate_file }
}

async function duplicateOf(conn: Conn, sha256: string): Promise<string | null> {
  const former = await FORMER_FILE.one(conn, sha256)
  if (!former) return null
  const day = formatDay(businessToday(Temporal.Instant.from(former.created_at)))
  return `That file is already here (${former.source_name ?? 'without a name'}, ${day}).`
}
