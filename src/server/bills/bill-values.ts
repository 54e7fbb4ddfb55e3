import { billSums } from '#domain/bills/bill-sums.ts'
import type { BillFacts } from '#domain/bills/found-bill.ts'
import { daysIn } from '#domain/kit/day-number.ts'
import { toDecimalString, wholeCents } from '#domain/kit/money.ts'

/** What a bill comes to: as the supplier printed it, where that differs from ours by cents. */
export function billValues(facts: BillFacts, gst_percent: string) {
  const sums = billSums(facts, gst_percent)
  const period = wholeCents(sums.discounted_bill_sum + sums.other_total)
  const { period_start, period_end } = facts
  return {
    ...facts,
    period_days: period_start && period_end ? daysIn(period_start, period_end) : null,
    gst_percent,
    undiscounted_bill_sum: toDecimalString(sums.undiscounted_bill_sum),
    discounted_bill_sum: toDecimalString(sums.discounted_bill_sum),
    othercharges_total: toDecimalString(sums.other_total),
    due_total: toDecimalString(wholeCents(period + sums.opening_balance)),
    due_gst: toDecimalString(sums.due_gst),
    gst_amount: toDecimalString(sums.full_gst),
  }
}
