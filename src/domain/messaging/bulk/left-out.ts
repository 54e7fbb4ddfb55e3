import { type CheckRule, checkRules } from '#domain/messaging/checks/stop.ts'

/** Why somebody of the audience is not written to, in the order in which people are told. */
export const leftOutReasons = {
  ...checkRules,
  list: 'Opted out',
  consent: 'No consent',
  no_address: 'No address',
  bad_address: 'Address that cannot be written to',
  empty_field: 'A field is empty',
  too_long: 'Too long',
  foreign_link: 'A link that is not ours',
  duplicate: 'Same address as somebody else',
  got_it: 'Got it already',
  by_hand: 'Left out by hand',
} as const satisfies Record<CheckRule | string, string>
export type LeftOutReason = keyof typeof leftOutReasons
export const leftOutNames = Object.keys(leftOutReasons) as [LeftOutReason, ...LeftOutReason[]]

/** Why a channel is no way to somebody, in words a person can act on. */
export interface LeftOut {
  reason: LeftOutReason
  why: string
}

/** Of several channels in vain, what is told: that there is no address says the least. */
export function tellingReason<L extends LeftOut>(found: readonly [L, ...L[]]): L {
  return found.find(({ reason }) => reason !== 'no_address') ?? found[0]
}
