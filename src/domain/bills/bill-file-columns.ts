/** What a supplier's bill file may tell, a line for each charge. */
export const billColumns = [
  'supplier_statement_number',
  'line_name',
  'account_number_with_supplier',
  'icp',
  'date_issued',
  'supplier_due_date',
  'from',
  'to',
  'quantity',
  'unit',
  'rate',
  'rate_cents',
  'amount',
  'discountable',
  'ppd_percent',
  'opening_balance',
  'printed_gst',
  'printed_total',
] as const
export type BillColumn = (typeof billColumns)[number]

/** Headings as suppliers write them. */
const aliases: Record<BillColumn, string> = {
  supplier_statement_number:
    'statement_number statement statement_no bill_number bill bill_no invoice_number invoice invoice_no tax_invoice_number number',
  line_name: 'name charge charge_name description line item line_description charge_description',
  account_number_with_supplier: 'account_number account account_no customer_number customer_no',
  icp: 'icp_number icp_no connection icp_id',
  date_issued: 'issued issue_date date statement_date invoice_date bill_date',
  supplier_due_date: 'due due_date payment_due payment_due_date pay_by',
  from: 'period_from period_start from_date start start_date read_from charge_from',
  to: 'period_to period_end to_date end end_date read_to charge_to',
  quantity: 'qty units usage consumption volume',
  unit: 'uom unit_of_measure rate_unit',
  rate: 'price unit_price unit_rate rate_amount',
  rate_cents: 'cents rate_c c_kwh rate_c_kwh cents_per_unit rate_in_cents',
  amount: 'charge_amount line_amount line_total amount_excl_gst excl_gst net net_amount',
  discountable: 'ppd_applies discount_applies prompt_payment discounted',
  ppd_percent: 'ppd ppd_rate discount_percent discount prompt_payment_discount',
  opening_balance: 'balance_brought_forward previous_balance brought_forward opening',
  printed_gst: 'gst gst_amount total_gst statement_gst',
  printed_total: 'total statement_total amount_due total_due due_total total_incl_gst',
}

const known = new Map(
  billColumns.flatMap((column) =>
    [column, ...aliases[column].split(' ')].map((heading) => [heading, column] as const),
  ),
)

/** The column a heading means, however it is written. */
export function billColumnOf(heading: string): BillColumn | null {
  const key = heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return known.get(key) ?? null
}

/** A statement's or an account's number as it is compared: letters and digits only. */
export function normalisedNumber(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
