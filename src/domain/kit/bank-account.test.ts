import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bankAccountProblem,
  bankName,
  formatBankAccount,
  makeBankAccount,
  normaliseBankAccount,
} from './bank-account.ts'
import { BANKS } from './bank-branches.ts'

const problemOf = (input: string) => bankAccountProblem(normaliseBankAccount(input))

test.each([
  '01-902-0068389-00',
  '08-6523-1954512-001',
  '26-2600-0320871-032',
  '01-902-0998384-00',
  '09-0000-0037331-00',
  '25-2545-3153624-00',
  '31-2840-0115493-00',
  '38-9000-0392156-03',
  '12-3046-0203560-57',
  '11-7892-0111532-01',
  '15-3947-0487353-26',
  '02-0500-0652822-02',
  '06-0229-0393666-02',
  '03-1592-0521970-000',
  '02-0924-0019668-02',
  '12-3113-0003869-00',
  '02-2025-0123452-00',
  '02-2053-0123468-00',
  '01-6150-0123468-00',
  '03-5050-0123458-00',
  '04-2014-0123457-00',
  '03-7350-0123459-00',
])('%s is a bank account of a known branch', (input) => {
  expect(problemOf(input)).toEqual({ error: null, warning: null })
})

// Shows: T13
test('a failing checksum refuses the number', () => {
  expect(problemOf('01-0242-0100195-00')).toEqual({ error: 'checksum', warning: null })
})

test('a branch outside the ranges of its bank only warns', () => {
  expect(problemOf('01-9999-0100197-00')).toEqual({ error: null, warning: 'branch' })
})

test('an unknown bank refuses the number', () => {
  expect(problemOf('99-0000-0000000-00').error).toBe('bank')
})

test.each([
  ['', 'short'],
  ['12-3113-0003869', 'short'],
  ['12-3113-000386-900', 'short'],
  ['12-3113-0003869-0', 'short'],
  ['12-3113-10003869-00', 'shape'],
  ['12-31133-0003869-00', 'shape'],
  ['12311300038690000', 'shape'],
  ['12-3113-OOO3869-00', 'shape'],
  ['12/3113/0003869/00', 'shape'],
])('%s is refused for its %s', (input, error) => {
  expect(problemOf(input).error).toBe(error)
})

test.each([
  ['12-3113-0003869-00'],
  ['12-3113-0003869-000'],
  ['12 3113 0003869 00'],
  ['12.3113.0003869.00'],
  ['12\u20133113\u20110003869\u221200'],
  ['123113000386900'],
  ['1231130003869000'],
  ['12-3113-00003869-0000'],
  ['12-3113-000386900'],
])('%s is stored as sixteen digits', (input) => {
  expect(normaliseBankAccount(input)).toBe('1231130003869000')
})

test('a short branch is padded with zeros', () => {
  expect(normaliseBankAccount('01-902-0068389-00')).toBe('0109020068389000')
})

test('the suffix is shown with two digits unless it needs three', () => {
  expect(formatBankAccount('1231130003869000')).toBe('12-3113-0003869-00')
  expect(formatBankAccount('0865231954512001')).toBe('08-6523-1954512-01')
  expect(formatBankAccount('0865231954512123')).toBe('08-6523-1954512-123')
  expect(formatBankAccount('12-3113')).toBe('12-3113')
})

test('the first two digits name the bank', () => {
  expect(bankName('1231130003869000')).toBe('ASB')
  expect(bankName('38-9000-0392156-03')).toBe('Kiwibank')
  expect(bankName('9900000000000000')).toBeNull()
})

test('an account without check digit gives way to the next one', () => {
  expect(makeBankAccount('02', '2025')).toBe('0220250123452000')
  expect(makeBankAccount('01', '6150')).toBe('0161500123468000')
})

test('nobody opens an account at an unknown bank', () => {
  expect(() => makeBankAccount('99', '0001')).toThrow(RangeError)
})

test('every made account is valid at every bank and comes back from its printed form', () => {
  const bank = fc.constantFrom(...Object.entries(BANKS))
  fc.assert(
    fc.property(bank, fc.integer({ min: 0, max: 998_000 }), ([code, { branches }], base6) => {
      const branch = String(branches[0]?.[0]).padStart(4, '0')
      const number = makeBankAccount(code, branch, base6)
      expect(bankAccountProblem(number)).toEqual({ error: null, warning: null })
      expect(normaliseBankAccount(formatBankAccount(number))).toBe(number)
    }),
  )
})

test('normalising twice changes nothing', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\d .-]{0,22}$/), (text) => {
      const once = normaliseBankAccount(text)
      expect(normaliseBankAccount(once)).toBe(once)
    }),
  )
})
