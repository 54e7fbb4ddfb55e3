import type { StoredColumns } from '#domain/kit/entity.ts'
import type { ColumnMapping, FileColumns } from '#domain/kit/import/file-columns.ts'
import type { ImportEntity } from '#domain/kit/import/import-calls.ts'
import { accepted, badField, created } from '#domain/kit/problem.ts'
import { isStorable } from '#domain/kit/storable.ts'
import type { Upload } from '#domain/kit/upload.ts'
import { waitLong } from '#server/kit/apart/run-apart.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { uploadedText } from '#server/kit/http/uploaded-file.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { findColumns, keepColumns, shapesOf } from './file-mapping.ts'
import type { FileRow, ReadFile } from './import-kind.ts'
import { checkFile, workOfCall } from './import-work.ts'
import type { Importer } from './importer.ts'

/** A file as it was sent. */
export interface SentFile<B extends ImportEntity> {
  /** The field it came in, to be named where it is refused. */
  field: string
  upload: Upload
  file_name: string
  mapping?: ColumnMapping | undefined
  /** Said by whoever means to bring the same file in once more. */
  again?: boolean | undefined
  /** What its kind makes of the text. */
  open(text: string): OpenedFile<B>
}

interface OpenedFile<B extends ImportEntity> {
  values: StoredColumns<B>
  /** Whether people map its columns. */
  columns: FileColumns | null
  /** Its rows, where opening it read them: nobody reads them a second time. */
  read?: ReadFile<FileRow> | null
}

/** Takes a file in: small ones are checked at once, large ones by a job. */
export async function createImport<B extends ImportEntity>(
  ctx: Context,
  conn: Conn,
  kind: Importer<B>,
  sent: SentFile<B>,
): Promise<Answer<never>> {
  const { organisation_id } = ctx.actor
  const { sha256 } = sent.upload
  const text = await uploadedText(sent.upload)
  if (text === '') throw badField(sent.field, 'This file is empty.')
  if (!isStorable(text))
    throw badField(sent.field, `This is not a text file with rows of ${kind.made.many}.`)
  const { values, columns, read } = sent.open(text)
  const said = sent.mapping
  const found = columns && (await findColumns(conn, kind.batch.name, { columns, text, said }))
  if (found?.missing && !kind.waitsForColumns) throw badField('mapping', found.missing)
  if (!kind.mayComeAgain)
    await kind.staging.refuseSecondTime(conn, { organisation_id, sha256 }, sent.again ?? false)
  const waits = found?.missing ? { import_status: 'mapping', message: found.missing } : {}
  const about = { file_name: sent.file_name, mapping: found?.mapping ?? null, sha256, ...waits }
  // The fields that every file on its way in has.
  const written = await insertRow(ctx, conn, kind.batch, {
    ...values,
    ...about,
  } as StoredColumns<B>)
  await kind.staging.keepFile(ctx, conn, written.id, text)
  if (found && said) await keepColumns(conn, kind.batch.name, organisation_id, found.proposal)
  const at = { id: written.id, field: sent.field }
  if (!found?.missing) return beginCheck(ctx, conn, kind, at, read ?? null)
  const answer = writtenAnswer(ctx, kind.batch, written, { status: created })
  const proposal = kind.staging.kind.isSealed ? shapesOf(found.proposal) : found.proposal
  return { ...answer, info: { ...answer.info, proposal } }
}

/** Somebody says which column is which of a file that waits for it. */
export async function mapImport<B extends ImportEntity>(
  ctx: Context,
  conn: Conn,
  kind: Importer<B>,
  { id, mapping }: { id: number; mapping: ColumnMapping },
): Promise<Answer<never>> {
  const { columns, batch } = kind
  const missing = columns?.missing(mapping) ?? null
  if (missing || !columns) throw badField('mapping', missing ?? 'This file needs no columns.')
  // Every machine of a kind that waits has this action, and every batch these fields.
  await transition(ctx, conn, batch, 'map' as never, { id }, async () => {
    return { mapping, message: null } as unknown as StoredColumns<B>
  })
  const text = await kind.staging.contentOf(ctx, conn, id)
  const { proposal } = await findColumns(conn, batch.name, { columns, text, said: mapping })
  await keepColumns(conn, batch.name, ctx.actor.organisation_id, proposal)
  return beginCheck(ctx, conn, kind, { id, field: 'mapping' }, null)
}

async function beginCheck<B extends ImportEntity>(
  ctx: Context,
  conn: Conn,
  kind: Importer<B>,
  { id, field }: { id: number; field: string },
  read: ReadFile<FileRow> | null,
): Promise<Answer<never>> {
  const { batch, atOnce } = kind
  await waitLong(conn)
  const isChecked = atOnce > 0 && (await checkFile(kind, workOfCall(ctx, conn, atOnce), id, read))
  const work = { organisation_id: ctx.actor.organisation_id ?? 0, import_id: id }
  if (!isChecked) await enqueue(conn, kind.work.check, work)
  const now = await rowNow(ctx, conn, batch, id)
  const { import_status, message } = now.row as { import_status?: unknown; message?: unknown }
  // Within the call nothing of a file that is of no use is kept.
  if (import_status === 'failed') throw badField(field, String(message))
  const status = isChecked || atOnce === 0 ? created : accepted
  return writtenAnswer(ctx, batch, now, { status })
}
