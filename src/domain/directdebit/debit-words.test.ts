import { expect, test } from 'vitest'
import { collectingInWords } from './debit-words.ts'

const debit = {
  debit_state: 'planned' as const,
  charge_date: '2026-05-20',
  debit_cause: null,
  cancel_asked_at: null,
  amount: '679.89',
}

test('a planned debit says what is collected when, and when that is known', () => {
  expect(collectingInWords(debit)).toBe(
    'We’ll collect $679.89 on 20 May 2026 – known by 25 May 2026',
  )
})

test('a debit with the bank says when it is known', () => {
  const words = collectingInWords({ ...debit, debit_state: 'submitted' })
  expect(words).toBe('Collecting $679.89 – known by 25 May 2026')
})

test('one that is being cancelled is not announced any more', () => {
  const words = collectingInWords({ ...debit, cancel_asked_at: '2026-05-12T00:00:00Z' })
  expect(words).toBe('The debit of $679.89 on 20 May 2026 is being cancelled')
})

test('a debit that is over says nothing', () => {
  expect(collectingInWords({ ...debit, debit_state: 'confirmed' })).toBeNull()
})
