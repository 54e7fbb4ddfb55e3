import { setImmediate as pause } from 'node:timers/promises'
import { type KnownRate, withNewRates } from '#domain/contracts/new-rates.ts'
import {
  type ShadowContract,
  type ShadowRun,
  summariseShadow,
} from '#domain/contracts/shadow-run.ts'
import type { RateChange } from '#domain/contracts/shadow-run-calls.ts'
import { type GstRates, gstPercentOn } from '#domain/kit/gst.ts'
import type { UsedConnection } from '#domain/pricing/price-lines.ts'
import { shadowEffect } from '#domain/proposals/shadow-effect.ts'
import { buySide, type RateSide, sellSide } from '#server/contracts/rate-side.ts'
import { gstRatesOf } from '#server/identity/gst-rates.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { quote } from '#server/kit/rows/column.ts'
import { segmentsOfMeters } from '#server/meters/segments-of-meters.ts'
import { asConnections, daysBack } from './price-proposal.ts'

const CONTRACTS_AT_ONCE = 100
// Long enough for a year of readings that ended some months ago.
const DAYS_LOOKED_BACK = 800

/** Replays changes of rates on the use of each contract; nothing is stored. */
export async function shadowRun(
  ctx: Context,
  conn: Conn,
  side: RateSide,
  changes: readonly RateChange[],
): Promise<ShadowRun> {
  const byContract = [...Map.groupBy(changes, (change) => change.contract_id)]
  const found: ShadowContract[] = []
  const gst_rates = await gstRatesOf(conn)
  for (let at = 0; at < byContract.length; at += CONTRACTS_AT_ONCE) {
    const part = new Map(byContract.slice(at, at + CONTRACTS_AT_ONCE))
    found.push(...(await shadowOf(ctx, conn, { side, gst_rates }, part)))
  }
  return summariseShadow(found)
}

async function shadowOf(
  ctx: Context,
  conn: Conn,
  { side, gst_rates }: Pick<Facts, 'side' | 'gst_rates'>,
  changes: ReadonlyMap<number, readonly RateChange[]>,
): Promise<ShadowContract[]> {
  const ids = [...changes.keys()]
  const other = side === sellSide ? buySide : sellSide
  const [contracts, own, others, meters] = await Promise.all([
    TERMS.all(conn, ids),
    ratesOf(conn, side, ids),
    ratesOf(conn, other, ids),
    METERS.all(conn, ids),
  ])
  const meter_ids = [...new Set(meters.map((row) => row.meter_id))]
  const since = daysBack(todayOf(ctx), DAYS_LOOKED_BACK)
  const registers = await segmentsOfMeters(conn, meter_ids, since)
  const metersOf = Map.groupBy(meters, (row) => row.contract_id)
  const priced: ShadowContract[] = []
  for (const terms of contracts) {
    const { contract_id } = terms
    const counting = new Set(metersOf.get(contract_id)?.map((row) => row.meter_id))
    const used = registers.filter((register) => counting.has(register.meter_id))
    const facts = {
      side,
      gst_rates,
      terms,
      connections: asConnections(used),
      rates: own.get(contract_id) ?? [],
      others: others.get(contract_id) ?? [],
    }
    priced.push(...(await stepsOf(changes.get(contract_id) ?? [], facts)))
  }
  return priced
}

interface Facts {
  side: RateSide
  gst_rates: GstRates
  terms: Terms
  connections: UsedConnection[]
  rates: readonly StoredRate[]
  others: readonly KnownRate[]
}

/** The changes of one contract by their days: each finds the rates that those before it brought. */
async function stepsOf(changes: readonly RateChange[], facts: Facts): Promise<ShadowContract[]> {
  const { contract_id, contract_number, customer_id, customer_name } = facts.terms
  const { side, connections, others } = facts
  const own = new Set(changes.map(({ update_id }) => update_id))
  let rates: KnownRate[] = facts.rates.filter(
    ({ update_id }) => update_id === null || !own.has(update_id),
  )
  const inOrder = changes.toSorted((a, b) => (a.valid_from_date < b.valid_from_date ? -1 : 1))
  const steps: ShadowContract[] = []
  for (const { valid_from_date, rates: sent } of inOrder) {
    const effect = shadowEffect({
      side: side === sellSide ? 'sell' : 'buy',
      connections,
      valid_from_date,
      changes: sent,
      rates,
      others,
      ...percentsOf(facts, valid_from_date),
    })
    rates = withNewRates(rates, valid_from_date, sent)
    const about = { contract_id, contract_number, customer_id, customer_name }
    steps.push({ ...about, valid_from_date, effect })
    // Thousands of them take seconds, in which others are to be answered.
    await pause()
  }
  return steps
}

interface Terms {
  contract_id: number
  contract_number: string
  customer_id: number | null
  customer_name: string
  discount_percent: string
  supplier_ppd: string
  gst_percent: string | null
  service_fee_percent: string
}

/** A supplier charges no fee of ours, and gives a discount of its own. */
function percentsOf({ side, terms, gst_rates }: Facts, day: string) {
  const { discount_percent, service_fee_percent, supplier_ppd } = terms
  const gst_percent = terms.gst_percent ?? gstPercentOn(gst_rates, day)
  if (side === sellSide) return { gst_percent, discount_percent, service_fee_percent }
  return { gst_percent, discount_percent: supplier_ppd, service_fee_percent: '0' }
}

type StoredRate = KnownRate & { contract_id: number; update_id: number | null }

async function ratesOf(conn: Conn, side: RateSide, ids: readonly number[]) {
  const rows = await conn.query<StoredRate>(
    `select contract_id, ${quote(side.updateColumn)} as update_id, rate_name, rate_type,
       rate_amount::text, rate_unit, valid_from_date, register_code, with_losses
     from ${quote(side.rate.plural)} where contract_id = any($1) and deleted_at is null
     order by id`,
    [ids],
  )
  return Map.groupBy(rows, (row) => row.contract_id)
}

const TERMS = sql<Terms, [contract_ids: readonly number[]]>`
  select c.id as contract_id, c.contract_number, c.customer_id,
    coalesce(k.name_business, k.name, '') as customer_name,
    coalesce(c.discount_percent, 0)::text as discount_percent,
    coalesce(c.supplier_ppd, 0)::text as supplier_ppd,
    c.gst_percent::text,
    coalesce(c.service_fee_percent, 0)::text as service_fee_percent
  from contracts c left join customers k on k.id = c.customer_id
  where c.id = any($1) and c.deleted_at is null order by c.id`

// A meter at the connection that is another customer’s by now says nothing of this one’s use.
const METERS = sql<
  { contract_id: number; meter_id: number },
  [contract_ids: readonly number[]]
>`select c.id as contract_id, m.id as meter_id
  from contracts c join meters m on m.customer_id = c.customer_id
    and m.connection = any(c.connections) and m.deleted_at is null
  where c.id = any($1) and c.deleted_at is null order by c.id, m.id`
