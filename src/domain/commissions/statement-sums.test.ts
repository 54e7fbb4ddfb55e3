import { expect, test } from 'vitest'
import { cents, toDecimalString } from '#domain/kit/money.ts'
import { gstModeOf, statementFigures } from './statement-sums.ts'

const basis = {
  gst_mode: 'buyer_created' as const,
  gst_percent: '15',
  withholding_percent: null as string | null,
  brought: [] as ReturnType<typeof cents>[],
  minimum_payout: cents('20.00'),
}

const of = (amounts: string[], changes: Partial<typeof basis> | { gst_mode: never } = {}) => {
  const figures = statementFigures({ ...basis, ...changes, amounts: amounts.map(cents) })
  return Object.fromEntries(
    Object.entries(figures).map(([name, amount]) => [name, toDecimalString(amount)]),
  )
}

test('an invoice and a sign-up are paid with the GST of their sum', () => {
  expect(of(['1.56', '90.00'])).toEqual({
    ...{ sum: '91.56', gst: '13.73', total: '105.29' },
    ...{ brought_forward: '0.00', withheld: '0.00', to_pay: '105.29', carried: '0.00' },
  })
})

test('what is taken back is carried until there is enough to take it from', () => {
  const taken = of(['-54.25', '-1.56'])
  expect(taken).toMatchObject({ sum: '-55.81', gst: '-8.37', total: '-64.18', to_pay: '0.00' })
  expect(taken.carried).toBe('-64.18')
  expect(of(['300.00'], { brought: [cents('-64.18')] })).toMatchObject({
    ...{ gst: '45.00', total: '345.00', brought_forward: '-64.18', to_pay: '280.82' },
  })
})

test('what is not worth a transfer waits, to the cent of the limit', () => {
  const without = { gst_mode: 'not_registered' as never }
  expect(of(['19.99'], without).to_pay).toBe('0.00')
  expect(of(['20.00'], without).to_pay).toBe('20.00')
  expect(of(['5.00'], { ...without, brought: [cents('19.99')] })).toMatchObject({
    brought_forward: '19.99',
    to_pay: '24.99',
  })
})

test('tax is withheld of what is earned, never of what is taken back', () => {
  const withholding = { withholding_percent: '20', gst_mode: 'not_registered' as never }
  expect(of(['91.53'], withholding)).toMatchObject({ withheld: '18.31', to_pay: '73.22' })
  expect(of(['-91.53'], withholding)).toMatchObject({ withheld: '0.00', to_pay: '0.00' })
  expect(of(['15.00'], withholding)).toMatchObject({ withheld: '3.00', carried: '12.00' })
  expect(of(['100.00'], { ...withholding, brought: [cents('12.00')] })).toMatchObject({
    ...{ brought_forward: '12.00', withheld: '20.00', to_pay: '92.00' },
  })
})

test('half a cent of GST is dropped, for what is earned and for what goes back', () => {
  expect(of(['0.10']).gst).toBe('0.01')
  expect(of(['-0.10']).gst).toBe('-0.01')
  expect(of(['0.11']).gst).toBe('0.02')
})

test('our statement is the tax invoice only where both are registered and agreed on it', () => {
  const all = { gst_registered: true, bcti_agreed_on: '2026-01-01', own_gst_number: '49091850' }
  expect(gstModeOf(all)).toBe('buyer_created')
  expect(gstModeOf({ ...all, bcti_agreed_on: null })).toBe('their_invoice')
  expect(gstModeOf({ ...all, own_gst_number: null })).toBe('their_invoice')
  expect(gstModeOf({ ...all, gst_registered: false })).toBe('not_registered')
})
