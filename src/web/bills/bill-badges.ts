import type { Bill } from '#domain/bills/bill.ts'
import { cents } from '#domain/kit/money.ts'

export interface BillBadge {
  value: string
  label: string
  explanation?: string | undefined
}

/** What is worth knowing of a bill beside its state. */
export function billBadges(row: Bill): BillBadge[] {
  const badges: BillBadge[] = []
  if (row.is_disputed)
    badges.push({
      value: 'failed',
      label: row.is_withheld ? 'Disputed' : 'Disputed, paid anyway',
      explanation: row.dispute_reason ?? undefined,
    })
  if (row.difference_status === 'disputed')
    badges.push({ value: 'failed', label: 'Opening balance disputed' })
  if (row.booked_as === 'information')
    badges.push({
      value: 'draft',
      label: 'Paid by the customer',
      explanation: 'The customer pays this bill to the supplier: we do not owe it.',
    })
  if (isPartlyPaid(row)) badges.push({ value: 'approved', label: 'Partly paid' })
  if (row.ppd_state === 'lost') badges.push({ value: 'failed', label: 'Discount lost' })
  if (row.ppd_state === 'earned') badges.push({ value: 'paid', label: 'Discount taken' })
  return badges
}

/** Some of what is owed in time has been paid, and not all of it. */
function isPartlyPaid(row: Bill): boolean {
  if (row.bill_status !== 'approved' && row.bill_status !== 'invoiced') return false
  const left = cents(row.balance ?? '0.00')
  const isLost = row.ppd_state === 'lost'
  const charges = isLost ? row.undiscounted_bill_sum : row.discounted_bill_sum
  const accepted = row.difference_status === 'accepted' ? row.supplier_difference : null
  const asked = [charges, row.othercharges_total, accepted]
  const whole = asked.reduce((sum, amount) => sum + cents(amount ?? '0.00'), 0)
  return row.booked_as !== 'information' && left > 0 && left < whole
}
