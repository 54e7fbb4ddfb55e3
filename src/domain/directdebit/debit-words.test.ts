import { expect, test } from 'vitest'
import { collectingInWords, debitInWords } from './debit-words.ts'
import { debitStates } from './provider-words.ts'

const debit = {
  debit_state: 'planned',
  charge_date: '2026-05-20',
  debit_cause: null,
  cancel_asked_at: null,
} as const

test('every state of a debit is said in words of its own', () => {
  const words = debitStates.map((debit_state) => debitInWords({ ...debit, debit_state }))
  expect(words).toEqual([
    'Planned for 20 May 2026',
    'With the bank – known by 25 May 2026',
    'Collected 20 May 2026',
    'Paid out',
    'Cancelled',
    'Not honoured: the bank gave no reason',
    'Taken back by the customer’s bank',
  ])
})

test('what was not honoured says why, and what was paid out says when', () => {
  const failed = { ...debit, debit_state: 'failed', debit_cause: 'insufficient_funds' } as const
  expect(debitInWords(failed)).toBe('Not honoured: not enough money')
  const paid = { ...debit, debit_state: 'paid_out', payout_date: '2026-05-26' } as const
  expect(debitInWords(paid)).toBe('Paid out 26 May 2026')
})

test('a debit over New Year is known once the banks have worked three days', () => {
  const submitted = { ...debit, debit_state: 'submitted', charge_date: '2026-12-24' } as const
  expect(debitInWords(submitted)).toBe('With the bank – known by 31 Dec 2026')
})

test('a planned debit that is being cancelled is not said to be planned', () => {
  const asked = { ...debit, cancel_asked_at: '2026-05-18T00:00:00.000Z' }
  expect(debitInWords(asked)).toBe('Being cancelled')
})

const collected = { ...debit, amount: '679.89' }

test('a planned debit says what is collected when, and when that is known', () => {
  expect(collectingInWords(collected)).toBe(
    'We’ll collect $679.89 on 20 May 2026 – known by 25 May 2026',
  )
})

test('a debit with the bank says when it is known', () => {
  const words = collectingInWords({ ...collected, debit_state: 'submitted' })
  expect(words).toBe('Collecting $679.89 – known by 25 May 2026')
})

test('one that is being cancelled is not announced any more', () => {
  const words = collectingInWords({ ...collected, cancel_asked_at: '2026-05-12T00:00:00Z' })
  expect(words).toBe('The debit of $679.89 on 20 May 2026 is being cancelled')
})

test('a debit that is over says nothing', () => {
  expect(collectingInWords({ ...collected, debit_state: 'confirmed' })).toBeNull()
})
