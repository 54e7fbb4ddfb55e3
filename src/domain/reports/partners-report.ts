import { wholeCents } from '#domain/kit/money.ts'
import { percentOf } from '#domain/kit/rounding.ts'
import { RECORD, type ReportDefinition, type Sums } from './report.ts'
import { countColumn, medianColumn, moneyColumn, percentColumn } from './report-column.ts'

const overdueShare = ({ overdue = 0, owed = 0 }: Sums) =>
  percentOf(wholeCents(overdue), wholeCents(owed))

/** What partners brought and earned, and how their customers pay. */
export const partnersReport = {
  name: 'partners',
  title: 'Partner performance',
  about:
    'What each partner’s customers came to: won and lost, what partners earned on cleared money and had to give back, and how their customers pay.',
  role: 'manager',
  csvRole: 'manager',
  spans: 'period',
  isOfNow: true,
  usual: 'month',
  groups: {
    partner: { label: 'Partner', opens: 'customer' },
    customer: { label: 'Customer', opens: 'entry' },
    entry: { label: 'What it was', opens: RECORD },
  },
  columns: [
    countColumn('live', 'Live customers'),
    countColumn('won', 'Won'),
    countColumn('lost', 'Lost'),
    moneyColumn('base', 'Base cleared'),
    moneyColumn('commission', 'Commission', { isStrong: true }),
    moneyColumn('clawed_back', 'Clawed back', { isAlarm: true }),
    moneyColumn('owed', 'Owed to us'),
    moneyColumn('overdue', 'Overdue'),
    percentColumn('overdue_share', 'Overdue share', { from: overdueShare }),
    countColumn('cleared', 'Invoices cleared'),
    medianColumn('days_to_pay', 'Days to pay'),
  ],
  main: 'commission',
  chart: 'rows',
  agreesWith: null,
} as const satisfies ReportDefinition
