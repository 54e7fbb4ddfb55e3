import { bankImporter } from '#server/bank/import/bank-kind.ts'
import { billImporter } from '#server/bills/import/bill-kind.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Importer } from '#server/kit/import/importer.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { readingImporter } from '#server/meters/import/reading-kind.ts'

// Files of the other kinds are read, accepted and taken back within their call.
const importers: readonly Importer[] = [bankImporter, billImporter, readingImporter]

/**
 * The queue stays behind when an organisation is exported. Files on their way in would wait for ever
 * for a job that is not here: those that were to be read or taken back are given to a new one, and
 * where rows were being accepted somebody accepts the rest.
 */
export async function takeUpImports(
  conn: Pick<Conn, 'query'>,
  organisation_id: number,
): Promise<void> {
  for (const { work, staging } of importers) {
    for (const { id: import_id, import_status } of await staging.atWork(conn, organisation_id)) {
      const which = { organisation_id, import_id }
      if (import_status === 'checking') await enqueue(conn, work.check, which)
      else if (import_status === 'undoing')
        await enqueue(conn, work.undo, { ...which, reason: null, by: nobodyElse })
      else await staging.settle(conn, import_id, 'accepting', 'ready', REST)
    }
  }
}

const REST = 'Not all rows could be accepted. Please try again.'

/** Who asked for it is told by the history of the file. */
const nobodyElse = {
  user_id: 0,
  name: 'Switchboard',
  impersonator_id: null,
  impersonator_name: null,
}
