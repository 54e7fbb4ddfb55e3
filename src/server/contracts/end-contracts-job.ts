import { z } from 'zod'
import { contract } from '#domain/contracts/contract.ts'
import { sql } from '#server/kit/database/sql.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import type { Changes } from '#server/kit/rows/history.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { contractTurned } from './contract-followers.ts'

const OVER = sql<{ id: number }, [today: string]>`
  select id from contracts where contract_status = 'active' and not is_open_plan
    and date_end < $1 and deleted_at is null for update skip locked`

/** Every night, contracts whose last day has passed are over; open plans roll on. */
export const endContracts = defineJob({
  name: 'end-contracts',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, async (organisation_id) => {
      const ctx = systemContext(job, organisation_id, 'end-contracts')
      await job.database.write({ organisation_id, user_id: null }, async (conn) => {
        for (const { id } of await OVER.all(conn, todayOf(job))) {
          const changes: Changes<typeof contract> = { contract_status: ['active', 'ended'] }
          const { row } = await updateRow(
            ctx,
            conn,
            contract,
            id,
            { contract_status: 'ended' },
            { action: 'end', changes },
          )
          await contractTurned(ctx, conn, row, 'over')
        }
      })
    })
  },
})
