import { z } from 'zod'
import { addDays, monthStart } from '#domain/kit/day-number.ts'
import { fieldSchema, idSchema } from '#domain/kit/schema.ts'
import { billingrun } from '#domain/runs/billingrun.ts'
import type { Conn } from '#server/kit/database/database.ts'

// Days the entity keeps; the kit's schema answers text, its static type does not say so.
const day = (name: 'billed_to_date' | 'invoice_date') =>
  (fieldSchema(billingrun, name, billingrun.fields[name]) as z.ZodType<string | null>).optional()

/** What a run is to bill: everything that is not billed yet, or a part of it. */
export const runChoice = z.strictObject({
  billed_to_date: day('billed_to_date').describe('Bill up to this day; the end of last month'),
  invoice_date: day('invoice_date'),
  supplier_id: idSchema.nullish(),
  customer_type: z.string().trim().max(100).nullish(),
  contract_ids: z.array(idSchema).min(1).max(10_000).nullish(),
})
export type RunChoice = z.infer<typeof runChoice>

export interface ChosenContract {
  contract_id: number
  customer_id: number
  period_start: string
  period_end: string
}

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
  return conn.query<ChosenContract>(CHOSEN, [
    lastDayOf(choice, today),
    choice.supplier_id ?? null,
    choice.customer_type ?? null,
    choice.contract_ids ?? null,
  ])
}

const CHOSEN = `with k as (
    select k.id, k.customer_id, c.simple_invoicing, k.date_start,
      case when k.contract_status = 'active' and k.is_open_plan then $1::date
        else least($1::date, coalesce(k.date_end, $1::date)) end as last_day
    from contracts k join customers c on c.id = k.customer_id
    where k.contract_status in ('active', 'ended', 'cancelled') and k.deleted_at is null
      and c.deleted_at is null and ($2::bigint is null or k.supplier_id = $2)
      and ($3::text is null or c.customer_type = $3)
      and ($4::bigint[] is null or k.id = any($4))),
  billed as (
    select i.contract_id, max(i.period_end) as last_day from invoices i
    where i.contract_id in (select id from k) and i.deleted_at is null
      and i.invoice_status <> 'cancelled' group by i.contract_id),
  bills as (
    select b.contract_id, min(b.period_start) as first_day, max(b.period_end) as last_day
    from bills b where b.contract_id in (select id from k) and b.deleted_at is null
      and b.invoice_id is null and b.bill_status in ('draft', 'approved', 'invoiced')
      and b.period_end <= $1::date group by b.contract_id),
  days as (
    select k.id, k.customer_id,
      case when k.simple_invoicing and bills.first_day is not null then bills.first_day
        else greatest(coalesce(billed.last_day + 1, k.date_start), k.date_start) end as period_start,
      case when k.simple_invoicing and bills.last_day is not null then bills.last_day
        else k.last_day end as period_end
    from k left join billed on billed.contract_id = k.id
    left join bills on bills.contract_id = k.id)
  select id as contract_id, customer_id, period_start, period_end from days
  where period_start <= period_end order by id`
