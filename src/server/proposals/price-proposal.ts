import type { StoredColumns } from '#domain/kit/entity.ts'
import type { PricedRate, UsedConnection } from '#domain/pricing/price-lines.ts'
import { asPricedRates, type CandidateRate } from '#domain/proposals/candidate-rates.ts'
import type { proposal } from '#domain/proposals/proposal.ts'
import type { ProposalPrice } from '#domain/proposals/proposal-calls.ts'
import { type Percents, priceProposal } from '#domain/proposals/proposal-pricing.ts'
import { gstOn } from '#server/identity/gst-rates.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { type RegisterUse, segmentsOfMeters } from '#server/meters/segments-of-meters.ts'

/** A proposal, whose rates were checked, as far as its price depends on it. */
type ProposalToPrice = StoredColumns<typeof proposal> & { candidate_rates: CandidateRate[] }

const nothingPriced = {
  current_cost: null,
  candidate_cost: null,
  saving_amount: null,
  saving_percent: null,
  pricing: null,
}

/** Prices the customer's own past use; without any use or any rate there is nothing to price. */
export async function priceFor(
  ctx: Context,
  conn: Conn,
  asked: ProposalToPrice,
): Promise<ProposalPrice> {
  const meters = await metersFor(conn, asked)
  const since = dayOf(asked.period_start) ?? daysBack(todayOf(ctx), 800)
  const registers = await segmentsOfMeters(conn, meters, since)
  const period = periodOf(asked, registers)
  const { candidate_rates } = asked
  const days = { period_start: period?.from ?? null, period_end: period?.to ?? null }
  if (!period || candidate_rates.length === 0) return { ...nothingPriced, ...days }
  // Both sides are priced for what comes, so with the GST of today.
  const gst = await gstOn(conn, todayOf(ctx))
  const rates = asPricedRates(candidate_rates, period.from)
  const candidate = { rates, ...percentsOf(asked, gst) }
  const found = await currentTerms(conn, asked, registers)
  const current = found && { ...found, gst_percent: found.gst_percent ?? gst }
  const connections = asConnections(registers)
  return { ...priceProposal({ connections, period, current, candidate }), ...days }
}

const METERS = sql<
  { id: number },
  [customer_id: number | null, icp_type: string | null, connections: readonly string[]]
>`select id from meters where customer_id = $1 and deleted_at is null
    and ($2::text is null or icp_type = $2)
    and (cardinality($3::text[]) = 0 or connection = any($3))
  order by id limit 500`

async function metersFor(conn: Conn, asked: ProposalToPrice): Promise<number[]> {
  const wanted = asked.connections ?? []
  const rows = await METERS.all(conn, asked.customer_id ?? null, asked.icp_type ?? null, wanted)
  return rows.map((row) => row.id)
}

/** The days asked for, else the last year that has readings. */
function periodOf(asked: ProposalToPrice, registers: readonly RegisterUse[]) {
  const ends = registers.flatMap((register) => register.segments.at(-1)?.period_end ?? [])
  const to = dayOf(asked.period_end) ?? ends.sort().at(-1)
  if (!to) return null
  const from = dayOf(asked.period_start) ?? daysBack(to, 364)
  return from <= to ? { from, to } : null
}

/** Registers by the connection they count for. */
export function asConnections(registers: readonly RegisterUse[]): UsedConnection[] {
  return [...Map.groupBy(registers, (register) => register.connection)].map(
    ([connection, own]) => ({
      connection,
      registers: own,
      meter_capacity_amount: own.at(-1)?.meter_capacity_amount ?? null,
      meter_capacity_charged: own.at(-1)?.meter_capacity_charged ?? false,
    }),
  )
}

interface CurrentContract extends Omit<Percents, 'gst_percent'> {
  gst_percent: string | null
  id: number
  contract_number: string
}

const CURRENT = sql<
  CurrentContract,
  [customer_id: number | null, contract_id: number | null, connections: readonly string[]]
>`select id, contract_number, coalesce(discount_percent, 0)::text as discount_percent,
    gst_percent::text,
    coalesce(service_fee_percent, 0)::text as service_fee_percent
  from contracts where deleted_at is null and customer_id = $1
    and (id = $2 or ($2::bigint is null and contract_status = 'active' and connections && $3))
  order by date_start desc nulls last limit 1`

const RATES = sql<PricedRate, [contract_id: number]>`
  select rate_name, rate_type, rate_amount::text, rate_unit, valid_from_date, register_code,
    with_losses from rates where contract_id = $1 and deleted_at is null order by id`

/** The contract named, else the active one that binds one of the connections. */
async function currentTerms(conn: Conn, asked: ProposalToPrice, registers: readonly RegisterUse[]) {
  const connections = [...new Set(registers.map((register) => register.connection))]
  const { customer_id = null, contract_id = null } = asked
  const found = await CURRENT.one(conn, customer_id, contract_id, connections)
  if (!found) return null
  const rates = await RATES.all(conn, found.id)
  const { discount_percent, gst_percent, service_fee_percent, contract_number } = found
  return { rates, contract_number, discount_percent, gst_percent, service_fee_percent }
}

function percentsOf(asked: ProposalToPrice, gst: string): Percents {
  return {
    discount_percent: asked.discount_percent ?? '0',
    gst_percent: asked.gst_percent ?? gst,
    service_fee_percent: asked.service_fee_percent ?? '0',
  }
}

const dayOf = (value: string | null | undefined) => value || null

export function daysBack(day: string, days: number): string {
  return Temporal.PlainDate.from(day).subtract({ days }).toString()
}
