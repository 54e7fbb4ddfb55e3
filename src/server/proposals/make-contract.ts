import { contract } from '#domain/contracts/contract.ts'
import { rate } from '#domain/contracts/rate.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { type CandidateRate, candidateRates } from '#domain/proposals/candidate-rates.ts'
import { type Proposal, proposal } from '#domain/proposals/proposal.ts'
import type { proposalCalls } from '#domain/proposals/proposal-calls.ts'
import type { Pricing } from '#domain/proposals/proposal-pricing.ts'
import { gstOn } from '#server/identity/gst-rates.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import type { Changes } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { insertRow, updateRow, type Written } from '#server/kit/rows/write-row.ts'

type WonProposal = CheckedOf<typeof proposalCalls.contract>

const MADE = sql<{ contract_number: string }, [id: number | null]>`
  select contract_number from contracts where id = $1 and deleted_at is null`

/** What was won becomes a draft contract with the rates that were offered. */
export async function makeContract(
  ctx: Context,
  conn: Conn,
  asked: WonProposal,
): Promise<Written<typeof contract>> {
  const { row: won, deleted_at } = await lockRow(ctx, conn, proposal, asked.id)
  await refuseUnready(conn, won, deleted_at)
  const made = await insertRow(ctx, conn, contract, {
    customer_id: won.customer_id,
    supplier_id: won.supplier_id,
    staff_id: won.staff_id,
    icp_type: won.icp_type,
    connections: connectionsOf(won),
    date_start: asked.date_start ?? null,
    date_end: asked.date_end ?? null,
    service_fee_percent: won.service_fee_percent,
    discount_percent: won.discount_percent,
    gst_percent: await ownGst(conn, won, todayOf(ctx)),
  })
  const valid_from_date = asked.date_start ?? todayOf(ctx)
  for (const one of ratesOf(won))
    await insertRow(ctx, conn, rate, { ...one, contract_id: made.id, valid_from_date })
  const changes: Changes<typeof proposal> = { made_contract_id: [null, made.id] }
  await updateRow(
    ctx,
    conn,
    proposal,
    won.id,
    { made_contract_id: made.id },
    { action: 'contract', changes },
  )
  return made
}

/** What was offered with the usual GST goes on with whatever that will be. */
async function ownGst(conn: Conn, { gst_percent }: Proposal, today: string) {
  const isUsual = gst_percent !== null && new Exact(gst_percent).eq(await gstOn(conn, today))
  return isUsual ? null : gst_percent
}

async function refuseUnready(conn: Conn, won: Proposal, deleted_at: string | null): Promise<void> {
  const action = 'make a contract'
  if (deleted_at) throw notPossible(action, 'the proposal was deleted', 'Restore it first.')
  if (won.proposal_status !== 'won')
    throw notPossible(action, 'the proposal is not won', 'Set its status to won first.')
  if (ratesOf(won).length === 0)
    throw notPossible(action, 'the proposal has no rates', 'Enter what was offered first.')
  const existing = await MADE.one(conn, won.made_contract_id)
  if (existing) {
    const reason = `contract ${existing.contract_number} was made of it`
    throw notPossible(action, reason, 'Open that contract instead.')
  }
}

/** The connections named, else those the use was priced on. */
function connectionsOf(won: Proposal): string[] {
  if (won.connections && won.connections.length > 0) return won.connections
  const pricing = won.pricing as Pricing | null // Priced and stored by the server alone.
  return [...new Set(pricing?.candidate.lines.map((line) => line.connection) ?? [])]
}

function ratesOf(won: Proposal): CandidateRate[] {
  return candidateRates.safeParse(won.candidate_rates ?? []).data ?? []
}
