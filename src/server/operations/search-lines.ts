import { subjectWords } from '#domain/operations/subject-words.ts'

// What stands below the title of a hit: enough to tell two records of one name apart on the phone.
// Each is SQL about the row t; what is empty is left out.

const customer = '(select c.name from customers c where c.id = t.customer_id)'
const supplier = '(select s.name from suppliers s where s.id = t.supplier_id)'
const partner = '(select p.name from partners p where p.id = t.partner_id)'
const money = (column: string) => `'$' || to_char(t.${column}, 'FM999,999,990.00')`
const day = (column: string) => `to_char(t.${column}, 'FMDD Mon YYYY')`
const words = (column: string) => `replace(t.${column}, '_', ' ')`
const named = Object.entries(subjectWords).map(([name, told]) => `when '${name}' then '${told}'`)
const about = `case t.reference_object ${named.join(' ')} else t.reference_object end`
const cut = (column: string) => `left(t.${column}, 60)`

export const searchLines: Record<string, readonly string[]> = {
  customer: ['t.customer_number', 't.city', 'coalesce(t.phone_mobile, t.phone)', 't.email'],
  supplier: ['t.city', 't.phone', 't.email'],
  partner: ['t.city', 't.phone', 't.email'],
  staff: ['t.job_title', 't.email'],
  contract: [customer, supplier, words('contract_status')],
  meter: ['t.icp_number', customer, cut('icp_location')],
  invoice: [customer, day('invoice_date'), money('discounted_total'), words('invoice_status')],
  bill: [supplier, customer, money('due_total'), words('bill_status')],
  adjustment: [customer, supplier, money('amount'), cut('reason')],
  invoicepayment: [customer, money('amount_incl_gst'), day('payment_date')],
  billpayment: [supplier, money('amount_incl_gst'), day('payment_date')],
  banktransaction: [day('transaction_date'), money('amount'), words('transaction_status')],
  commissionstatement: [partner, money('to_pay'), words('statement_status')],
  proposal: ['t.proposal_number', customer, words('proposal_status')],
  enquiry: ['t.contact_name', 't.email', words('enquiry_status')],
  task: [words('task_status'), `'due ' || ${day('due_date')}`],
  note: [about, cut('text_plain')],
  file: ['(select o.name from folders o where o.id = t.folder_id)', about],
}
