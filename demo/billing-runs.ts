import { contractCalls } from '#domain/contracts/contract-calls.ts'
import { billingrunCalls } from '#domain/runs/billingrun-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { makeDraftsJob } from '#server/runs/run-drafts-job.ts'
import { approveRunJob, sendRunJob } from '#server/runs/run-send-job.ts'
import { jobOn, playCall, playedRow } from './play-call.ts'
import { everyWarning, type On } from './store-billing.ts'

// Of customers whose account tells nothing else.
const QUIET = sql<{ id: number; version: number }, []>`select k.id, k.version from contracts k
  where k.contract_status = 'active' and k.deleted_at is null and not k.is_locked
    and k.date_start < '2026-09-01' and k.billed_elsewhere_date = '2026-10-31'
    and k.billed_to_date = k.billed_elsewhere_date and k.partner_id is null
    and not exists (select from invoices i where i.customer_id = k.customer_id)
    and not exists (select from mandates m where m.customer_id = k.customer_id)
  order by k.id limit 4`

// Of those who came from elsewhere, October is still to be billed by whoever looks at the office.
const LEFT = sql<{ id: number; version: number }, []>`select k.id, k.version from contracts k
  where k.contract_status = 'active' and k.deleted_at is null and not k.is_locked
    and k.date_start < '2026-09-01' and k.billed_elsewhere_date = '2026-10-31'
    and k.billed_to_date = k.billed_elsewhere_date
    and not exists (select from invoices i where i.contract_id = k.id)
  order by k.id`

/** Billing many at once: one run is sent, one was stopped, and one waits for approval. */
export async function storeBillingRuns(on: On, conn: Conn): Promise<void> {
  const [first, second, ...others] = await QUIET.all(conn)
  if (!first || !second || others.length === 0) throw new Error('Too few contracts are left.')
  // The former broker had billed a month less than it said.
  const corrected = { billed_to_date: '2026-09-30', reason: 'Their last invoice ends in September' }
  for (const contract of [first, second, ...others])
    await playCall(on('2026-11-05'), conn, contractCalls.update, { ...contract, ...corrected })
  const done = await started(on, conn, 'Late starters', [first.id], '2026-11-06')
  const office = on('2026-11-07')
  await playCall(office, conn, billingrunCalls.approve, { id: done, acknowledge: everyWarning })
  await approveRunJob.run(jobOn(office, conn), payloadOf(office, done))
  await playCall(office, conn, billingrunCalls.send, { id: done })
  await sendRunJob.run(jobOn(office, conn), payloadOf(office, done))
  const stopped = await started(on, conn, 'Stopped: rates to come', [second.id], '2026-11-09')
  const cancel = { id: stopped, delete_drafts: true }
  await playCall(on('2026-11-09'), conn, billingrunCalls.cancel, cancel)
  const rest = others.map(({ id }) => id)
  await started(on, conn, 'The rest of October', rest, '2026-11-12')
  for (const contract of await LEFT.all(conn))
    await playCall(on('2026-11-12'), conn, contractCalls.update, { ...contract, ...corrected })
}

async function started(
  on: On,
  conn: Conn,
  name: string,
  contract_ids: number[],
  day: string,
): Promise<number> {
  const ctx = on(day, 'drafts')
  const asked = { name, contract_ids, billed_to_date: '2026-10-31', invoice_date: day }
  const id = await playedRow(ctx, conn, billingrunCalls.create, asked)
  await makeDraftsJob.run(jobOn(ctx, conn), payloadOf(ctx, id))
  return id
}

const payloadOf = (ctx: Context, billingrun_id: number) => ({
  organisation_id: ctx.actor.organisation_id ?? 0,
  billingrun_id,
  by: personOf(ctx),
})
