import { Exact } from '#domain/kit/decimal.ts'
import {
  defaultRules,
  RULE_CODES,
  type RuleCode,
  type Rules,
  type Severity,
} from '#domain/meters/plausibility-rules.ts'

/** A rule while it is edited: its figures are what was typed. */
export interface Draft {
  isOn: boolean
  severity: Severity
  parameters: Record<string, string>
}

export const parameterLabels: Record<string, string> = {
  percent_of_dials: 'Share of the dials, %',
  factor: 'Times the usual use',
  minimum_quantity: 'Only above this quantity',
  history_days: 'Days of history needed',
  hours_per_day: 'Hours per day',
  volts: 'Volts',
  phases: 'Phases',
  tolerance_percent: 'Tolerance, %',
  days: 'Days',
  uncovered_days: 'Days not covered',
  in_a_row: 'Estimates in a row',
}

type Drafts = Record<RuleCode, Draft>

export function draftOf(rules: Rules): Drafts {
  const entries = RULE_CODES.map((code) => {
    const { isOn, severity, parameters } = rules[code]
    const typed = Object.entries(parameters).map(([name, value]) => [name, String(value)])
    return [code, { isOn, severity, parameters: Object.fromEntries(typed) }]
  })
  // Every code has its entry.
  return Object.fromEntries(entries) as Drafts
}

export function isChanged(code: RuleCode, draft: Draft): boolean {
  return Object.keys(differenceOf(code, draft)).length > 0
}

/** What is stored: of each rule only what differs from ours. */
export function differences(drafts: Drafts): Record<string, unknown> {
  const changed = RULE_CODES.map((code) => [code, differenceOf(code, drafts[code])] as const)
  return Object.fromEntries(changed.filter(([, difference]) => Object.keys(difference).length > 0))
}

function differenceOf(code: RuleCode, draft: Draft): Record<string, unknown> {
  const rule = defaultRules[code]
  const defaults: Record<string, string | number> = rule.parameters
  const parameters = Object.entries(defaults).flatMap(([name, value]) => {
    const typed = (draft.parameters[name] ?? '').trim()
    if (isSame(typed, String(value))) return []
    // A whole number only once it is one; the schema refuses the rest with its reason.
    const isWhole = typeof value === 'number' && /^\d{1,6}$/.test(typed)
    return [[name, isWhole ? Number(typed) : typed] as const]
  })
  return {
    ...(draft.isOn === rule.isOn ? {} : { isOn: draft.isOn }),
    ...(draft.severity === rule.severity ? {} : { severity: draft.severity }),
    ...(parameters.length > 0 ? { parameters: Object.fromEntries(parameters) } : {}),
  }
}

function isSame(typed: string, usual: string): boolean {
  return /^\d+(\.\d+)?$/.test(typed) ? new Exact(typed).eq(usual) : typed === usual
}
