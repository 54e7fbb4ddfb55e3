import type pg from 'pg'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type FieldKeys, sealWhole } from '#server/kit/rows/seal.ts'
import { inScope, ORGANISATIONS } from './organisation-scope.ts'

// Files are up to 20 MB each.
const NEXT = sql<{ bankimport_id: number; content: string }>`
  select bankimport_id, content from bankimport_files where content is not null
  order by bankimport_id limit 1 for update`

const SEAL = sql<never, [bankimport_id: number, sealed_content: string]>`
  update bankimport_files set sealed_content = $2, content = null where bankimport_id = $1`

/** Files of banks that an earlier release left waiting in clear. */
export async function sealWaitingFiles(client: pg.Client, keys: FieldKeys): Promise<number> {
  const conn = plainConn(client)
  const sealNext = async () => {
    const file = await NEXT.one(conn)
    if (file) await SEAL.run(conn, file.bankimport_id, sealWhole(keys, file.content))
    return file !== undefined
  }
  let count = 0
  for (const { id } of await ORGANISATIONS.all(conn))
    while (await inScope(client, String(id), sealNext)) count += 1
  return count
}
