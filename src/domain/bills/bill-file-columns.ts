import { fileColumns } from '#domain/kit/import/file-columns.ts'

/** What a supplier's bill file may tell, a line for each charge, with headings as suppliers write them. */
export const billColumns = fileColumns(
  {
    supplier_statement_number:
      'statement number, statement, statement no, bill number, bill, bill no, invoice number, invoice, invoice no, tax invoice number, number',
    line_name:
      'name, charge, charge name, description, line, item, line description, charge description',
    account_number_with_supplier:
      'account number, account, account no, customer number, customer no',
    icp: 'icp number, icp no, connection, icp id',
    date_issued: 'issued, issue date, date, statement date, invoice date, bill date',
    supplier_due_date: 'due, due date, payment due, payment due date, pay by',
    from: 'period from, period start, from date, start, start date, read from, charge from',
    to: 'period to, period end, to date, end, end date, read to, charge to',
    quantity: 'qty, units, usage, consumption, volume',
    unit: 'uom, unit of measure, rate unit',
    rate: 'price, unit price, unit rate, rate amount',
    rate_cents: 'cents, rate c, c/kWh, rate c/kWh, cents per unit, rate in cents',
    amount: 'charge amount, line amount, line total, amount excl gst, excl gst, net, net amount',
    discountable: 'ppd applies, discount applies, prompt payment, discounted',
    ppd_percent: 'ppd, ppd rate, discount percent, discount, prompt payment discount',
    opening_balance: 'balance brought forward, previous balance, brought forward, opening',
    printed_gst: 'gst, gst amount, total gst, statement gst',
    printed_total: 'total, statement total, amount due, total due, due total, total incl gst',
  },
  (mapping) => {
    if (mapping.supplier_statement_number === undefined)
      return 'Say which column holds the statement number.'
    if (mapping.line_name === undefined) return 'Say which column names the charge.'
    const { amount, rate, rate_cents } = mapping
    if ([amount, rate, rate_cents].every((column) => column === undefined))
      return 'Say which column holds the amount or the rate.'
    return null
  },
)
export type BillColumn = (typeof billColumns)['names'][number]

/** A statement's or an account's number as it is compared: letters and digits only. */
export function normalisedNumber(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
