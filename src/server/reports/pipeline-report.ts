import { accounts } from '#domain/books/postings.ts'
import { BUSINESS_TIME_ZONE, formatDayShort } from '#domain/kit/calendar.ts'
import { cents } from '#domain/kit/money.ts'
import {
  CONTACT_DAYS,
  type PipelineFacts,
  pipelineStages,
  RENEWAL_DAYS,
  stageOf,
} from '#domain/reports/pipeline-report.ts'
import type { GroupKey, ReportFact } from '#domain/reports/report.ts'
import { sameConnection } from '#server/contracts/same-connection.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { monthKey, type ReportSource } from './report-source.ts'

interface EndingContract extends PipelineFacts {
  id: number
  contract_number: string | null
  customer_id: number
  customer: string
  supplier_id: number | null
  supplier: string | null
  staff_id: number | null
  staff: string | null
  fee: string
}

// What staff say to a customer. Invoices, receipts and reminders go out by themselves.
const WORDS = ['chat', 'mail', 'answer', 'offer', 'sms', 'bulk'] as const
const UNSAID = ['draft', 'failed', 'bounced', 'blocked', 'cancelled'] as const

const SINCE = fragment`(($1::date - ${CONTACT_DAYS})::timestamp at time zone ${BUSINESS_TIME_ZONE})`

// Each question is answered once for all contracts: asked for one at a time, they take a second.
const CONTRACTS = sql<EndingContract, [today: string, from: string, to: string]>`
  with ending as materialized (
      select k.*, case when k.contract_status = 'active' and k.is_open_plan
        then null else k.date_end end as last_day
      from contracts k
      where k.deleted_at is null and (k.contract_status = 'active' and k.is_open_plan
        or k.contract_status in ('active', 'ended', 'cancelled')
          and k.date_end between $2::date and $3::date)),
    fees as materialized (select i.contract_id, -sum(a.amount) as fee
      from accounttransactions a join invoices i on i.id = a.invoice_id
      where a.account = ${accounts.serviceFees} and a.transaction_date <= $1::date
        and a.transaction_date > ($1::date - interval '1 year')::date group by i.contract_id),
    spoken as materialized (select distinct m.customer_id from messages m
      where m.direction = 'out' and m.kind in (${WORDS}) and m.status not in (${UNSAID})
        and m.deleted_at is null and m.created_at >= ${SINCE}),
    proposed as materialized (select p.customer_id, p.contract_id, p.connections from proposals p
      where p.deleted_at is null and p.created_at >= ${SINCE}),
    offers as materialized (select o.customer_id, o.connections from contracts o
      where o.contract_status = 'offered' and o.deleted_at is null),
    bound as materialized (select c.contract_id, bool_and(n.contract_id is not null) as goes_on
      from ending k join contract_connections c on c.contract_id = k.id
      left join contract_connections n on ${sameConnection('n', 'c')}
        and n.contract_id <> c.contract_id and lower(n.days) > k.last_day
        and lower(n.days) <= k.last_day + ${RENEWAL_DAYS}
      group by c.contract_id)
  select k.id, k.contract_number, k.customer_id, c.name as customer, k.supplier_id,
    s.name as supplier, k.staff_id, f.name as staff, k.last_day::text as "end",
    coalesce(b.goes_on, false) as is_renewed,
    exists (select from offers o where o.customer_id = k.customer_id
      and o.connections && k.connections) as is_offered,
    k.customer_id in (select customer_id from spoken) or exists (select from proposed p
      where p.customer_id = k.customer_id and (p.contract_id = k.id
        or cardinality(p.connections) = 0 or p.connections && k.connections)) as is_contacted,
    coalesce(e.fee, 0)::numeric(14,2)::text as fee
  from ending k join customers c on c.id = k.customer_id
  left join suppliers s on s.id = k.supplier_id
  left join staffs f on f.id = k.staff_id
  left join fees e on e.contract_id = k.id
  left join bound b on b.contract_id = k.id order by k.id`

/** Contracts that end in the period, and all that roll on, with how far each has got. */
export const pipeline: ReportSource = async (conn, { today, from, to }) => {
  const contracts = await CONTRACTS.all(conn, today, from, to)
  return { facts: contracts.map((one) => pipelineFact(one, today)) }
}

const ROLLING: GroupKey = {
  key: 'rolling',
  name: 'Rolling',
  detail: 'Open plans without an end',
}

function pipelineFact(one: EndingContract, today: string): ReportFact {
  const stage = stageOf(one, today)
  const end = one.end === null ? 'rolls on' : `ends ${formatDayShort(one.end)}`
  const key = (id: number | null, name: string | null, without: string): GroupKey => ({
    key: String(id ?? ''),
    name: name ?? without,
  })
  return {
    keys: {
      month: one.end === null ? ROLLING : monthKey(one.end),
      stage: { key: stage, name: pipelineStages[stage] },
      customer: key(one.customer_id, one.customer, ''),
      supplier: key(one.supplier_id, one.supplier, 'Without a supplier'),
      staff: key(one.staff_id, one.staff, 'Nobody'),
      contract: {
        key: String(one.id),
        name: one.contract_number ?? `Contract ${one.id}`,
        detail: `${one.customer}, ${end} · ${pipelineStages[stage].toLowerCase()}`,
        to: `/app/contract?id=${one.id}`,
      },
    },
    sums: { contracts: 1, fee: cents(one.fee), [stage]: 1 },
  }
}
