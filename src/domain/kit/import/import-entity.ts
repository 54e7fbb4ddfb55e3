import { choice, integer, json, text } from '#domain/kit/field.ts'
import { importStates } from './import-machine.ts'

/** What every file on its way in has, beside its name and what its kind adds. */
export const importFields = {
  mapping: json().label('Columns'),
  import_status: choice(...importStates)
    .required()
    .readonly()
    .initially('checking')
    .label('Status'),
  rows_total: integer().readonly().label('Rows'),
  rows_done: integer().readonly().label('Looked at'),
  rows_error: integer().readonly().label('With errors'),
  rows_accepted: integer().readonly().label('Accepted'),
  rows_rejected: integer().readonly().label('Rejected'),
  message: text(1000).readonly(),
  sha256: text(64).required().readonly(),
}

/** What every row has while it waits; what the rules can say of it is its kind's own. */
export const stagedFields = {
  staged_status: choice('waiting', 'accepted', 'rejected')
    .required()
    .readonly()
    .initially('waiting'),
}

/** What is said of a row by most kinds: how grave it is, and each rule's words. */
export const severities = ['ok', 'information', 'warning', 'error'] as const
export type RowSeverity = (typeof severities)[number]

export const judgedFields = {
  severity: choice(...severities)
    .required()
    .readonly()
    .initially('ok'),
  findings: json().readonly(),
}

/** What one rule says of a row. */
export interface RowFinding<C extends string = string> {
  code: C
  severity: Exclude<RowSeverity, 'ok'>
  message: string
}

export function gravest(findings: readonly Pick<RowFinding, 'severity'>[]): RowSeverity {
  const order = severities.toReversed()
  return order.find((severity) => findings.some((one) => one.severity === severity)) ?? 'ok'
}

/** Up to which severity rows are taken. */
export const takenUpTo = {
  ok: ['ok'],
  information: ['ok', 'information'],
  warning: ['ok', 'information', 'warning'],
} as const satisfies Record<string, readonly RowSeverity[]>
