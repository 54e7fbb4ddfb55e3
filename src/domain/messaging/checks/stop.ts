/** What a message is checked for, in this order: the first that says no is told. */
export const checkRules = {
  list: 'Opted out',
  consent: 'Consent',
  sense: 'No longer true',
  care: 'Consumer care',
  too_often: 'Too often',
  quiet_hours: 'Quiet hours',
} as const
export type CheckRule = keyof typeof checkRules

/** Why a message does not leave, in words a person can act on. */
export interface Stop {
  rule: CheckRule
  reason: string
  way_out: string
  /** Until when it holds; null for what does not pass by itself. */
  until: string | null
  /** Somebody who knows of it may send it all the same. */
  may_send_anyway: boolean
}

export function stop(rule: CheckRule, reason: string, way_out: string, until?: string): Stop {
  return { rule, reason, way_out, until: until ?? null, may_send_anyway: false }
}

/** One sentence, as the message's page says it. */
export const stopWords = ({ reason, way_out }: Stop): string =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1)}. ${way_out}`
