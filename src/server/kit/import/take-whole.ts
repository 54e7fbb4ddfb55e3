import type { StoredColumns } from '#domain/kit/entity.ts'
import type { ImportEntity } from '#domain/kit/import/import-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { acceptFile, checkFile, workOfCall } from './import-work.ts'
import type { Importer } from './importer.ts'

/** What came by itself, as a text that its kind can read. */
interface Arrived<B extends ImportEntity> {
  text: string
  values: StoredColumns<B>
}

/**
 * Stages what came without anybody's doing and accepts it at once, in the caller's transaction.
 * What is not good enough waits as in any import.
 */
export async function takeWhole<B extends ImportEntity>(
  ctx: Context,
  conn: Conn,
  kind: Importer<B>,
  { text, values }: Arrived<B>,
): Promise<number> {
  const { id } = await insertRow(ctx, conn, kind.batch, values)
  await kind.staging.keepFile(ctx, conn, id, text)
  const work = workOfCall(ctx, conn, Number.POSITIVE_INFINITY)
  await checkFile(kind, work, id)
  // Every machine of an import has this action.
  await transition(ctx, conn, kind.batch, 'accept' as never, { id }, async () => ({}))
  await acceptFile(kind, work, { id, verdicts: kind.taken({}) })
  return id
}
