import { contract } from '#domain/contracts/contract.ts'
import { addDays, monthStart } from '#domain/kit/day-number.ts'
import type { RunChoice } from '#domain/runs/billingrun-calls.ts'
import type { ChosenContract } from '#domain/runs/run-lines.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'

export function lastDayOf(choice: RunChoice, today: string): string {
  return choice.billed_to_date ?? addDays(monthStart(today), -1)
}

/**
 * The contracts that have days to bill, each with those days. Contracts billed by their supplier's
 * bills take the days of the bills, the others everything from the last invoice on.
 */
export async function chosenContracts(
  conn: Conn,
  choice: RunChoice,
  today: string,
): Promise<ChosenContract[]> {
  return CHOSEN.all(
    conn,
    lastDayOf(choice, today),
    choice.supplier_id ?? null,
    choice.customer_type ?? null,
    choice.contract_ids ?? null,
  )
}

/** Contracts that are or were in force. */
export const BILLED_STATUSES = ['active', 'ended', 'cancelled'] as const

/** An invoice `i` that bills its days: neither deleted nor cancelled. */
export const INVOICE_COUNTS = fragment`i.deleted_at is null and i.invoice_status <> 'cancelled'`

type ChoiceValues = [
  last_day: string,
  supplier_id: number | null,
  customer_type: string | null,
  contract_ids: readonly number[] | null,
]

const CHOSEN = sql<ChosenContract, ChoiceValues>`with k as (
    select k.id, k.customer_id, c.simple_invoicing, k.billed_elsewhere_date,
      greatest(k.date_start, k.billed_elsewhere_date + 1) as first_day,
      case when k.contract_status = 'active' and k.is_open_plan then $1::date
        else least($1::date, coalesce(k.date_end, $1::date)) end as last_day
    from contracts k join customers c on c.id = k.customer_id
    where k.contract_status in (${BILLED_STATUSES}) and k.deleted_at is null
      and c.deleted_at is null and ($2::bigint is null or k.supplier_id = $2)
      and ($3::text is null or c.customer_type = $3)
      and ($4::bigint[] is null or k.id = any($4))),
  billed as (
    select i.contract_id, max(i.period_end) as last_day,
      max(i.created_at) filter (where i.last_for_contract) as closed_at
    from invoices i
    where i.contract_id in (select id from k) and ${INVOICE_COUNTS} group by i.contract_id),
  bills as (
    select b.contract_id, min(b.period_start) as first_day, max(b.period_end) as last_day
    from bills b join k on k.id = b.contract_id where b.deleted_at is null
      and b.invoice_id is null and b.bill_status in ('draft', 'approved', 'invoiced')
      and (k.billed_elsewhere_date is null or b.period_start > k.billed_elsewhere_date)
      and b.period_end <= $1::date group by b.contract_id),
  days as (
    select k.id, k.customer_id,
      case when k.simple_invoicing and bills.first_day is not null then bills.first_day
        else greatest(billed.last_day + 1, k.first_day) end as period_start,
      case when k.simple_invoicing and bills.last_day is not null then bills.last_day
        else k.last_day end as period_end
    from k left join billed on billed.contract_id = k.id
    left join bills on bills.contract_id = k.id
    where billed.closed_at is null or exists (select from history h
      where h.object_class = ${contract.name} and h.object_id = k.id and h.action = 'restore'
        and h.created_at > billed.closed_at))
  select id as contract_id, customer_id, period_start, period_end from days
  where period_start <= period_end order by id`
