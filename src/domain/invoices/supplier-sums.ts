import { type BillSums, billSums } from '#domain/bills/bill-sums.ts'
import { type Cents, sumCents } from '#domain/kit/money.ts'
import type { Tracer } from '#domain/pricing/trace.ts'
import type { InvoiceInput } from './invoice-input.ts'

export interface SupplierSums {
  supplier_opening_balance: Cents
  supplier_discounted_total_this_period: Cents
  supplier_discounted_total: Cents
  supplier_undiscounted_total: Cents
}

/** The supplier's side of an invoice, over all of its bills. */
export function supplierSums(input: InvoiceInput, tracer: Tracer): SupplierSums {
  const bills = input.bills.map((bill) => billSums(bill, input.gst_percent))
  const sumOf = (name: keyof BillSums) => sumCents(bills.map((bill) => bill[name]))
  const formula = bills.length === 1 ? 'From the supplier’s bill' : `From ${bills.length} bills`
  const note = (key: string, label: string, amount: Cents) =>
    tracer.note({ key, label, formula, parts: [], rounding: 'none' }, amount)
  const supplier_opening_balance = note(
    'supplier_opening_balance',
    'Supplier’s opening balance',
    sumOf('opening_balance'),
  )
  note(
    'supplier_discounted_charges',
    'Supplier’s charges paid in time',
    sumOf('discounted_bill_sum'),
  )
  note('supplier_charges', 'Supplier’s charges', sumOf('undiscounted_bill_sum'))
  note('supplier_other', 'Supplier’s other charges', sumOf('other_total'))
  const supplier_discounted_total_this_period = tracer.sum(
    'supplier_discounted_total_this_period',
    'Supplier, this period paid in time',
    ['supplier_discounted_charges', 'supplier_other'],
  )
  return {
    supplier_opening_balance,
    supplier_discounted_total_this_period,
    supplier_discounted_total: tracer.sum('supplier_discounted_total', 'Supplier, paid in time', [
      'supplier_opening_balance',
      'supplier_discounted_total_this_period',
    ]),
    supplier_undiscounted_total: tracer.sum('supplier_undiscounted_total', 'Supplier', [
      'supplier_opening_balance',
      'supplier_charges',
      'supplier_other',
    ]),
  }
}
