import { businessToday, formatDayShort } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, created, Problem } from '#domain/kit/problem.ts'
import { isStorable } from '#domain/kit/storable.ts'
import { type ColumnMapping, previewCsv } from '#domain/meters/reading-file/column-mapping.ts'
import { detectFormat } from '#domain/meters/reading-file/read-file.ts'
import { readingimport } from '#domain/meters/readingimport.ts'
import type { readingimportCalls } from '#domain/meters/readingimport-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { fileForm, uploadedText } from '#server/kit/http/uploaded-file.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { checkReadingsJob } from './check-readings-job.ts'

export const importForm = fileForm({
  file: 'content',
  maxBytes: 25 * 2 ** 20,
  nameField: 'file_name',
  json: ['mapping', 'again'],
})

const KEEP_FILE = sql<
  never,
  [readingimport_id: number, organisation_id: number | null, content: string]
>`insert into readingimport_files (readingimport_id, organisation_id, content)
  values ($1, $2, $3)`

/** Takes a file in: stored at once with the job that reads it, looked at afterwards. */
export async function createImport(
  ctx: Context,
  conn: Conn,
  input: CheckedOf<typeof readingimportCalls.create>,
) {
  const { file_name } = input
  const { sha256 } = input.content
  const content = await uploadedText(input.content)
  if (content === '') throw badField('content', 'This file is empty.')
  const isText = content !== null && isStorable(content)
  const format = isText ? (input.format ?? detectFormat(content)) : null
  if (!isText || !format)
    throw badField('content', 'This is not a text file with rows of readings.')
  const mapping = format === 'csv' ? mappingOf(content, input.mapping) : null
  const { organisation_id } = ctx.actor
  await refuseSecondTime(conn, organisation_id, sha256, input.again ?? false)
  const values = { file_name, format, mapping, sha256 }
  const written = await insertRow(ctx, conn, readingimport, values)
  await KEEP_FILE.run(conn, written.id, organisation_id, content)
  const work = { organisation_id: organisation_id ?? 0, readingimport_id: written.id }
  await enqueue(conn, checkReadingsJob, work)
  return writtenAnswer(ctx, readingimport, written, { status: created })
}

function mappingOf(content: string, mapping: ColumnMapping | undefined): ColumnMapping {
  const columns = mapping ?? previewCsv(content, 1).mapping
  if (columns.meter_number === undefined && columns.icp_number === undefined)
    throw badField('mapping', 'Say which column holds the meter number or the ICP.')
  if (columns.reading_date === undefined)
    throw badField('mapping', 'Say which column holds the date.')
  if (columns.reading_latest === undefined && columns.reading_quantity === undefined)
    throw badField('mapping', 'Say which column holds the reading or the quantity.')
  return columns
}

const TAKE_TURNS = sql<never, [key: string]>`
  select pg_advisory_xact_lock(hashtextextended($1, 0))`

const EARLIER = sql<{ id: number; file_name: string; created_at: string }, [sha256: string]>`
  select id, file_name, created_at from readingimports
  where sha256 = $1 and deleted_at is null and import_status not in ('undone', 'failed')
  order by id desc limit 1`

/** The same bytes again are most often a mistake; whoever means it says so. */
async function refuseSecondTime(
  conn: Conn,
  organisation_id: number | null,
  sha256: string,
  again: boolean,
): Promise<void> {
  // Two people who send the same file at the same moment take turns.
  const key = `reading import ${organisation_id} ${sha256}`
  await TAKE_TURNS.run(conn, key)
  if (again) return
  const earlier = await EARLIER.one(conn, sha256)
  if (!earlier) return
  const when = formatDayShort(businessToday(Temporal.Instant.from(earlier.created_at)))
  throw new Problem('conflict', {
    message: `This file was imported on ${when} as “${earlier.file_name}”.`,
    info: { readingimport_id: earlier.id },
  })
}
