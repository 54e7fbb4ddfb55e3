// The rules a reading is held against. An organisation may switch each of them, weigh it
// differently and change its figures; what it stores are only its differences from these.

import { z } from 'zod'
import { DECIMAL_SHAPES, isDecimalText } from '#domain/kit/decimal.ts'

export type Severity = 'error' | 'warning' | 'information'

interface RuleShape {
  title: string
  severity: Severity
  isOn: boolean
  /** Whole numbers are numbers; quantities, factors and percentages are decimal text. */
  parameters: Readonly<Record<string, number | string>>
}

const defaults = {
  R01: { title: 'Negative use', severity: 'error', isOn: true, parameters: {} },
  R02: {
    title: 'Dials probably went round',
    severity: 'warning',
    isOn: true,
    // The use after going round is at most this much of all the dials can show.
    parameters: { percent_of_dials: '20' },
  },
  R03: { title: 'Meter was not there', severity: 'error', isOn: true, parameters: {} },
  R04: {
    title: 'Much higher than before',
    severity: 'warning',
    isOn: true,
    parameters: { factor: '3', minimum_quantity: '100', history_days: 25 },
  },
  R05: {
    title: 'Much lower than before',
    severity: 'warning',
    isOn: true,
    parameters: { factor: '0.2', minimum_quantity: '100', history_days: 25 },
  },
  R06: {
    title: 'More than the capacity allows',
    severity: 'error',
    isOn: true,
    // Three phases are the most a fuse in amperes can stand for.
    parameters: { hours_per_day: '24', volts: '230', phases: 3, tolerance_percent: '10' },
  },
  R07: {
    title: 'Gap between readings',
    severity: 'warning',
    isOn: true,
    parameters: { days: 65, uncovered_days: 0 },
  },
  R08: { title: 'Overlapping periods', severity: 'error', isOn: true, parameters: {} },
  R09: { title: 'Already there', severity: 'information', isOn: true, parameters: {} },
  R10: { title: 'Another value for the day', severity: 'error', isOn: true, parameters: {} },
  R11: {
    title: 'Estimated for too long',
    severity: 'warning',
    isOn: true,
    parameters: { days: 120, in_a_row: 4 },
  },
  R12: { title: 'In the future', severity: 'error', isOn: true, parameters: {} },
  R13: { title: 'More digits than dials', severity: 'error', isOn: true, parameters: {} },
} as const satisfies Record<string, RuleShape>

export type RuleCode = keyof typeof defaults

type Widened<P> = { [Name in keyof P]: P[Name] extends number ? number : string }

export type Rules = {
  [Code in RuleCode]: {
    title: string
    severity: Severity
    isOn: boolean
    parameters: Widened<(typeof defaults)[Code]['parameters']>
  }
}

/** The rules of an organisation that has changed nothing. */
export const defaultRules: Rules = defaults

// The keys of an object that was written out above are exactly its codes.
export const RULE_CODES = Object.keys(defaults) as RuleCode[]

const wholeNumber = z.int().min(0).max(100_000)
const decimalText = z
  .string()
  .refine((text) => isDecimalText(text, DECIMAL_SHAPES.quantity) && !text.startsWith('-'), {
    message: 'Please enter a number of zero or more.',
  })

const ruleSettings = new Map(RULE_CODES.map((code) => [code, ruleSetting(defaultRules[code])]))

/** What an organisation may store: for each code what differs from the default. */
export const rulesSetting = z.strictObject(
  Object.fromEntries([...ruleSettings].map(([code, setting]) => [code, setting.optional()])),
)

/** How the rules stand among the organisation's settings. */
export const readingRulesSetting = {
  schema: rulesSetting,
  asks: `The rules that differ, by code from R01 to ${RULE_CODES.at(-1)}: severity, isOn, parameters.`,
}

/** The rules with an organisation's setting applied; entries that do not fit are passed over. */
export function rulesFor(setting: unknown): Rules {
  const entries = typeof setting === 'object' && setting !== null ? setting : {}
  const given = new Map<string, unknown>(Object.entries(entries))
  const rules = RULE_CODES.map((code) => {
    const rule = defaultRules[code]
    const override = ruleSettings.get(code)?.safeParse(given.get(code)).data
    if (override === undefined) return [code, rule]
    const { severity = rule.severity, isOn = rule.isOn } = override
    const parameters = { ...rule.parameters, ...override.parameters }
    return [code, { ...rule, severity, isOn, parameters }]
  })
  // Each rule was made from its default, and its schema admits only that rule's parameters.
  return Object.fromEntries(rules) as Rules
}

function ruleSetting(rule: RuleShape) {
  const parameters = Object.entries(rule.parameters).map(([name, value]) => {
    return [name, (typeof value === 'number' ? wholeNumber : decimalText).optional()]
  })
  return z.strictObject({
    severity: z.enum(['error', 'warning', 'information']).optional(),
    isOn: z.boolean().optional(),
    parameters: z.strictObject(Object.fromEntries(parameters)).optional(),
  })
}
