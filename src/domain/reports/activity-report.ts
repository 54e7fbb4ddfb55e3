import { RECORD, type ReportDefinition } from './report.ts'
import { countColumn, medianColumn } from './report-column.ts'

/** What is counted, each with how one of them reads. */
export const activityKinds = {
  bills: { label: 'Bills captured', one: 'Bill captured' },
  drafts: { label: 'Drafts', one: 'Draft made' },
  approvals: { label: 'Approvals', one: 'Approved' },
  sends: { label: 'Sent', one: 'Sent' },
  payments: { label: 'Payments', one: 'Payment recorded' },
  matches: { label: 'Matches', one: 'Bank line matched' },
  answers: { label: 'Answers', one: 'Answered' },
} as const
export type ActivityKind = keyof typeof activityKinds
const kinds = Object.entries(activityKinds)

/** What people of the office did. Managers see everybody, others themselves; nobody is ranked. */
export const activityReport = {
  name: 'activity',
  title: 'Staff activity',
  about:
    'What people of the office did in these days, by name and without ranking. The first answer is told in working hours.',
  role: 'user',
  csvRole: 'manager',
  spans: 'period',
  usual: 'month',
  groups: {
    person: { label: 'Person', opens: 'entry' },
    kind: { label: 'What was done', opens: 'entry' },
    month: { label: 'Month', opens: 'entry' },
    entry: { label: 'What it was', opens: RECORD },
  },
  columns: [
    ...kinds.map(([name, { label }]) => countColumn(name, label)),
    medianColumn('first_answer', 'First answer, hours'),
  ],
  main: 'bills',
  chart: kinds.map(([name]) => name),
  agreesWith: null,
  isByName: true,
} as const satisfies ReportDefinition
