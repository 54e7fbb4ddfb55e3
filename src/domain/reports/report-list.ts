import { wholeCents } from '#domain/kit/money.ts'
import { percentOf } from '#domain/kit/rounding.ts'
import { activityReport } from './activity-report.ts'
import { careReport } from './care-report.ts'
import { messagesReport } from './messages-report.ts'
import { partnersReport } from './partners-report.ts'
import { pipelineReport } from './pipeline-report.ts'
import { qualityReport } from './quality-report.ts'
import { RECORD, type ReportColumn, type ReportDefinition, type Sums } from './report.ts'
import { countColumn as count, moneyColumn as money } from './report-column.ts'
import { useReport } from './use-report.ts'

const ages: readonly ReportColumn[] = [
  money('current', 'Not yet due'),
  money('days_1_30', '1–30 days'),
  money('days_31_60', '31–60 days'),
  money('days_61_90', '61–90 days'),
  money('days_over_90', 'Over 90 days', { isAlarm: true }),
  money('held', 'Held'),
  money('credit', 'Credit'),
  money('total', 'Total', { isStrong: true }),
]
const ageNames = ages.slice(0, 6).map(({ name }) => name)

const inBooks = { role: 'accounting', csvRole: 'manager' } as const

const marginShare = ({ margin = 0, income = 0 }: Sums) =>
  percentOf(wholeCents(margin), wholeCents(income))

/** The reports in the order of their list. */
export const reports = {
  receivables: {
    name: 'receivables',
    title: 'Aged receivables',
    about: 'What customers owe by how long it has been due, less the credit they have with us.',
    ...inBooks,
    spans: 'day',
    usual: 'month',
    groups: {
      customer: { label: 'Customer', opens: 'item' },
      month: { label: 'Month it was due', opens: 'item' },
      item: { label: 'Invoice or adjustment', opens: RECORD },
    },
    columns: ages,
    main: 'total',
    chart: ageNames,
    agreesWith: 'what stands on 1100 and 2100',
  },
  payables: {
    name: 'payables',
    title: 'Aged payables',
    about: 'What we owe suppliers by how long it has been due, less the credit we have there.',
    ...inBooks,
    spans: 'day',
    usual: 'month',
    groups: {
      supplier: { label: 'Supplier', opens: 'item' },
      month: { label: 'Month it was due', opens: 'item' },
      item: { label: 'Bill or adjustment', opens: RECORD },
    },
    columns: ages,
    main: 'total',
    chart: ageNames,
    agreesWith: 'what stands on 2000 and 1210',
  },
  gst: {
    name: 'gst',
    title: 'GST return',
    about: 'The boxes of the return with the documents behind each, prepared, filed and locked.',
    role: 'accounting',
    csvRole: 'accounting',
    spans: 'period',
    usual: 'gst',
    groups: {
      box: { label: 'Box', opens: 'document' },
      document: { label: 'Document', opens: RECORD },
    },
    columns: [
      money('amount', 'With GST', { isStrong: true }),
      money('gst', 'GST in the books'),
      count('documents', 'Documents'),
    ],
    main: 'amount',
    chart: 'rows',
    agreesWith: 'what was booked on 2300 and 2310 with GST',
  },
  margin: {
    name: 'margin',
    title: 'Margin',
    about:
      'What invoices of the period brought and what their bills cost, both without GST and late fees. While a discount is open it counts as taken.',
    role: 'manager',
    csvRole: 'manager',
    spans: 'period',
    usual: 'month',
    groups: {
      customer: { label: 'Customer', opens: 'document' },
      contract: { label: 'Contract', opens: 'document' },
      supplier: { label: 'Supplier', opens: 'document' },
      service: { label: 'Service', opens: 'document' },
      month: { label: 'Month', opens: 'document' },
      document: { label: 'Invoice or bill', opens: RECORD },
    },
    columns: [
      count('invoices', 'Invoices'),
      money('income', 'Income'),
      money('cost', 'Cost'),
      money('margin', 'Margin', { isStrong: true }),
      { name: 'share', label: 'Of income', kind: 'percent', from: marginShare },
      money('not_costed', 'Not costed'),
      money('cost_not_billed', 'Cost not billed'),
      money('at_stake', 'Discount open'),
    ],
    main: 'margin',
    chart: 'rows',
    agreesWith: 'what these invoices and bills have on the accounts of income and cost',
  },
  discounts: {
    name: 'discounts',
    title: 'Discounts',
    about:
      'Prompt-payment discounts of both sides, GST included: what we keep from suppliers less what customers keep from us.',
    ...inBooks,
    spans: 'period',
    usual: 'year',
    groups: {
      month: { label: 'Month', opens: 'document' },
      side: { label: 'Side', opens: 'document' },
      document: { label: 'Invoice or bill', opens: RECORD },
    },
    columns: [
      money('offered', 'Offered to customers'),
      money('taken', 'Taken'),
      money('granted', 'Granted'),
      money('given', 'Given to customers'),
      money('lost', 'Lost by them'),
      money('open', 'Open to them'),
      money('supplier_offered', 'Offered by suppliers'),
      money('supplier_kept', 'Kept by us'),
      money('supplier_lost', 'Lost by us', { isAlarm: true }),
      money('supplier_open', 'Open to us'),
      money('net', 'Net', { isStrong: true }),
    ],
    main: 'net',
    chart: 'rows',
    // Neither side can be read from what is left between them.
    drawn: {
      value: { name: 'supplier_kept', words: 'Kept from suppliers' },
      beside: 'given',
      beside_words: 'Given to customers',
    },
    agreesWith: 'what 1190 says is still open of these invoices',
    takesCash: true,
  },
  numbers: {
    name: 'numbers',
    title: 'Number series',
    about:
      'The numbers that invoices, adjustments and commission statements were given: none is missing.',
    ...inBooks,
    spans: 'day',
    usual: 'month',
    isOfNow: true,
    groups: {
      series: { label: 'Series', opens: 'number' },
      number: { label: 'Number', opens: RECORD },
    },
    columns: [
      count('given', 'Given', { isStrong: true }),
      count('cancelled', 'Cancelled'),
      count('gaps', 'Missing', { isAlarm: true }),
    ],
    main: 'given',
    chart: 'rows',
    agreesWith: null,
  },
  unbilled: {
    name: 'unbilled',
    title: 'Unbilled days',
    about:
      'Days of contracts that no invoice bills yet, at what a day of the last invoice came to without GST: its charges and our fee.',
    ...inBooks,
    spans: 'day',
    usual: 'month',
    isOfNow: true,
    groups: {
      contract: { label: 'Contract', opens: RECORD },
      customer: { label: 'Customer', opens: 'contract' },
      supplier: { label: 'Supplier', opens: 'contract' },
    },
    columns: [
      count('contracts', 'Contracts'),
      count('days', 'Connection-days'),
      count('never', 'Never billed'),
      money('worth', 'Worth about', { isStrong: true }),
    ],
    main: 'worth',
    chart: 'rows',
    agreesWith: null,
  },
  use: useReport,
  pipeline: pipelineReport,
  quality: qualityReport,
  partners: partnersReport,
  activity: activityReport,
  messages: messagesReport,
  care: careReport,
} as const satisfies Record<string, ReportDefinition>

export type ReportName = keyof typeof reports

/** The report of a name; undefined where there is none such. */
export function reportNamed(name: string): ReportDefinition | undefined {
  // The lookup is the check; TypeScript cannot see it.
  return Object.hasOwn(reports, name) ? reports[name as ReportName] : undefined
}
