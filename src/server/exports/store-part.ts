import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { ExportedFile } from '#domain/exports/manifest.ts'
import { storeContent } from '#server/files/add-file.ts'
import { discardUnused } from '#server/files/stored-bytes.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { spool } from '#server/kit/http/spool.ts'
import { type ExportRun, notePart } from './export-parts.ts'
import { makeSums, type PlannedFile } from './planned-file.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Writes one file of an export, a batch in memory at a time: packed on its way to the disk, sealed on
 * its way into the store, and then noted, so that a worker that dies leaves nothing half done.
 */
export async function storePart(
  ctx: Context,
  snapshot: Snapshot,
  run: ExportRun,
  planned: PlannedFile,
  onRows: (rows: number) => Promise<void>,
): Promise<ExportedFile> {
  const hash = createHash('sha256')
  const sums = makeSums(planned.columns)
  const found = { rows: 0, size: 0, crc: 0 }
  async function* plain() {
    for await (const { text, rows, amounts } of planned.batches(snapshot)) {
      const bytes = typeof text === 'string' ? Buffer.from(text) : text
      hash.update(bytes)
      found.crc = crc32(bytes, found.crc)
      found.size += bytes.length
      found.rows += rows
      sums.add(amounts)
      if (rows > 0) await onRows(rows)
      yield bytes
    }
  }
  const packing = createDeflateRaw()
  const fed = pipeline(Readable.from(plain()), packing)
  // What goes wrong there ends the reading here, which tells of it.
  fed.catch(() => undefined)
  const packed = await spool(ctx.config, packing)
  try {
    await fed
    const { stored_sha256, wrapped_key } = await storeContent(ctx, packed, true)
    const part = {
      name: planned.name,
      is_packed: true,
      size_bytes: found.size,
      crc: found.crc,
      packed_size: packed.size,
      packed_sha256: packed.sha256,
      stored_sha256,
      wrapped_key,
    }
    await ctx.database
      .write(scopeOf(ctx), (conn) => notePart(conn, run, part))
      .catch(async (error) => {
        await discardUnused(ctx, stored_sha256)
        throw error
      })
  } finally {
    await rm(packed.path, { force: true })
  }
  const { name, title, columns } = planned
  return {
    ...{ name, title, rows: found.rows, sums: sums.result(), size: found.size },
    ...{ sha256: hash.digest('hex'), columns: [...columns] },
  }
}
