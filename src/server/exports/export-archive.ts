import { exportjob } from '#domain/exports/export.ts'
import { formatStamp } from '#domain/kit/calendar.ts'
import { Problem } from '#domain/kit/problem.ts'
import { provedFile, streamOf } from '#server/files/open-content.ts'
import { type ZipContent, zipOf } from '#server/files/zip.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { refuseBeyondKey, refuseUnproved } from './ask-for-export.ts'
import { partsOf } from './export-parts.ts'

/** The archive as one stream, every file of it proved before the first byte leaves. */
export async function exportArchive(ctx: Context, { id }: { id: number }): Promise<Answer<null>> {
  const { row, parts } = await ctx.database.write(scopeOf(ctx), (conn) => admitted(ctx, conn, id))
  const contents: ZipContent[] = []
  for (const part of parts) {
    const { name, is_packed, size_bytes: size, crc, packed_size, packed_sha256 } = part
    const { stored_sha256, wrapped_key } = part
    const kept = { size_bytes: packed_size, sha256: packed_sha256, stored_sha256, wrapped_key }
    const { open } = await provedFile(ctx, kept)
    contents.push({ name, size, crc, packedSize: is_packed ? packed_size : undefined, open })
  }
  const stamp = (row.as_at ?? '').slice(0, 19).replace('T', '_').replaceAll(':', '-')
  const name = `${row.kind === 'data' ? 'export' : 'organisation'}-${stamp}.zip`
  return { file: { name, type: 'application/zip', stream: streamOf(zipOf(contents)) } }
}

const KNOWN = sql<{ id: number }, [id: number]>`select id from exports where id = $1`

/** That somebody fetched it is told, whatever becomes of the download. */
async function admitted(ctx: Context, conn: Conn, id: number) {
  if (!(await KNOWN.one(conn, id))) throw notFound(exportjob)
  const { row } = await rowNow(ctx, conn, exportjob, id)
  const isOver = row.expires_at !== null && Date.parse(row.expires_at) <= ctx.clock.now().getTime()
  if (row.export_status !== 'done' || isOver) throw notThere(isOver ? 'expired' : row.export_status)
  await refuseUnproved(ctx, conn, row.has_masked || row.kind === 'organisation', row.has_masked)
  refuseBeyondKey(ctx, row.contents)
  const parts = await partsOf(conn, id)
  await recordHistory(conn, ctx, {
    object_class: 'export',
    object_id: id,
    action: 'download',
    reason: `As at ${formatStamp(row.as_at ?? '')}`,
  })
  return { row, parts }
}

function notThere(status: string): Problem {
  const [reason, instead] =
    status === 'waiting' || status === 'running'
      ? ['it is still being made', 'Try again in a moment.']
      : [`the export is ${status}`, 'Ask for a new one.']
  return new Problem('notPossible', { fill: { action: 'download', reason, instead } })
}
