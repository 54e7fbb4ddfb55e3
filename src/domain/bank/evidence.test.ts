import { describe, expect, test } from 'vitest'
import { bankLine, officeFacts, owed, payer } from '#tests/support/bank-corpus-office.ts'
import type { MatchLine } from './bank-line.ts'
import { evidenceOf, pointsOf } from './evidence.ts'
import { readTexts } from './line-reading.ts'
import type { MatchFacts } from './match-facts.ts'
import { buildIndex } from './match-index.ts'

/** What speaks for whom, such as `1 invoice_number name`. */
function told(
  over: Partial<MatchLine>,
  facts: Partial<MatchFacts> = {},
  amount = '77.77',
): string[] {
  const index = buildIndex(officeFacts(facts))
  const line = bankLine(amount, over)
  const found = evidenceOf(index, line, readTexts(line, index.prefixes))
  return [...found.values()]
    .map(({ customer_id, codes }) => [customer_id, ...[...codes].sort()].join(' '))
    .sort()
}

describe('numbers', () => {
  test.each([
    'INV-1041',
    'inv1041',
    'INV 1041',
    'INVOICE 1041',
    'invoice-1041',
    '#1041',
    '# 1041',
    'PAYMENTINV1041OCT',
    'Inv. 1041 C',
  ])('“%s” names INV-1041 in full', (reference) => {
    expect(told({ reference })).toEqual(['1 invoice_number'])
  })
  test.each(['INV-104', 'INV-10411', 'INV 10 41', '11041', '041', 'INV-9999', 'C-1041'])(
    '“%s” does not',
    (reference) => {
      expect(told({ reference })).toEqual([])
    },
  )
  test('figures alone are less than the number, and only four of them', () => {
    expect(told({ memo: 'POWER 1041' })).toEqual(['1 digits'])
    expect(told({ memo: 'C-1002' })).toEqual(['2 customer_number'])
    expect(told({ memo: '1002' })).toEqual(['2 digits'])
  })
  test('a number with a dash of its own is found with and without it', () => {
    const items = [{ ...owed(41, 1), number: '2026-0007' }]
    expect(told({ reference: '2026-0007' }, { items })).toEqual(['1 invoice_number'])
    expect(told({ reference: '20260007' }, { items })).toEqual(['1 invoice_number'])
    expect(told({ reference: '2026 0007' }, { items })).toEqual([])
  })
  test('several numbers speak for several customers', () => {
    expect(told({ particulars: 'INV1041', code: 'C1002' })).toEqual([
      '1 invoice_number',
      '2 customer_number',
    ])
  })
  test('the number of a redone invoice leads to the one in its place', () => {
    const numbers = [{ key: 'i7', customer_id: 1, number: 'INV-0777', replaced_by: 'i41' }] as const
    const index = buildIndex(officeFacts({ numbers }))
    const line = bankLine('90.00', { reference: 'INV-0777' })
    const found = evidenceOf(index, line, readTexts(line, index.prefixes)).get(1)
    expect([...(found?.named ?? [])]).toEqual(['i41'])
    expect(found?.reasons[0]?.words).toBe('INV-0777 in the reference, now INV-1041')
  })
  test('a number that ends where its field is full may be cut, and then names none for sure', () => {
    const items = [owed(41, 1), { ...owed(42, 2), number: 'INV-10415' }]
    expect(told({ particulars: 'INVOICE 1041' }, { items })).toEqual(['1 beginning', '2 beginning'])
    expect(told({ particulars: 'INVOICE 1041' })).toEqual(['1 invoice_number'])
    expect(told({ particulars: 'INVOICE 104' })).toEqual([])
    expect(told({ particulars: 'A INVOICE104' })).toEqual([
      '1 beginning',
      '2 beginning',
      '3 beginning',
    ])
    expect(told({ memo: 'A INVOICE104' })).toEqual([])
  })
})

describe('payers', () => {
  test('an account of one customer counts in full, of several next to nothing', () => {
    expect(told({ other_account_hash: 'h1' })).toEqual(['1 payer_account'])
    const payers = [payer(1), payer(2, { account_hashes: ['h1'] })]
    expect(told({ other_account_hash: 'h1' }, { payers })).toEqual(['1 shared', '2 shared'])
  })
  test('an account that people have taught counts as one that is kept', () => {
    const alias = { customer_id: 2, confirmations: 1, contradictions: 0, is_shared: false }
    const aliases = [{ ...alias, kind: 'account', alias_key: 'h9' } as const]
    expect(told({ other_account_hash: 'h9' }, { aliases })).toEqual(['2 payer_account'])
  })
  test('words count once people have confirmed them twice', () => {
    const alias = { kind: 'text', alias_key: 'THE FLAT||||', customer_id: 2 } as const
    const taught = (confirmations: number, is_shared = false) => ({
      aliases: [{ ...alias, confirmations, contradictions: 0, is_shared }],
    })
    expect(told({ other_party: 'THE FLAT' }, taught(1))).toEqual([])
    expect(told({ other_party: 'The Flat 9' }, taught(2))).toEqual(['2 payer_alias'])
    expect(told({ other_party: 'The Flat 9' }, taught(5, true))).toEqual(['2 shared'])
  })
  test.each([
    ['KAURI CAFE', '1 name'],
    ['Kauri Café Limited', '1 name'],
    ['D/C FROM KAURI CAFE', '1 name'],
    ['JOHN SMITH', '2 name'],
    ['HARBOUR ORCH', '3 name'],
    ['HARBOUR ORCHARD SUPP', '3 name'],
    ['D/C FROM HARBOUR ORC', '3 name'],
    ['HARBOUR OR', undefined],
    ['HARBOUR ORCHARD', undefined],
  ])('the name %s: %s', (other_party, answer) => {
    expect(told({ other_party })[0]).toBe(answer)
  })
  test('a name that several have, whole or cut, is shared', () => {
    const payers = [
      payer(1, { names: ['Harbour Orchard'] }),
      payer(2, { names: ['Harbour Orchids Ltd'] }),
      payer(3, { names: ['Harbour Orchard Limited'] }),
    ]
    expect(told({ other_party: 'HARBOUR ORCH' }, { payers })).toEqual([
      '1 shared',
      '2 shared',
      '3 shared',
    ])
    expect(told({ other_party: 'HARBOUR ORCHARD' }, { payers })).toEqual(['1 shared', '3 shared'])
  })
  test('the only page that asked for an amount that day says something for itself', () => {
    expect(told({}, {}, '90.00')).toEqual(['1 only_figure'])
    expect(told({}, {}, '100.00')).toEqual([])
    expect(told({ transaction_date: '2026-11-21' }, {}, '100.00')).toEqual(['1 only_figure'])
    const items = [owed(41, 1), owed(42, 2)]
    expect(told({}, { items }, '90.00')).toEqual([])
  })
})

test('every fact weighs once, and its reason is in words', () => {
  const index = buildIndex(officeFacts())
  const line = bankLine('77.77', {
    particulars: 'INV-1041',
    reference: 'INV1041',
    other_party: 'KAURI CAFE',
    other_account_hash: 'h1',
  })
  const evidence = evidenceOf(index, line, readTexts(line, index.prefixes)).get(1)
  expect(evidence && pointsOf(evidence)).toBe(60 + 50 + 25)
  expect(evidence?.reasons.map(({ words }) => words)).toEqual([
    'INV-1041 in the particulars',
    'INV-1041 in the reference',
    'The account of Kauri Cafe Ltd',
    'The name of Kauri Cafe Ltd',
  ])
})
