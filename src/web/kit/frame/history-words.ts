import type { HistoryRow } from '#domain/kit/history-calls.ts'
import { humanise } from '#domain/kit/wording.ts'

// What was done, in a word; what is missing here is told by its own name.
const deeds: Record<string, string> = {
  create: 'Created',
  update: 'Changed',
  change: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  expire: 'Ended',
  send: 'Sent',
  drawn: 'PDF drawn',
  leaveout: 'Left out of a sending',
  takeback: 'Taken back before it left',
  accept: 'Accepted',
  activate: 'Activated',
  cancel: 'Cancelled',
  end: 'Ended',
  lock: 'Locked',
  unlock: 'Unlocked',
  addrateupdates: 'Sell rates changed',
  addsupplierrateupdates: 'Buy rates changed',
  undo: 'Rate update taken back',
  park: 'Parked',
  unpark: 'Set free',
  reject: 'Rejected',
  withdraw: 'Withdrawn',
  approve: 'Approved',
  file: 'Filed',
  refresh: 'Computed anew',
  resume: 'Resumed',
  unmask: 'Looked at',
  view: 'Looked at',
  download: 'Downloaded',
  opened_medical: 'Medical details seen',
  email_change_asked: 'New address asked for',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  recovery_codes_made: 'Recovery codes made',
  totp_enrolled: 'Two-factor sign-in switched on',
  totp_disabled: 'Two-factor sign-in switched off',
  factor_reset_asked: 'Reset of the second factor asked for',
  factor_reset_refused: 'Reset of the second factor refused',
  factor_reset: 'Second factor reset',
  set_roles: 'Roles set',
  permissions: 'Permissions set',
  confirm: 'Confirmed',
  ask_account: 'New bank account asked for',
  refuse_account: 'New bank account refused',
  withdraw_account: 'New bank account withdrawn',
  release_account: 'Changed bank account released',
  ask_words: 'New words asked for',
  confirm_words: 'New words confirmed',
  refuse_words: 'New words refused',
  withdraw_words: 'New words withdrawn',
  guard_code_set: 'Guard code set',
  guard_code_removed: 'Guard code removed',
  guard_code_opened: 'Direct debit details opened',
  guard_code_wrong: 'Wrong guard code typed',
  guard_code_locked: 'Guard code locked after wrong tries',
  guard_code_sent: 'One-time code asked for',
  api_key_made: 'API key made',
  api_key_removed: 'API key removed',
}

/** Who did what. */
export function headline(row: HistoryRow): string {
  const who = row.impersonator_name
    ? `${row.impersonator_name} as ${row.actor_name}`
    : row.actor_name
  return `${deeds[row.action] ?? humanise(row.action)} by ${who}`
}

/** A change is kept as { from, to } or as the pair [from, to]. */
export function sidesOf(change: unknown): { from: unknown; to: unknown } {
  if (Array.isArray(change)) return { from: change[0], to: change[1] }
  const sides = change as { from?: unknown; to?: unknown } | null
  return { from: sides?.from, to: sides?.to }
}

/** Whether a change made a difference. */
export function isWorthShowing(change: unknown): boolean {
  const { from, to } = sidesOf(change)
  return JSON.stringify(from ?? null) !== JSON.stringify(to ?? null)
}
