import { expect, test } from 'vitest'
import { collectingInWords, debitInWords, type ToldDebit } from './debit-words.ts'
import { debitCauses } from './provider-words.ts'

const debit: ToldDebit = {
  debit_state: 'planned',
  charge_date: '2026-05-20',
  debit_cause: null,
  cancel_asked_at: null,
}

test.each<[Partial<ToldDebit>, string]>([
  [{}, 'Planned for 20 May 2026'],
  [{ cancel_asked_at: '2026-05-18T02:00:00Z' }, 'Being cancelled'],
  [{ debit_state: 'submitted' }, 'With the bank – known by 25 May 2026'],
  [{ debit_state: 'submitted', charge_date: '2026-12-24' }, 'With the bank – known by 31 Dec 2026'],
  [{ debit_state: 'confirmed' }, 'Collected 20 May 2026'],
  [{ debit_state: 'paid_out', payout_date: '2026-05-26' }, 'Paid out 26 May 2026'],
  [{ debit_state: 'paid_out' }, 'Paid out'],
  [{ debit_state: 'cancelled' }, 'Cancelled'],
  [{ debit_state: 'failed', debit_cause: 'insufficient_funds' }, 'Not honoured: not enough money'],
  [{ debit_state: 'failed' }, 'Not honoured: the bank gave no reason'],
  [{ debit_state: 'charged_back' }, 'Taken back by the customer’s bank'],
])('a debit that is %o is told as “%s”', (given, words) => {
  expect(debitInWords({ ...debit, ...given })).toBe(words)
})

test('every cause has words of its own', () => {
  const told = debitCauses.map((debit_cause) =>
    debitInWords({ ...debit, debit_state: 'failed', debit_cause }),
  )
  expect(new Set(told).size).toBe(debitCauses.length)
  for (const words of told) expect(words).not.toMatch(/_|undefined/)
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
