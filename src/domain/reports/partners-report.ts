import { wholeCents } from '#domain/kit/money.ts'
import { percentOf } from '#domain/kit/rounding.ts'
import { RECORD, type ReportDefinition, type Sums } from './report.ts'
import { countColumn, medianColumn, moneyColumn, percentColumn } from './report-column.ts'

const overdueShare = ({ overdue = 0, owed = 0 }: Sums) =>
  percentOf(wholeCents(overdue), wholeCents(owed))

// Whose customer somebody was, how contracts stood and which invoices were cleared, nobody kept.
const ofNow = { isOfNow: true } as const

/** What partners brought and earned, and how their customers pay. */
export const partnersReport = {
  name: 'partners',
  title: 'Partner performance',
  about:
    'What each partner’s customers came to: won and lost, what partners earned on cleared money and had to give back, and how their customers pay. Of an earlier day or moment it tells what partners earned, and nothing of customers.',
  role: 'manager',
  csvRole: 'manager',
  spans: 'period',
  usual: 'month',
  groups: {
    partner: { label: 'Partner', opens: 'customer' },
    customer: { label: 'Customer', opens: 'entry' },
    entry: { label: 'What it was', opens: RECORD },
  },
  columns: [
    countColumn('live', 'Live customers', ofNow),
    countColumn('won', 'Won', ofNow),
    countColumn('lost', 'Lost', ofNow),
    moneyColumn('base', 'Base cleared'),
    moneyColumn('commission', 'Commission', { isStrong: true }),
    moneyColumn('clawed_back', 'Clawed back', { isAlarm: true }),
    moneyColumn('owed', 'Owed to us', ofNow),
    moneyColumn('overdue', 'Overdue', ofNow),
    percentColumn('overdue_share', 'Overdue share', { ...ofNow, from: overdueShare }),
    countColumn('cleared', 'Invoices cleared', ofNow),
    medianColumn('days_to_pay', 'Days to pay', ofNow),
  ],
  main: 'commission',
  chart: 'rows',
  agreesWith: null,
} as const satisfies ReportDefinition
