import { z } from 'zod'
import type { Bill } from '#domain/bills/bill.ts'
import type { BillFindings } from '#domain/bills/bill-calls.ts'
import { type CheckedBill, checkBill, type OtherBill } from '#domain/bills/bill-checks.ts'
import { billDay } from '#domain/bills/bill-day.ts'
import { type BillRecalculation, recalculateBill } from '#domain/bills/bill-recalculation.ts'
import { billRuleBook } from '#domain/bills/bill-rules.ts'
import type { BookedAs } from '#domain/books/supplier-postings.ts'
import { gstPercentOn } from '#domain/kit/gst.ts'
import { toDecimalString } from '#domain/kit/money.ts'
import { givenLine } from '#domain/pricing/given-line.ts'
import { priceLines } from '#domain/pricing/price-lines.ts'
import { rulesSetting, settingsOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import {
  CONTRACT_COLUMNS,
  type ContractRow,
  ratesFor,
  usageFor,
} from '#server/pricing/price-sources.ts'
import { bookedAs } from './booked-as.ts'
import { type Difference, supplierDifferenceOf } from './supplier-account.ts'

/** A bill as it is looked at; without an id while it is still in a file. */
export interface BillUnderCheck extends CheckedBill {
  id: number | null
  contract_id: number | null
  invoice_id: number | null
  date_issued: string | null
  booked_as: BookedAs | null
  /** Null where the bill prints none: nothing can be said of it then. */
  printed_opening_balance: string | null
}

interface FoundAbout extends BillFindings {
  booked_as: BookedAs
  difference: Difference | null
}

const CONTRACT = sql<ContractRow, [id: number]>`
  select ${CONTRACT_COLUMNS} from contracts where id = $1 and deleted_at is null`

// The latest two years of them at most.
const OTHER_BILLS = sql<OtherBill, [contract_id: number, own: number | null]>`
  select supplier_statement_number, period_start, period_end,
    period_end - period_start + 1 as period_days,
    coalesce(undiscounted_bill_sum, 0)::text as undiscounted_bill_sum,
    coalesce(othercharges_total, 0)::text as othercharges_total
  from bills where contract_id = $1 and deleted_at is null and bill_status <> 'cancelled'
    and ($2::bigint is null or id <> $2)
    and period_start is not null and period_end is not null
  order by period_start desc limit 60`

/** Holds a bill against its contract, the contract's other bills, our buy rates and our books. */
export async function findingsOf(
  conn: Conn,
  today: string,
  bill: BillUnderCheck,
): Promise<FoundAbout> {
  const settings = await settingsOf(conn, ['bill_tolerance', 'gst_percentages'])
  const tolerance = settings.bill_tolerance
  const contract = bill.contract_id === null ? null : await contractOf(conn, bill.contract_id)
  const others = contract ? await OTHER_BILLS.all(conn, contract.id, bill.id) : []
  const recalculation = contract ? await recalculationOf(conn, bill, contract, tolerance) : null
  const booked_as = await bookedAs(conn, bill)
  const difference = await differenceOf(conn, today, bill, booked_as)
  const told = difference && {
    printed: toDecimalString(difference.printed),
    balance: toDecimalString(difference.balance),
    amount: toDecimalString(difference.amount),
  }
  const validations = checkBill({
    ...{ bill, contract, others, recalculation, tolerance },
    rules: billRuleBook.rulesFor(await rulesSetting(conn, 'bill_rules')),
    gst_percent: gstPercentOn(settings.gst_percentages, billDay(bill, today)),
    difference: told,
  })
  return { validations, recalculation, booked_as, difference }
}

/** Where the customer pays the supplier, our books know nothing of their account. */
async function differenceOf(
  conn: Conn,
  today: string,
  bill: BillUnderCheck,
  booked_as: BookedAs,
): Promise<Difference | null> {
  if (booked_as === 'information') return null
  const { id, printed_opening_balance: opening_balance } = bill
  const about = { id, opening_balance, date_issued: billDay(bill, today) }
  return supplierDifferenceOf(conn, bill, about)
}

async function contractOf(conn: Conn, id: number): Promise<ContractRow | null> {
  const row = await CONTRACT.one(conn, id)
  // An open plan goes on after its term.
  return row ? { ...row, date_end: row.is_open_plan ? null : row.date_end } : null
}

async function recalculationOf(
  conn: Conn,
  { period_start: from, period_end: to, lines }: BillUnderCheck,
  contract: ContractRow,
  tolerance: string,
): Promise<BillRecalculation | null> {
  if (!from || !to) return null
  const rates = await ratesFor(conn, 'supplierrates', contract.id)
  if (rates.length === 0) return null
  const connections = await usageFor(conn, contract, from)
  const expected = connections.flatMap((one) => priceLines(one, rates, { from, to }))
  return expected.length === 0 ? null : recalculateBill(lines, expected, tolerance)
}

/** Lines of a bill as they are stored, with the amounts the supplier printed. */
export const printedLines = z.array(
  givenLine.extend({
    amount: z
      .string()
      .regex(/^-?\d{1,12}\.\d{2}$/)
      .optional()
      .catch(undefined),
  }),
)

type CheckedRow = {
  id: number | null
  invoice_id?: number | null
  booked_as?: BookedAs | null
} & Pick<
  Bill,
  | ('contract_id' | 'supplier_id' | 'account_number_with_supplier')
  | ('period_start' | 'period_end' | 'period_days' | 'supplier_due_date' | 'date_issued')
  | ('gst_percent' | 'lines' | 'undiscounted_bill_sum' | 'othercharges_total')
  | ('opening_balance' | 'due_total' | 'due_gst' | 'printed_total' | 'printed_gst')
>

/** The bill of a stored row; lines that can't be read count as none. */
export function billUnderCheck(row: CheckedRow): BillUnderCheck {
  const parsed = printedLines.safeParse(row.lines ?? [])
  return {
    id: row.id,
    contract_id: row.contract_id,
    invoice_id: row.invoice_id ?? null,
    booked_as: row.booked_as ?? null,
    date_issued: row.date_issued,
    printed_opening_balance: row.opening_balance,
    supplier_id: row.supplier_id,
    account_number_with_supplier: row.account_number_with_supplier,
    period_start: row.period_start,
    period_end: row.period_end,
    period_days: row.period_days,
    supplier_due_date: row.supplier_due_date,
    gst_percent: row.gst_percent,
    lines: parsed.success ? parsed.data : [],
    undiscounted_bill_sum: row.undiscounted_bill_sum ?? '0.00',
    othercharges_total: row.othercharges_total ?? '0.00',
    opening_balance: row.opening_balance ?? '0.00',
    due_total: row.due_total ?? '0.00',
    due_gst: row.due_gst ?? '0.00',
    printed_total: row.printed_total,
    printed_gst: row.printed_gst,
  }
}
