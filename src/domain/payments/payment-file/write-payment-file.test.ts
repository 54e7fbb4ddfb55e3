import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanReference, cleanText, hashTotal, type PaymentBatch } from './payment-batch.ts'
import { layouts, writers } from './write-payment-file.ts'

const batch: PaymentBatch = {
  account: '0200120123456000',
  name: 'Harbour Energy Brokers',
  batch: 'SB-20261120-7',
  payment_date: '2026-11-20',
  created_date: '2026-11-18',
  payments: [
    {
      account: '0109020068389000',
      payee: 'Pūkeko Power, Retail & Co',
      cents: 123_456,
      particulars: 'Harbour',
      code: 'ACC-1234567890123',
      reference: 'STATEMENT-2026-000123',
      our_particulars: 'Pukeko',
      our_code: 'SB-20261120-7',
      our_reference: 'STATEMENT-2026-000123',
    },
    {
      account: '1231400171323050',
      payee: 'Genesis',
      cents: 5,
      particulars: '',
      code: '',
      reference: '77',
      our_particulars: 'Genesis',
      our_code: '',
      our_reference: '77',
    },
  ],
}

const written = (layout: keyof typeof writers) => writers[layout](batch).text.split('\r\n')

describe('the hash total', () => {
  test('adds up branch and account and keeps eleven digits', () => {
    expect(hashTotal(Array(3).fill('0200123456789000'))).toBe('00370370367')
    expect(hashTotal(['0109020068389000', '1231400171323000', '3890000392156000'])).toBe(
      '30420631868',
    )
    expect(hashTotal(Array(20).fill('0199999999999000'))).toBe('99999999980')
  })
})

describe('words in a bank’s file', () => {
  test('lose macrons, commas and quotes, and are cut', () => {
    expect(cleanText('Pūkeko Power, Retail & Co', 20)).toBe('Pukeko Power Retail')
    expect(cleanText('O’Brien "Energy"', 32)).toBe('OBrien Energy')
  })

  test('references keep their rightmost twelve characters', () => {
    expect(cleanReference('STATEMENT-2026-000123')).toBe('-2026-000123')
    expect(cleanReference('77')).toBe('77')
  })
})

test('BNZ', () => {
  expect(written('bnz')).toEqual([
    '1,,,,0200120123456000,7,261120,261118,I',
    '2,0109020068389000,50,123456,Pukeko Power Retail,-2026-000123,234567890123,,Harbour,Harbour Energy Broke,B-20261120-7,-2026-000123,Pukeko',
    '2,1231400171323050,50,5,Genesis,77,,,,Harbour Energy Broke,,77,Genesis',
    '3,123461,2,40420239712',
    '',
  ])
})

test('ANZ', () => {
  expect(written('anz')).toEqual([
    '1,C,20261120,,20261118,0200120123456000,,M,,B-20261120-7,,,,,,',
    '2,0109020068389000,50,123456,Pukeko Power Retail & Co,Harbour,234567890123,-2026-000123,Pukeko,B-20261120-7,-2026-000123,,,',
    '2,1231400171323050,50,5,Genesis,,,77,Genesis,,77,,,',
    '3,0,123461,2,40420239712,,,',
    '',
  ])
})

test('ASB', () => {
  expect(written('asb')).toEqual([
    'SB-20261120-7,2026/11/20,0200120123456000,1234.56,Harbour,234567890123,-2026-000123,0109020068389000,Pukeko,B-20261120-7,-2026-000123,Pukeko Power Retail & Co',
    'SB-20261120-7,2026/11/20,0200120123456000,0.05,,,77,1231400171323050,Genesis,,77,Genesis',
    '',
  ])
})

test('Westpac', () => {
  expect(written('westpac')).toEqual([
    'A,1,02,0012,Harbour Energy Brokers,,SB-20261120-7,201126,',
    'D,2,01,0902,0068389,000,50,DC,123456,Pukeko Power Retail,Harbour,234567890123,-2026-000123,02,0012,0123456,000,Harbour Energy Broke,',
    'D,3,12,3140,0171323,050,50,DC,5,Genesis,,,77,02,0012,0123456,000,Harbour Energy Broke,',
    '',
  ])
})

test('whatever is written in a payment, a line keeps its number of fields', () => {
  const text = fc.string({ maxLength: 60, unit: 'grapheme' })
  fc.assert(
    fc.property(text, text, fc.constantFrom(...layouts), (payee, reference, layout) => {
      const [first] = batch.payments
      if (!first) return
      const fields = (given: object) =>
        writers[layout]({ ...batch, payments: [{ ...first, ...given }] })
          .text.split('\r\n')
          .map((line) => line.split(',').length)
      const given = { payee, reference, our_reference: reference, particulars: payee }
      expect(fields(given)).toEqual(fields({}))
    }),
  )
})
