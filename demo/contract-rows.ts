import { addDays } from '#domain/kit/day-number.ts'
import type { Connection } from './connections.ts'
import type { Term } from './contract-terms.ts'
import { atOffice, DEMO_TODAY, dayOf } from './demo-time.ts'
import type { Draw } from './draw.ts'
import type { DemoActor, DemoRow, LaterChange } from './store-rows.ts'
import type { Service } from './tariffs.ts'

/** A contract before it is stored, with what it stands on. */
export interface PlannedContract {
  row: DemoRow
  term: Term
  service: Service
  connections: Connection[]
  customer: DemoRow
  supplier: string
  marginPercent: string
}

interface Parties {
  customer: DemoRow
  customer_id: number
  supplier: string
  supplier_id: number
  staff_id: number | null
  actor: DemoActor
}

const FIRST_NUMBER = 1001
const BILLED_TO = '2026-10-31'
const system: DemoActor = { id: null, name: 'Switchboard' }

/** A complete contract with its life so far. */
export function planContract(
  term: Term,
  connections: Connection[],
  parties: Parties,
  place: number,
  draw: Draw,
): PlannedContract {
  const { customer, actor } = parties
  const [first] = connections
  const service = first?.service ?? 'electricity'
  const isBusiness = first?.isBusiness ?? false
  const numbered = { contract_number: `K-${FIRST_NUMBER + place}` }
  const life = lifeOf(term, customer, actor, draw)
  const input = {
    ...numbered,
    customer_id: parties.customer_id,
    supplier_id: parties.supplier_id,
    staff_id: parties.staff_id,
    partner_id: customer.input.partner_id ?? null,
    icp_type: service,
    connections: connections.map((connection) => connection.number),
    account_number_with_supplier: `${draw.whole(10, 99)}-${draw.whole(100_000, 999_999)}`,
    date_start: term.date_start,
    date_end: term.date_end,
    is_open_plan: term.is_open_plan ?? false,
    valid_from_date: term.date_start,
    ...supplierTerms(term, isBusiness),
    ...ourTerms(term, isBusiness, service, draw),
    reading_interval: 1,
    reading_interval_unit: 'months',
    ...(first?.isLarge ? capacityOf(first) : {}),
  }
  return {
    row: { input, ...life, actor },
    term,
    service,
    connections,
    customer,
    supplier: parties.supplier,
    marginPercent: isBusiness ? draw.one(['6', '7.5', '8']) : draw.one(['4', '5', '6']),
  }
}

/** The value the series goes on with. */
export function nextContractNumber(contracts: readonly PlannedContract[]): number {
  return FIRST_NUMBER + contracts.length
}

function supplierTerms({ date_start, date_end, is_open_plan }: Term, isBusiness: boolean) {
  return {
    supplier_date_start: date_start,
    supplier_date_end: date_end,
    supplier_is_open_plan: is_open_plan ?? false,
    supplier_ppd: isBusiness ? '5' : null,
    supplier_late_fee: '15.00',
    supplier_cancellation_fee: isBusiness ? '250.00' : '150.00',
  }
}

function ourTerms(term: Term, isBusiness: boolean, service: Service, draw: Draw) {
  const isFixedDay = draw.chance(0.2)
  return {
    service_fee_percent: isBusiness ? draw.one(['3', '3.5', '4']) : '2.5',
    discount_percent: service === 'electricity' && isBusiness ? '3' : '0',
    due_date_type: isFixedDay ? 'fixed' : 'offset',
    due_date_value_offset: isFixedDay ? null : draw.one([14, 20, 20]),
    due_date_value_fixed: isFixedDay ? 20 : null,
    welcome_credit_amount: term.welcome_credit_amount ?? null,
    cancellation_fee_amount: isBusiness ? '200.00' : '100.00',
  }
}

function capacityOf({ meter }: Connection) {
  const { meter_capacity_amount, meter_capacity_unit, meter_capacity_charged } = meter
  return { meter_capacity_amount, meter_capacity_unit, meter_capacity_charged }
}

/** Made, sent and accepted before it started; what came after depends on where it stands. */
function lifeOf(term: Term, customer: DemoRow, actor: DemoActor, draw: Draw) {
  const isOpen = term.status === 'draft' || term.status === 'offered'
  const wanted = addDays(isOpen ? DEMO_TODAY : term.date_start, isOpen ? -16 : -26)
  const day = latest(earliest(wanted, addDays(DEMO_TODAY, -12)), addDays(dayOf(customer.at), 1))
  const at = atOffice(day, draw.whole(0, 400))
  const sent = atOffice(addDays(day, 2), draw.whole(0, 400))
  const accepted = atOffice(addDays(day, draw.whole(3, 6)), draw.whole(0, 400))
  const who = String(customer.input.contact_primary ?? customer.input.name)
  const later: LaterChange[] = []
  const move = (when: Date, by: DemoActor, action: string, from: string, to: string) =>
    later.push({ at: when, actor: by, action, changes: { contract_status: [from, to] } })
  const kept: Record<string, unknown> = { contract_status: term.status }
  if (term.status === 'draft') return { at, kept, later }
  move(sent, actor, 'send', 'draft', 'offered')
  Object.assign(kept, { sent_at: sent.toISOString(), document_version: 1 })
  if (term.status === 'offered') return { at, kept, later }
  move(accepted, { id: null, name: who, isCustomer: true }, 'accept', 'offered', 'active')
  Object.assign(kept, { accepted_at: accepted.toISOString(), accepted_by: who })
  if (term.date_start <= BILLED_TO)
    kept.billed_to_date =
      term.date_end && !term.is_open_plan ? earliest(term.date_end, BILLED_TO) : BILLED_TO
  if (term.is_locked) {
    kept.is_locked = true
    const lock = { at: atOffice('2026-09-02', 90), actor, action: 'lock' }
    later.push({ ...lock, changes: { is_locked: [false, true] } })
  }
  if (term.status === 'ended' && term.date_end)
    move(atOffice(addDays(term.date_end, 1)), system, 'end', 'active', 'ended')
  if (term.status === 'cancelled' && term.date_end) {
    const told = atOffice(earliest(addDays(term.date_end, -21), addDays(DEMO_TODAY, -6)), 133)
    kept.cancelled_at = told.toISOString()
    move(told, actor, 'cancel', 'active', 'cancelled')
  }
  return { at, kept, later }
}

const earliest = (a: string, b: string) => (a < b ? a : b)
const latest = (a: string, b: string) => (a > b ? a : b)
