import { type BillSums, billSums, computedSums } from '#domain/bills/bill-sums.ts'
import { type Cents, cents, sumCents } from '#domain/kit/money.ts'
import type { Tracer } from '#domain/pricing/trace.ts'
import type { EngineRules } from './engine-rules.ts'
import type { InvoiceInput } from './invoice-input.ts'

export interface SupplierSums {
  /** What the supplier asks from before and our books do not know: passed on, through us. */
  supplier_difference: Cents
  supplier_opening_balance: Cents
  supplier_discounted_total_this_period: Cents
  supplier_discounted_total: Cents
  supplier_undiscounted_total: Cents
}

/** The supplier's side of an invoice, over all of its bills. */
export function supplierSums(
  input: InvoiceInput,
  tracer: Tracer,
  rules: EngineRules,
): SupplierSums {
  const sumsOfBill = rules.supplierFiguresArePrinted ? billSums : computedSums
  const bills = input.bills.map((bill) => sumsOfBill(bill, input.gst_percent))
  const sumOf = (name: keyof BillSums) => sumCents(bills.map((bill) => bill[name]))
  const formula = bills.length === 1 ? 'From the supplier’s bill' : `From ${bills.length} bills`
  const note = (key: string, label: string, amount: Cents) =>
    tracer.note({ key, label, formula, parts: [], rounding: 'none' }, amount)
  const isThroughUs = input.billing === 'split' && input.split_collection === 'through_us'
  const isOurs = isThroughUs && rules.supplierBalanceIsOurs
  const supplier_difference = cents((isOurs && input.supplier_difference) || '0.00')
  const supplier_opening_balance = isOurs
    ? ourBalance(supplier_difference, input, tracer)
    : note('supplier_opening_balance', 'Supplier’s opening balance', sumOf('opening_balance'))
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
    supplier_difference,
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

/** Through us the printed balance tells what we paid the supplier, not what was paid to us. */
function ourBalance(difference: Cents, input: InvoiceInput, tracer: Tracer): Cents {
  const note = (key: string, label: string, amount: Cents) =>
    tracer.note({ key, label, formula: 'From our books', parts: [], rounding: 'none' }, amount)
  note('supplier_rest', 'Supplier’s part of earlier rests', cents(input.supplier_rest ?? '0.00'))
  note('supplier_difference', 'Supplier’s difference', difference)
  return tracer.sum('supplier_opening_balance', 'Supplier’s opening balance', [
    'supplier_rest',
    'supplier_difference',
  ])
}
