import { randomUUID } from 'node:crypto'
import { rateColumns } from '#domain/contracts/rate-file.ts'
import { rateimport } from '#domain/contracts/rateimport.ts'
import { rateimportCalls, stagedrateCalls } from '#domain/contracts/rateimport-calls.ts'
import type { RateChange } from '#domain/contracts/shadow-run-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { fileForm } from '#server/kit/http/uploaded-file.ts'
import { createImport } from '#server/kit/import/create-import.ts'
import { importHandlers } from '#server/kit/import/import-handlers.ts'
import { stagedHandlers } from '#server/kit/import/staged-handlers.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { contractId, groupKey } from './add-rates.ts'
import { MAX_RATE_BYTES } from './import-rates.ts'
import { rateImporter, readAll } from './rate-kind.ts'
import { rateCells } from './staged-rates.ts'

const importForm = fileForm({
  file: 'content',
  maxBytes: MAX_RATE_BYTES,
  nameField: 'file_name',
  json: ['mapping', 'again'],
})

/** Every call about files of new rates and the rows that wait. */
export function rateImportRoutes(catalogue: Catalogue): Route[] {
  const importing = rateImporter(catalogue)
  return [
    ...serve(rateimportCalls, {
      ...importHandlers(importing, catalogue),
      create: {
        receive: importForm,
        write: (ctx, conn, { content: upload, side, valid_from_date, ...sent }) => {
          const day = valid_from_date ?? null
          const values = { side, valid_from_date: day, batch: randomUUID() }
          const open = () => ({ values, columns: rateColumns })
          return createImport(ctx, conn, importing, { ...sent, field: 'content', upload, open })
        },
      },
      changes: {
        run: async (ctx, { id }) => ({
          data: await ctx.database.read(scopeOf(ctx), (conn) => changesOf(conn, id)),
        }),
      },
    }),
    ...serve(stagedrateCalls, stagedHandlers(importing, catalogue)),
  ]
}

const DAY = sql<{ valid_from_date: string | null }, [id: number]>`
  select valid_from_date from rateimports where id = $1`

const GROUPS = sql<{ group_key: string }, [rateimport_id: number]>`
  select distinct group_key from stagedrates where rateimport_id = $1 and group_key is not null
    and staged_status = 'waiting' and severity <> 'error' and deleted_at is null`

/** What the rows that wait would change, contract by contract. */
async function changesOf(conn: Conn, id: number): Promise<RateChange[]> {
  const held = await DAY.one(conn, id)
  if (!held) throw notFound(rateimport)
  const groups = await GROUPS.all(conn, id)
  const keys = groups.map(({ group_key }) => group_key)
  const { good } = readAll(await rateCells.waiting(conn, id, keys), held)
  const changes: RateChange[] = []
  for (const [first, ...others] of Map.groupBy(good, groupKey).values()) {
    if (!first) continue
    const { valid_from_date } = first
    const contract_id = await contractId(conn, first.contract_number)
    const rates = [first, ...others].map(({ rate }) => rate)
    changes.push({ contract_id, valid_from_date, rates })
  }
  return changes
}
