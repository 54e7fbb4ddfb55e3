import { billCalls } from '#domain/bills/bill-calls.ts'
import type { BillCheck } from '#domain/bills/bill-checks.ts'
import type { AvailableAction } from '#domain/kit/machine.ts'
import type { ReasonAction } from '#web/kit/dialogs/reason-dialog.tsx'

const dispute: ReasonAction = {
  title: 'Dispute the bill?',
  text: 'It is left out of payments until the dispute is resolved.',
  button: 'Dispute',
  call: billCalls.dispute,
  reason: 'needed',
}
const refund: ReasonAction = {
  title: 'Did the supplier give all of it back?',
  text: 'The bill is booked back, and the money is in our bank.',
  button: 'Refunded to the bank',
  call: billCalls.refund,
  reason: 'needed',
  extra: { to: 'bank' },
}

/** What can be done with a bill, with the words that ask for it; some actions have two ways. */
export const billActions: Record<string, ReasonAction> = {
  approve: {
    title: 'Approve the bill?',
    text: 'It is owed to the supplier from then on and can be paid.',
    button: 'Approve',
    call: billCalls.approve,
    reason: 'none',
  },
  'approve, disputing': {
    title: 'Approve the bill without its opening balance?',
    text: 'This period is owed. What the supplier asks from before and our books do not know is disputed: it comes back with the next bill.',
    button: 'Approve, dispute balance',
    call: billCalls.approve,
    reason: 'none',
    extra: { difference: 'dispute' },
  },
  dispute,
  'dispute, paying': {
    ...dispute,
    text: 'It is paid all the same; the dispute is about getting money back.',
    button: 'Dispute, pay anyway',
    extra: { withhold: false },
  },
  resolve: {
    title: 'Resolve the dispute?',
    text: 'The bill is paid like any other again.',
    button: 'Resolve dispute',
    call: billCalls.resolve,
    reason: 'optional',
  },
  replace: {
    title: 'Replace the bill by a corrected one?',
    text: 'This one is cancelled, and a draft with the same figures takes its place to be corrected. What was paid waits for it. An invoice that uses the bill is redone afterwards.',
    button: 'Replace',
    call: billCalls.replace,
    reason: 'needed',
  },
  refund,
  'refund, as credit': {
    ...refund,
    text: 'The bill is booked back, and the money stays as our credit with the supplier.',
    button: 'Refunded as credit',
    extra: { to: 'credit' },
  },
  cancel: {
    title: 'Cancel the bill?',
    text: 'Its entries are taken back.',
    button: 'Cancel bill',
    call: billCalls.cancel,
    reason: 'needed',
    isDanger: true,
  },
}

const secondWays: Record<string, string> = {
  approve: 'approve, disputing',
  dispute: 'dispute, paying',
  refund: 'refund, as credit',
}

/** The actions with their second ways; a balance is disputed only where it is asked for. */
export function waysOf(
  actions: readonly AvailableAction[],
  checks: readonly BillCheck[],
): AvailableAction[] {
  const isAsked = checks.some((check) => check.code === 'W11')
  return actions.flatMap((one) => {
    const second = secondWays[one.action]
    return second && (one.action !== 'approve' || isAsked) ? [one, { ...one, action: second }] : one
  })
}

/** Approving says that the warnings have been looked at, each by its code. */
export function approvalOf(action: string, checks: readonly BillCheck[]): ReasonAction | null {
  const definition = billActions[action]
  if (!definition) return null
  const warnings = checks.filter((check) => check.severity === 'W')
  const notes = warnings.map((check) => check.message)
  const acknowledge = warnings.map((check) => check.code)
  return { ...definition, notes, extra: { ...definition.extra, acknowledge } }
}
