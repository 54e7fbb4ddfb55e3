import { addDays, monthEnd, monthStart } from '#domain/kit/day-number.ts'
import { RECORD, type ReportDefinition } from './report.ts'

/** How far it has got that a contract goes on. */
export const pipelineStages = {
  none: 'Nothing done',
  contacted: 'Contacted',
  offered: 'Offered',
  renewed: 'Renewed',
  lost: 'Lost',
} as const
export type PipelineStage = keyof typeof pipelineStages

/** A message or a proposal counts for so many days. */
export const CONTACT_DAYS = 120
/** A contract that begins so many days later goes on with the one before; then it is lost. */
export const RENEWAL_DAYS = 31

/** What is known of a contract that ends, or rolls on. */
export interface PipelineFacts {
  /** The last day; none where it rolls on. */
  end: string | null
  is_renewed: boolean
  is_offered: boolean
  is_contacted: boolean
}

/** The furthest it has got. Until a renewal could still follow, nothing is lost. */
export function stageOf(
  { end, is_renewed, is_offered, is_contacted }: PipelineFacts,
  today: string,
): PipelineStage {
  if (is_renewed) return 'renewed'
  if (end !== null && addDays(end, RENEWAL_DAYS) < today) return 'lost'
  if (is_offered) return 'offered'
  return is_contacted ? 'contacted' : 'none'
}

const stageColumns = Object.entries(pipelineStages).map(
  ([name, label]) => ({ name, label, kind: 'count' }) as const,
)

/** Three months back, for what became of those, to a year from now. */
function aroundToday(today: string): { from: string; to: string } {
  const day = Temporal.PlainDate.from(today)
  return {
    from: monthStart(day.subtract({ months: 3 }).toString()),
    to: monthEnd(day.add({ months: 12 }).toString()),
  }
}

export const pipelineReport = {
  name: 'pipeline',
  title: 'Contract pipeline',
  about:
    'Contracts by the month they end in, those that roll on apart: what they brought us in the last 12 months, and how far their renewal is.',
  role: 'user',
  csvRole: 'manager',
  spans: 'period',
  usual: 'year',
  usualSpan: aroundToday,
  isOfNow: true,
  groups: {
    month: { label: 'Month it ends in', opens: 'contract' },
    stage: { label: 'Stage', opens: 'contract' },
    customer: { label: 'Customer', opens: 'contract' },
    supplier: { label: 'Supplier', opens: 'contract' },
    staff: { label: 'Looked after by', opens: 'contract' },
    contract: { label: 'Contract', opens: RECORD },
  },
  columns: [
    { name: 'contracts', label: 'Contracts', kind: 'count', isStrong: true },
    { name: 'fee', label: 'Fee in 12 months', kind: 'money' },
    ...stageColumns,
  ],
  main: 'contracts',
  chart: 'rows',
  agreesWith: null,
} as const satisfies ReportDefinition
