import { formatDayShort } from '#domain/kit/calendar.ts'
import { cents } from '#domain/kit/money.ts'
import {
  type CareRule,
  type CareStopKind,
  careRuleIn,
  careRules,
  careStops,
  stoppedKind,
} from '#domain/reports/care-report.ts'
import type { ReportFact } from '#domain/reports/report.ts'
import { sql } from '#server/kit/database/sql.ts'
import { monthKey, type ReportSource } from '#server/reports/report-source.ts'
import { type Days, dayOf, daysOf, onDays, stood } from './on-days.ts'

interface Stopped {
  id: number
  day: string
  customer_id: number
  customer: string
  reason: string
}

interface StoppedMessage extends Stopped {
  kind: string
  tone: string
  message_id: number | null
}

const MESSAGES = sql<StoppedMessage, Days>`
  select s.id, ${dayOf('s.created_at')}::text as day, s.customer_id, c.name as customer, s.reason,
    s.kind, s.tone, s.message_id
  from carestops s join customers c on c.id = s.customer_id
  where ${stood('s')} and ${onDays('s.created_at')} order by s.id`

interface RefusedReminder extends Stopped {
  invoice_id: number | null
  adjustment_id: number | null
  number: string | null
  step: number
}

const REMINDERS = sql<RefusedReminder, Days>`
  select r.id, ${dayOf('r.created_at')}::text as day, c.id as customer_id, c.name as customer,
    coalesce(r.reason, '') as reason, r.invoice_id, r.adjustment_id,
    coalesce(i.invoice_number, d.adjustment_number) as number, r.step
  from reminders r left join invoices i on i.id = r.invoice_id
    left join adjustments d on d.id = r.adjustment_id
    join customers c on c.id = coalesce(i.customer_id, d.customer_id)
  where r.outcome = 'refused' and ${onDays('r.created_at')} order by r.id`

interface Sparing extends Stopped {
  what: 'late_fee' | 'dishonour_fee' | 'debit_retry'
  rule: CareRule
  amount: string | null
  invoice_id: number | null
  invoicepayment_id: number | null
}

const SPARINGS = sql<Sparing, Days>`
  select s.id, ${dayOf('s.created_at')}::text as day, s.customer_id, c.name as customer,
    s.words as reason, s.what, s.rule, s.amount::text, s.invoice_id, s.invoicepayment_id
  from care_sparings s join customers c on c.id = s.customer_id
  where ${onDays('s.created_at')} order by s.id`

// Whose account is not debited any more because they have died.
const FROZEN = sql<Stopped, Days>`
  select h.id, ${dayOf('h.created_at')}::text as day, c.id as customer_id, c.name as customer,
    coalesce(h.reason, '') as reason
  from history h join customers c on c.id = h.object_id
  where h.object_class = 'customer' and h.action = 'freeze_debits' and ${onDays('h.created_at')}
  order by h.id`

/** Everything that consumer care stopped, from where each of it is kept. */
export const care: ReportSource = async (conn, asked) => {
  const days = daysOf(asked)
  const stopped = await MESSAGES.all(conn, ...days)
  const refused = await REMINDERS.all(conn, ...days)
  const spared = await SPARINGS.all(conn, ...days)
  const frozen = await FROZEN.all(conn, ...days)
  return {
    facts: [
      ...stopped.flatMap((one) => messageFact(one)),
      ...refused.flatMap((one) => reminderFact(one)),
      ...spared.map((one) => sparingFact(one)),
      ...frozen.flatMap((one) => frozenFact(one)),
    ],
  }
}

interface CareEvidence {
  stop: Stopped
  key: string
  kind: CareStopKind
  rule: CareRule | null
  to?: string | null
  spared?: number
}

function factOf({ stop, key, kind, rule, to, spared = 0 }: CareEvidence): ReportFact {
  const { customer_id, customer, day, reason } = stop
  const { label, column } = careStops[kind]
  const customerAddress = `/app/customer/details?id=${customer_id}`
  return {
    keys: {
      rule: { key: rule ?? '', name: rule ? careRules[rule] : 'Another rule' },
      what: { key: kind, name: label },
      customer: { key: String(customer_id), name: customer },
      month: monthKey(day),
      stop: {
        key,
        name: `${label}, ${customer}`,
        detail: `${formatDayShort(day)}: ${reason}`,
        to: to ?? customerAddress,
      },
    },
    sums: { stops: 1, [column]: 1, spared },
  }
}

function messageFact(stop: StoppedMessage): ReportFact[] {
  const to = stop.message_id ? `/app/message?id=${stop.message_id}` : null
  const rule = careRuleIn(stop.reason)
  return [factOf({ stop, key: `s${stop.id}`, kind: stoppedKind(stop), rule, to })]
}

/** Reminders are refused for other reasons, too; only those of care are evidence. */
function reminderFact(stop: RefusedReminder): ReportFact[] {
  const rule = careRuleIn(stop.reason)
  if (!rule) return []
  const to = stop.invoice_id
    ? `/app/invoice/edit?id=${stop.invoice_id}`
    : `/app/adjustment?id=${stop.adjustment_id}`
  return [factOf({ stop, key: `r${stop.id}`, kind: 'reminder', rule, to })]
}

function sparingFact(stop: Sparing): ReportFact {
  const { id, what, rule, amount, invoice_id, invoicepayment_id } = stop
  const to = invoicepayment_id
    ? `/app/invoicepayment?id=${invoicepayment_id}`
    : invoice_id
      ? `/app/invoice/edit?id=${invoice_id}`
      : null
  return factOf({ stop, key: `f${id}`, kind: what, rule, to, spared: cents(amount ?? '0') })
}

function frozenFact(stop: Stopped): ReportFact[] {
  const rule = careRuleIn(stop.reason)
  return rule ? [factOf({ stop, key: `d${stop.id}`, kind: 'debits', rule })] : []
}
