import { useQuery } from '@tanstack/react-query'
import type { Bill } from '#domain/bills/bill.ts'
import { billCalls } from '#domain/bills/bill-calls.ts'
import { billListCalls } from '#domain/bills/bill-list-calls.ts'
import type { Adjustment } from '#domain/books/adjustment.ts'
import { adjustmentCalls } from '#domain/books/adjustment-calls.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { send } from '#web/kit/session/send.ts'

/** A bill or an adjustment that we still owe a supplier. */
interface UnpaidItem {
  /** `b12` is bill 12, `a7` adjustment 7. */
  key: string
  bill_id: number | null
  adjustment_id: number | null
  number: string | null
  balance: string | null
  title: string
}

/** What is waiting to be paid to suppliers; what is withheld or held is left out. */
export function useUnpaid(): UnpaidItem[] | undefined {
  const { data } = useQuery({
    queryKey: ['bills', 'unpaid'],
    queryFn: async ({ signal }) => {
      const page = { limit: 200 }
      const [bills, adjustments] = await Promise.all([
        send(
          billListCalls.unpaid,
          { ...page, 'bill_status.in': 'approved,invoiced', order: 'supplier_due_date' },
          { signal },
        ),
        send(
          adjustmentCalls.list,
          { ...page, adjustment_status: 'invoiced', 'customer_id.null': 'true', order: 'due_date' },
          { signal },
        ),
      ])
      return [
        ...(adjustments.data ?? []).filter((one) => !one.is_held).map(ofAdjustment),
        ...(bills.data ?? []).filter((one) => !one.is_withheld).map(ofBill),
      ].filter((one) => Number(one.balance) > 0)
    },
  })
  return data
}

/** The chosen bills: those that something is to be paid on, and the others. */
export async function unpaidBills(ids: readonly number[], signal: AbortSignal) {
  const asked = { 'id.in': ids.join(','), order: 'supplier_due_date', limit: 500 }
  const { data, info } = await send(billCalls.list, asked, { signal })
  const rows = (data ?? []).map((row) => ({
    id: row.id,
    customer_id: row.supplier_id ?? 0,
    name: row.supplier_statement_number ?? `Bill ${row.id}`,
    customer: info.titles?.supplier?.[String(row.supplier_id)] ?? 'No supplier',
    balance: row.balance ?? '0.00',
    isOpen: isPayable(row) && !row.is_withheld && Number(row.balance) > 0,
  }))
  return {
    open: rows.filter(({ isOpen }) => isOpen),
    others: rows.filter(({ isOpen }) => !isOpen),
  }
}

const isPayable = ({ bill_status }: Bill) =>
  bill_status === 'approved' || bill_status === 'invoiced'

function ofBill(one: Bill): UnpaidItem {
  const number = one.supplier_statement_number
  const printed = one.due_total === one.balance ? '' : `bill says ${formatMoney(one.due_total)}`
  return {
    ...{ key: `b${one.id}`, bill_id: one.id, adjustment_id: null, number, balance: one.balance },
    title: titleOf([number ?? `Bill ${one.id}`, one.balance, printed, one.supplier_due_date]),
  }
}

function ofAdjustment(one: Adjustment): UnpaidItem {
  const { id, adjustment_number: number, balance, due_date } = one
  return {
    ...{ key: `a${id}`, bill_id: null, adjustment_id: id, number, balance },
    title: titleOf([number, balance, one.account_number_with_supplier ?? '', due_date]),
  }
}

type Words = [name: string, balance: string | null, more: string, due: string | null]

function titleOf([name, balance, more, due]: Words): string {
  const day = due ? `due ${formatDayShort(due)}` : ''
  return [name, formatMoney(balance), more, day].filter(Boolean).join(' · ')
}
