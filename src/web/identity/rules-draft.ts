import type { RuleBook, Severity } from '#domain/identity/rule-book.ts'
import { Exact } from '#domain/kit/decimal.ts'

/** A rule while it is edited: its figures are what was typed. */
export interface Draft {
  isOn: boolean
  severity: Severity
  parameters: Record<string, string>
}

/** The rules of a book by their codes. */
export type Drafts = Record<string, Draft>

export function draftOf(rules: RuleBook['defaults']): Drafts {
  return Object.fromEntries(
    Object.entries(rules).map(([code, { isOn, severity, parameters }]) => {
      const typed = Object.entries(parameters).map(([name, value]) => [name, String(value)])
      return [code, { isOn, severity, parameters: Object.fromEntries(typed) }]
    }),
  )
}

/** Rules two people typed over: where both changed one, mine stays in the table. */
export function mergedDrafts(base: Drafts, mine: Drafts, theirs: Drafts): Drafts {
  const isMine = (code: string) => JSON.stringify(mine[code]) !== JSON.stringify(base[code])
  const own = Object.entries(mine).filter(([code]) => isMine(code))
  return { ...theirs, ...Object.fromEntries(own) }
}

export function isChanged(book: RuleBook, code: string, draft: Draft): boolean {
  return Object.keys(differenceOf(book, code, draft)).length > 0
}

/** What is stored: of each rule only what differs from ours. */
export function differences(book: RuleBook, drafts: Drafts): Record<string, unknown> {
  const changed = Object.entries(drafts).map(
    ([code, draft]) => [code, differenceOf(book, code, draft)] as const,
  )
  return Object.fromEntries(changed.filter(([, difference]) => Object.keys(difference).length > 0))
}

function differenceOf(book: RuleBook, code: string, draft: Draft): Record<string, unknown> {
  const rule = book.defaults[code]
  if (!rule) return {}
  const parameters = Object.entries(rule.parameters).flatMap(([name, value]) => {
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
