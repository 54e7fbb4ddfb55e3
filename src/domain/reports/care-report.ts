import { DECEASED } from '#domain/messaging/checks/caring.ts'
import { RECORD, type ReportDefinition } from './report.ts'
import { countColumn, moneyColumn } from './report-column.ts'

/** Why something was kept from somebody. */
export const careRules = {
  medical: 'Needs power for medical reasons',
  hardship: 'In hardship',
  disputed: 'What is owed is disputed',
  deceased: 'The account holder has died',
} as const
export type CareRule = keyof typeof careRules

/** What was kept from somebody, and the column that counts it. */
export const careStops = {
  reminder: { label: 'Reminder', column: 'reminders' },
  final: { label: 'Final reminder', column: 'threats' },
  disconnection: { label: 'Notice of disconnection', column: 'threats' },
  words: { label: 'Words of disconnection', column: 'threats' },
  bulk: { label: 'Message to many', column: 'bulk' },
  late_fee: { label: 'Late fee', column: 'fees' },
  dishonour_fee: { label: 'Dishonour fee', column: 'fees' },
  debit_retry: { label: 'Another try at their account', column: 'debits' },
  debits: { label: 'Direct debits', column: 'debits' },
} as const
export type CareStopKind = keyof typeof careStops

/** The rule in the words of a refusal; null where it was no matter of care. */
export function careRuleIn(reason: string): CareRule | null {
  if (reason.includes('medical')) return 'medical'
  if (reason.includes('hardship')) return 'hardship'
  if (reason.includes(DECEASED)) return 'deceased'
  return /\bdisputed\b|\bit is held\b/.test(reason) ? 'disputed' : null
}

/** What sort of message was stopped. */
export function stoppedKind({ kind, tone }: { kind: string; tone: string }): CareStopKind {
  if (kind === 'bulk') return 'bulk'
  if (tone === 'final' || tone === 'disconnection') return tone
  return kind === 'reminder' ? 'reminder' : 'words'
}

/** The evidence that whoever could be harmed was spared: what, by which rule, for whom and when. */
export const careReport = {
  name: 'care',
  title: 'Care evidence',
  about:
    'What consumer care stopped: reminders, threats of disconnection, messages to many, fees and debits, by which rule, for whom and when.',
  role: 'manager',
  csvRole: 'manager',
  spans: 'period',
  usual: 'year',
  groups: {
    rule: { label: 'Rule', opens: 'stop' },
    what: { label: 'What was stopped', opens: 'stop' },
    customer: { label: 'Customer', opens: 'stop' },
    month: { label: 'Month', opens: 'stop' },
    stop: { label: 'Stopped', opens: RECORD },
  },
  columns: [
    countColumn('stops', 'Stopped', { isStrong: true }),
    countColumn('reminders', 'Reminders'),
    countColumn('threats', 'Final or disconnection'),
    countColumn('bulk', 'Messages to many'),
    countColumn('fees', 'Fees'),
    countColumn('debits', 'Debits'),
    moneyColumn('spared', 'Fees spared, without GST'),
  ],
  main: 'stops',
  chart: 'rows',
  agreesWith: null,
} as const satisfies ReportDefinition
