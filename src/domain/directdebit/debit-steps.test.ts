import { expect, test } from 'vitest'
import { type DebitStep, debitSteps } from './debit-steps.ts'
import { type DebitState, debitStates } from './provider-words.ts'

/** Where each step leads, as the provider's own graph has it. */
const leads: Record<DebitStep, Partial<Record<DebitState, DebitState>>> = {
  submit: { planned: 'submitted' },
  confirm: { submitted: 'confirmed' },
  pay_out: { confirmed: 'paid_out' },
  cancel: { planned: 'cancelled', submitted: 'cancelled' },
  fail: { submitted: 'failed', confirmed: 'failed', paid_out: 'failed' },
  charge_back: { paid_out: 'charged_back' },
  stand_again: { charged_back: 'paid_out' },
  try_again: { failed: 'planned' },
}

const pairs = debitStates.flatMap((from) => debitStates.map((to) => [from, to] as const))

test.each(pairs)('from %s to %s every step stands on the one before it', (from, to) => {
  for (const hasBeenRetried of [false, true]) {
    const steps = debitSteps(from, to, { hasBeenRetried })
    const states: (DebitState | undefined)[] = [from]
    for (const step of steps) {
      const at = states.at(-1)
      states.push(at && leads[step][at])
    }
    expect(states).not.toContain(undefined)
    expect(states.at(-1)).toBe(steps.length > 0 ? to : from)
    expect(new Set(steps).size).toBe(steps.length)
  }
})

// What is not here stays where it is.
const moves: Record<DebitState, string> = {
  planned: 'submitted confirmed paid_out cancelled failed charged_back',
  submitted: 'confirmed paid_out cancelled failed charged_back',
  confirmed: 'paid_out failed charged_back',
  paid_out: 'failed charged_back',
  cancelled: '',
  failed: '',
  charged_back: 'paid_out',
}

test.each(debitStates)(
  'a debit that is %s goes where a bank can take it, and nowhere else',
  (from) => {
    const reached = debitStates.filter(
      (to) => debitSteps(from, to, { hasBeenRetried: false }).length > 0,
    )
    expect(reached.toSorted()).toEqual(moves[from].split(' ').filter(Boolean).toSorted())
  },
)

test('money that was confirmed after all counts only where the provider tried again', () => {
  expect(debitSteps('failed', 'confirmed', { hasBeenRetried: false })).toEqual([])
  expect(debitSteps('failed', 'confirmed', { hasBeenRetried: true })).toEqual([
    'try_again',
    'submit',
    'confirm',
  ])
})

test('an old answer takes nothing back that the bank has since got', () => {
  expect(debitSteps('submitted', 'planned', { hasBeenRetried: false })).toEqual([])
  expect(debitSteps('submitted', 'planned', { hasBeenRetried: true })).toEqual([
    'fail',
    'try_again',
  ])
})

test('paid out, seen first, is booked as collected before', () => {
  expect(debitSteps('planned', 'paid_out', { hasBeenRetried: false })).toEqual([
    'submit',
    'confirm',
    'pay_out',
  ])
})
