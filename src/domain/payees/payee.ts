import type { Role } from '#domain/access/role.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'

/** Whom money is paid to; our own account is where customers pay. */
export const payeeKinds = ['organisation', 'supplier', 'partner', 'customer'] as const
export type PayeeKind = (typeof payeeKinds)[number]

/** What an entity's rows are paid as. */
export function payeeKindOf({ name }: { name: string }): PayeeKind {
  const kind = payeeKinds.find((one) => one === name)
  if (!kind) throw new Error(`Nobody is paid as ${name}.`)
  return kind
}

/** Where money for somebody goes. */
export interface PayeeAccount {
  name: string | null
  number: string | null
  swift: string | null
}

/** The fields of a record that say where its money goes. */
export const accountFields = {
  name: 'bank_account_name',
  number: 'bank_account_number',
  swift: 'bank_swift_number',
} as const satisfies Record<keyof PayeeAccount, string>

/** What can happen to an account. */
export const payeeEvents = [
  'first',
  'asked',
  'changed',
  'confirmed',
  'refused',
  'withdrawn',
  'released',
] as const
export type PayeeEvent = (typeof payeeEvents)[number]

export function hasAccount({ number, swift }: PayeeAccount): boolean {
  return number !== null || swift !== null
}

export function isSameAccount(one: PayeeAccount, other: PayeeAccount): boolean {
  return one.name === other.name && !goesElsewhere(one, other)
}

/** Money follows the number; a name spelt anew sends it nowhere else. */
export function goesElsewhere(from: PayeeAccount, to: PayeeAccount): boolean {
  return from.number !== to.number || from.swift !== to.swift
}

/** Who lets a change happen that somebody else asked for. */
export function confirmingRole(kind: PayeeKind): Extract<Role, 'manager' | 'admin'> {
  return kind === 'organisation' ? 'admin' : 'manager'
}

/**
 * The first day on which money goes to a changed account. Nobody is paid into our own one by us,
 * and where there is no account nothing can go.
 */
export function heldUntil(
  { kind, to, day }: { kind: PayeeKind; to: PayeeAccount; day: string },
  workingDays: number,
): string | null {
  if (kind === 'organisation' || !hasAccount(to) || workingDays === 0) return null
  return addWorkingDays(day, workingDays)
}

// Ways on which money does not go to the account that we know of somebody.
const otherWays = new Set(['direct_debit', 'card', 'cash', 'cheque', 'credit', 'write_off'])

/** Whether a payment goes to the payee's account. Ways of an organisation's own count as such. */
export function goesByTransfer(payment_type: string): boolean {
  return !otherWays.has(payment_type)
}

/** How long a changed account is pointed out before it is paid. */
export const RECENT_DAYS = 30

/** The latest time a payee's money was sent elsewhere. */
export interface AccountChange {
  /** What is released. */
  id: number
  changed_date: string
  changed_by: string
  /** The first day on which money goes there; null where nothing holds it back. */
  hold_until: string | null
}

/** Why money does not go there yet. */
export function holdWords({ changed_date, changed_by, hold_until }: AccountChange): string {
  const [changed, from] = [formatDayShort(changed_date), formatDayShort(hold_until)]
  return `the bank account was changed on ${changed} by ${changed_by}; money goes there from ${from}`
}
