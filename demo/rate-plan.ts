import { formatDayShort } from '#domain/kit/calendar.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { PlannedContract } from './contract-rows.ts'
import { atOffice, DEMO_TODAY } from './demo-time.ts'
import type { DemoActor, DemoRow } from './store-rows.ts'
import { type DemoRate, levelOn, priced, tariffFor } from './tariffs.ts'

/** Rates that came together; those a contract began with came with no announcement. */
export interface RateChange {
  side: 'sell' | 'buy'
  valid_from_date: string
  rates: DemoRate[]
  update: DemoRow | null
}

const REVIEWED = '2026-04-01'
const ANNOUNCED = '2027-02-01'
const LETTER = '2027-04-01'
const BATCH = 'kereru-february-2027'
/** Of the contracts with an announced change so many customers have been told. */
const TOLD = 4

/** The rates of all contracts, and their changes told in the contracts' lives. */
export function planRates(contracts: readonly PlannedContract[], actor: DemoActor): RateChange[][] {
  let announced = 0
  return contracts.map((planned) => {
    const changes = [...beginning(planned)]
    const review = isReviewed(planned) ? both(planned, REVIEWED, actor) : []
    changes.push(...review)
    if (isAnnounced(planned) && announced < TOLD + 2) {
      announced += 1
      changes.push(...both(planned, ANNOUNCED, actor, announced <= TOLD))
    }
    if (planned.supplier === 'Pounamu Electric' && isRunningOn(planned, LETTER))
      changes.push(letter(changes, actor))
    for (const { update, side } of changes) if (update) tell(planned, update, side)
    return changes
  })
}

function beginning(planned: PlannedContract): RateChange[] {
  const { term } = planned
  const { sell, buy } = pricesOn(planned, term.date_start)
  const from = { valid_from_date: term.date_start, update: null }
  return [
    { side: 'sell', rates: sell, ...from },
    { side: 'buy', rates: buy, ...from },
  ]
}

function pricesOn({ service, connections, marginPercent }: PlannedContract, day: string) {
  const [first] = connections
  const { isBusiness = false, isLarge = false } = first ?? {}
  const codes = first?.registers.map((register) => register.register_code) ?? ['UN']
  return priced(tariffFor(service, { isBusiness, isLarge, codes }), levelOn(day), marginPercent)
}

function isReviewed(planned: PlannedContract): boolean {
  const isVariable = ['Kererū Energy', 'Southern Light Power'].includes(planned.supplier)
  return isVariable && planned.term.date_start < REVIEWED && isRunningOn(planned, REVIEWED)
}

function isAnnounced(planned: PlannedContract): boolean {
  const { supplier, term } = planned
  const isInForce = term.status === 'active' && term.date_start <= DEMO_TODAY && !term.is_locked
  return supplier === 'Kererū Energy' && isInForce && isRunningOn(planned, ANNOUNCED)
}

function isRunningOn({ term }: PlannedContract, day: string): boolean {
  const isBinding = term.status !== 'draft' && term.status !== 'offered'
  const rollsOn = term.status === 'active' && term.is_open_plan
  return isBinding && (rollsOn || term.date_end === null || term.date_end > day)
}

function both(
  planned: PlannedContract,
  day: string,
  actor: DemoActor,
  isTold = true,
): RateChange[] {
  const before = pricesOn(planned, day === REVIEWED ? planned.term.date_start : addDays(day, -60))
  const after = pricesOn(planned, day)
  const changed = (rates: DemoRate[], old: DemoRate[]) =>
    rates.filter((rate, place) => rate.rate_amount !== old[place]?.rate_amount)
  const reason =
    day === REVIEWED
      ? 'Yearly review of lines charges.'
      : 'Kererū Energy passes on higher lines charges.'
  const made = atOffice(addDays(day, day === REVIEWED ? -44 : -86), 75)
  return (['sell', 'buy'] as const).map((side) => {
    const rates = changed(after[side], before[side])
    const notice =
      side === 'sell' && isTold ? noticeOf(planned, addDays(day, day === REVIEWED ? -41 : -84)) : {}
    const kept = { ...notice, ...(day === ANNOUNCED ? { batch: BATCH } : {}) }
    const update = updateRow(day, rates, before[side], reason, { at: made, actor, kept })
    return { side, valid_from_date: day, rates, update }
  })
}

/** The supplier wrote that the daily charge goes up; our own rates are still to follow. */
function letter(known: readonly RateChange[], actor: DemoActor): RateChange {
  const bought = known.findLast((change) => change.side === 'buy')?.rates ?? []
  const daily = bought.filter((rate) => rate.rate_unit === 'day')
  const rates = daily.map((rate) => ({
    ...rate,
    rate_amount: new Exact(rate.rate_amount).times('1.042').toDecimalPlaces(4).toFixed(),
  }))
  const reason = 'Letter of Pounamu Electric: daily charge up by 4.2 %.'
  const made = { at: atOffice('2026-11-12', 50), actor, kept: {} }
  const update = updateRow(LETTER, rates, daily, reason, made)
  return { side: 'buy', valid_from_date: LETTER, rates, update }
}

function noticeOf({ customer }: PlannedContract, day: string) {
  const { email_invoice, email_primary, email } = customer.input
  const to = email_invoice ?? email_primary ?? email
  return { notice_sent_at: atOffice(day, 130).toISOString(), notice_recipient: to }
}

function updateRow(
  day: string,
  rates: readonly DemoRate[],
  before: readonly DemoRate[],
  reason: string,
  made: { at: Date; actor: DemoActor; kept: Record<string, unknown> },
): DemoRow {
  const name = `Rates from ${formatDayShort(day)}`
  const amounts = new Map(before.map((rate) => [rate.rate_name, rate.rate_amount]))
  const told = rates.map((rate) => ({
    ...rate,
    previous_amount: amounts.get(rate.rate_name) ?? null,
  }))
  return {
    input: { valid_from_date: day, rates: told, reason },
    at: made.at,
    actor: made.actor,
    kept: { name, ...made.kept },
  }
}

function tell({ row }: PlannedContract, update: DemoRow, side: RateChange['side']): void {
  const action = side === 'sell' ? 'addrateupdates' : 'addsupplierrateupdates'
  row.later = [
    ...(row.later ?? []),
    { at: update.at, actor: update.actor, action, changes: {} },
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
}
