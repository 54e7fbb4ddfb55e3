// Rules that something is held against. An organisation may switch them, change their figures and,
// where a book allows it, weigh them; what it stores are only its differences from the defaults.

import { z } from 'zod'
import { DECIMAL_SHAPES, isDecimalText } from '#domain/kit/decimal-text.ts'

export const severities = ['error', 'warning', 'information'] as const
export type Severity = (typeof severities)[number]

export interface RuleShape {
  title: string
  /** What it looks for, in a sentence. */
  effect: string
  severity: Severity
  isOn: boolean
  /** Whole numbers are numbers; quantities, factors and percentages are decimal text. */
  parameters: Readonly<Record<string, number | string>>
  /** Why nobody may switch it off. */
  always?: string
}
type Shapes = Readonly<Record<string, RuleShape>>

type Widened<P> = { [Name in keyof P]: P[Name] extends number ? number : string }

export type RulesOf<D extends Shapes> = {
  [Code in keyof D]: Omit<RuleShape, 'parameters'> & { parameters: Widened<D[Code]['parameters']> }
}

interface BookWords {
  /** What each figure is, with its unit. */
  labels: Readonly<Record<string, string>>
  /** Whether an organisation may make an error of a warning. */
  isWeighed: boolean
}

export interface RuleBook<D extends Shapes = Shapes> extends BookWords {
  defaults: RulesOf<D>
  codes: (keyof D & string)[]
  schema: z.ZodType<Record<string, unknown>>
  asks: string
  /** The rules with an organisation's setting applied; entries that do not fit are passed over. */
  rulesFor(setting: unknown): RulesOf<D>
}

const wholeNumber = z.int().min(0).max(100_000)
const decimalText = z
  .string()
  .refine((text) => isDecimalText(text, DECIMAL_SHAPES.quantity) && !text.startsWith('-'))

export function ruleBook<const D extends Shapes>(defaults: D, words: BookWords): RuleBook<D> {
  const codes = Object.keys(defaults)
  const settings = new Map(
    Object.entries(defaults).map(([c, rule]) => [c, ruleSetting(rule, words)]),
  )
  function rulesFor(setting: unknown) {
    const entries = typeof setting === 'object' && setting !== null ? setting : {}
    const given = new Map<string, unknown>(Object.entries(entries))
    const rules = Object.entries(defaults).map(([code, rule]) => {
      const own = settings.get(code)?.safeParse(given.get(code)).data
      const parameters = { ...rule.parameters, ...own?.parameters }
      const { severity = rule.severity, isOn = rule.isOn } = own ?? {}
      return [code, { ...rule, severity, isOn, parameters }]
    })
    // Each rule was made from its default, and its schema admits only that rule's parameters.
    return Object.fromEntries(rules) as RulesOf<D>
  }
  const optional = [...settings].map(([code, setting]) => [code, setting.optional()])
  const parts = words.isWeighed ? 'severity, isOn, parameters' : 'isOn, parameters'
  const kept = codes.filter((code) => defaults[code]?.always !== undefined)
  return {
    ...words,
    // A default is a rule of its own shape.
    defaults: rulesFor({}),
    codes,
    schema: z.strictObject(Object.fromEntries(optional)),
    asks:
      `The rules that differ, by code from ${codes.toSorted()[0]} to ${codes.toSorted().at(-1)}: ` +
      `${parts}; figures are numbers of zero or more.` +
      (kept.length > 0 ? ` ${kept.join(', ')} are always on.` : ''),
    rulesFor,
  }
}

function ruleSetting(rule: RuleShape, { isWeighed }: BookWords) {
  const parameters = Object.entries(rule.parameters).map(([name, value]) => {
    return [name, (typeof value === 'number' ? wholeNumber : decimalText).optional()]
  })
  return z.strictObject({
    severity: (isWeighed ? z.enum(severities) : z.literal(rule.severity)).optional(),
    isOn: rule.always === undefined ? z.boolean().optional() : z.literal(true).optional(),
    parameters: z.strictObject(Object.fromEntries(parameters)).optional(),
  })
}

/** What an organisation's setting changes, a rule at a time. */
export function rulesInWords(book: RuleBook, setting: unknown): string {
  const rules = book.rulesFor(setting)
  const told = book.codes.flatMap((code) => {
    const [rule, ours] = [rules[code], book.defaults[code]]
    if (!rule || !ours) return []
    const figures = Object.entries(rule.parameters).filter(
      ([name, value]) => value !== ours.parameters[name],
    )
    const apart = [
      ...(rule.isOn === ours.isOn ? [] : [rule.isOn ? 'on' : 'off']),
      ...(rule.severity === ours.severity ? [] : [rule.severity]),
      ...figures.map(([name, value]) => `${(book.labels[name] ?? name).toLowerCase()} ${value}`),
    ]
    return apart.length > 0 ? [`${rule.title}: ${apart.join(', ')}`] : []
  })
  return told.join('; ') || 'the standard rules'
}
