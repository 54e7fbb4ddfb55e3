import { RECORD, type ReportDefinition } from './report.ts'

/** How much a rule that is broken keeps us from. */
export const qualitySeverities = {
  error: 'Stops work',
  warning: 'To be looked at',
  information: 'Good to have',
} as const
export type QualitySeverity = keyof typeof qualitySeverities

/** The share of active customers that no rule names, in percent; null where there are none. */
export function qualityScore(active: number, named: number): string | null {
  if (active === 0) return null
  // Rounded down: a hundred means that nobody at all is named.
  return (Math.floor(((active - named) * 1000) / active) / 10).toFixed(1)
}

const severityColumns = Object.entries(qualitySeverities).map(
  ([name, label]) => ({ name, label, kind: 'count' }) as const,
)

export const qualityReport = {
  name: 'quality',
  title: 'Data quality',
  about: 'What our records lack or have wrong, rule by rule; each row opens the records it counts.',
  role: 'user',
  csvRole: 'manager',
  spans: 'day',
  usual: 'month',
  isOfNow: true,
  groups: {
    rule: { label: 'Rule', opens: RECORD },
    severity: { label: 'Severity', opens: 'rule' },
    kind: { label: 'Kind of record', opens: 'rule' },
  },
  columns: [
    { name: 'records', label: 'Records', kind: 'count', isStrong: true },
    { name: 'since', label: 'Since', kind: 'day' },
    ...severityColumns,
  ],
  main: 'records',
  chart: severityColumns.map(({ name }) => name),
  agreesWith: null,
} as const satisfies ReportDefinition
