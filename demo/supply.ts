import { connectionsOf } from './connections.ts'
import { nextContractNumber, type PlannedContract, planContract } from './contract-rows.ts'
import { type Term, termsFor } from './contract-terms.ts'
import { DEMO_TODAY } from './demo-time.ts'
import { type Draw, makeDraw } from './draw.ts'
import { planMeters, stories } from './meter-plan.ts'
import type { OwnedMeter } from './store-meters.ts'
import type { DemoRow } from './store-rows.ts'
import type { Service } from './tariffs.ts'

export interface Market {
  customers: readonly DemoRow[]
  customerIds: readonly number[]
  supplierIds: ReadonlyMap<string, number>
  staffIds: ReadonlyMap<string, number>
  seed: number
}

export interface Supply {
  contracts: PlannedContract[]
  meters: OwnedMeter[]
  nextNumber: number
}

/** Every customer's contracts and meters, before anything is stored. */
export function planSupply(market: Market): Supply {
  const draw = makeDraw(market.seed + 7)
  const turns = new Map<unknown, number>()
  const contracts: PlannedContract[] = []
  const meters: OwnedMeter[] = []
  for (const [place, customer] of market.customers.entries()) {
    if (customer.later?.some((change) => change.action === 'delete')) continue
    const status = customer.input.customer_status
    const turn = turns.get(status) ?? 0
    turns.set(status, turn + 1)
    const terms = termsFor(customer, turn)
    const customer_id = market.customerIds[place] ?? 0
    const sites = connectionsOf(customer, place, draw)
    // Who only asks, asks for electricity first.
    const wanted = sites.filter((site) => status !== 'prospect' || site.service === 'electricity')
    for (const own of Map.groupBy(wanted, (site) => site.service).values()) {
      for (const term of terms) {
        const parties = partiesOf(
          market,
          customer,
          customer_id,
          own[0]?.service ?? 'water',
          term,
          draw,
        )
        contracts.push(planContract(term, own, parties, contracts.length, draw))
      }
    }
    const endsOn = lastDayOf(terms)
    for (const [number, site] of sites.entries()) {
      const story = number === 0 ? (stories[String(customer.input.name)] ?? 'plain') : 'plain'
      let before: OwnedMeter | null = null
      for (const planned of planMeters(site, { story, endsOn }, draw)) {
        const owned: OwnedMeter = { planned, customer, customer_id, before }
        meters.push(owned)
        before = owned
      }
    }
  }
  return { contracts, meters, nextNumber: nextContractNumber(contracts) }
}

/** The day of the final reading, where the supply is over. */
function lastDayOf(terms: readonly Term[]): string | null {
  const last = terms.at(-1)
  const isOver = last?.status === 'ended' || last?.status === 'cancelled'
  return isOver && last.date_end && last.date_end <= DEMO_TODAY ? last.date_end : null
}

function partiesOf(
  market: Market,
  customer: DemoRow,
  customer_id: number,
  service: Service,
  term: Term,
  draw: Draw,
) {
  const supplier = supplierFor(market, service, String(customer.input.postcode), term, draw)
  const supplier_id = market.supplierIds.get(supplier) ?? 0
  const staff_id = market.staffIds.get(customer.actor.name) ?? null
  return { customer, customer_id, supplier, supplier_id, staff_id, actor: customer.actor }
}

const HUIA_STOPPED = '2026-02-26'

function supplierFor(
  { supplierIds }: Market,
  service: Service,
  postcode: string,
  term: Term,
  draw: Draw,
): string {
  const has = (name: string) => supplierIds.has(name)
  if (service === 'water') return 'Waitematā Water'
  if (service === 'gas')
    return term.status === 'ended' && (term.date_end ?? '') < HUIA_STOPPED
      ? 'Huia Gas'
      : 'Tasman Bay Gas & Power'
  if (!has('Kererū Energy')) return draw.chance(0.7) ? 'Southern Light Power' : 'Rakiura Fuels'
  if (postcode >= '7000') return draw.chance(0.7) ? 'Pounamu Electric' : 'Southern Light Power'
  return draw.chance(0.7) ? 'Kererū Energy' : 'Pounamu Electric'
}
