import { expect, test } from 'vitest'
import {
  confirmingRole,
  goesByTransfer,
  goesElsewhere,
  hasAccount,
  heldUntil,
  holdWords,
  isSameAccount,
} from './payee.ts'

const account = { name: 'Ana', number: '0109020200028000', swift: null }
const nowhere = { name: null, number: null, swift: null }

test('a name spelt anew is a change, but sends money nowhere else', () => {
  const renamed = { ...account, name: 'Ana Ltd' }
  expect(isSameAccount(account, renamed)).toBe(false)
  expect(goesElsewhere(account, renamed)).toBe(false)
})

test.each([[{ number: '0109020200050000' }], [{ swift: 'ANZBNZ22' }], [{ number: null }]])(
  'another number or SWIFT code, or none, sends money elsewhere: %j',
  (change) => {
    expect(goesElsewhere(account, { ...account, ...change })).toBe(true)
  },
)

test('a name alone is no account', () => {
  expect(hasAccount({ ...nowhere, name: 'Ana' })).toBe(false)
  expect(hasAccount({ ...nowhere, swift: 'ANZBNZ22' })).toBe(true)
})

test('money waits working days: from a Friday over the weekend', () => {
  const on = { kind: 'supplier', to: account, day: '2026-11-13' } as const
  expect(heldUntil(on, 2)).toBe('2026-11-17')
  expect(heldUntil(on, 0)).toBeNull()
})

test('nothing waits where no money goes', () => {
  expect(heldUntil({ kind: 'supplier', to: nowhere, day: '2026-11-13' }, 2)).toBeNull()
  expect(heldUntil({ kind: 'organisation', to: account, day: '2026-11-13' }, 2)).toBeNull()
})

test('our own account is an admin’s to confirm, a payee’s a manager’s', () => {
  expect(confirmingRole('organisation')).toBe('admin')
  expect(confirmingRole('customer')).toBe('manager')
})

test('whatever is not known to go another way goes to the account', () => {
  expect(goesByTransfer('bank_transfer')).toBe(true)
  expect(goesByTransfer('their own word')).toBe(true)
  expect(goesByTransfer('cheque')).toBe(false)
})

test('a hold says since when, by whom and until when', () => {
  const change = { id: 1, changed_date: '2026-11-13', changed_by: 'Mia', hold_until: '2026-11-17' }
  expect(holdWords(change)).toBe(
    'the bank account was changed on 13 Nov 2026 by Mia; money goes there from 17 Nov 2026',
  )
})
