import { describe, expect, test } from 'vitest'
import { cents } from '#domain/kit/money.ts'
import { bankLine, officeFacts, owed, payer } from '#tests/support/bank-corpus-office.ts'
import type { MatchLine } from './bank-line.ts'
import type { Candidate } from './candidate.ts'
import { patternKey } from './confirmed-pattern.ts'
import type { Counterpart, MatchFacts } from './match-facts.ts'
import { buildIndex } from './match-index.ts'
import { matchLine } from './match-line.ts'
import { explainForSeveral } from './several-customers.ts'

const match = (line: MatchLine, facts: Partial<MatchFacts> = {}) =>
  matchLine(buildIndex(officeFacts(facts)), line)

/** The rule and the candidate that is taken unasked. */
const unasked = (line: MatchLine, facts: Partial<MatchFacts> = {}) => {
  const { automatic } = match(line, facts)
  return automatic && `${automatic.automatic}: ${automatic.key}`
}
const words = (one: Candidate | undefined) => one?.reasons.map((reason) => reason.words)

describe('taken unasked', () => {
  test('a: hard evidence and what was asked that day', () => {
    expect(unasked(bankLine('90.00', { reference: 'INV-1041' }))).toBe('a: customer 1 T0 i41:90.00')
    expect(unasked(bankLine('90.00', { code: 'C1001' }))).toBe('a: customer 1 T0 i41:90.00')
    expect(unasked(bankLine('90.00', { other_account_hash: 'h1' }))).toBe(
      'a: customer 1 T0 i41:90.00',
    )
    expect(unasked(bankLine('80.00', { reference: 'INV-1041' }))).toBeNull()
  })
  test('b: a purpose and the payer of the same customer, whatever the amount', () => {
    const line = bankLine('80.00', { reference: 'INV-1041', other_account_hash: 'h1' })
    expect(unasked(line)).toBe('b: customer 1 i41')
    expect(words(match(line).candidates[0])).toContain('Leaves 10.00 of INV-1041')
    const byName = bankLine('80.00', { reference: 'C-1001', other_party: 'KAURI CAFE' })
    expect(unasked(byName)).toBe('b: customer 1 account')
    // Exactly what another invoice asked for: the number may well be mistyped.
    const items = [owed(41, 1), owed(44, 1, ['50.00', '55.00'])]
    const mistyped = bankLine('50.00', { reference: 'INV-1041', other_account_hash: 'h1' })
    expect(unasked(mistyped, { items })).toBeNull()
    // Account and name are one fact, and a shared one is none.
    const one = { other_account_hash: 'h1', other_party: 'KAURI CAFE' }
    expect(unasked(bankLine('80.00', one))).toBeNull()
    const payers = [payer(1), payer(2, { account_hashes: ['h1'] })]
    expect(unasked(line, { payers })).toBeNull()
  })
  test('c: the number of the invoice with its figure of the other date', () => {
    expect(unasked(bankLine('100.00', { reference: 'INV-1041' }))).toBe(
      'c: customer 1 T2 i41:90.00',
    )
    expect(unasked(bankLine('100.00', { reference: 'C-1001' }))).toBeNull()
    const late = bankLine('90.00', { reference: 'INV-1041', transaction_date: '2026-11-22' })
    expect(words(match(late).automatic ?? undefined)).toContain('Leaves 10.00 of INV-1041')
  })
  test('d: figures or a name with what was asked, and nobody else having either', () => {
    expect(unasked(bankLine('90.00', { memo: '1041' }))).toBe('d: customer 1 T0 i41:90.00')
    expect(unasked(bankLine('90.00', { other_party: 'KAURI CAFE' }))).toBe(
      'd: customer 1 T0 i41:90.00',
    )
    const rival = bankLine('90.00', { other_party: 'KAURI CAFE', memo: '1042' })
    expect(unasked(rival)).toBeNull()
  })
  test('e: a name that several have, where one page alone asked for it', () => {
    const payers = [payer(1, { names: ['J Smith'] }), payer(2, { names: ['J Smith Ltd'] })]
    const line = bankLine('90.00', { other_party: 'J SMITH' })
    expect(unasked(line, { payers })).toBe('e: customer 1 T0 i41:90.00')
    expect(unasked(line, { payers, items: [owed(41, 1), owed(42, 2)] })).toBeNull()
    const two = [owed(41, 1, ['50.00', '50.00']), owed(45, 1, ['40.00', '40.00'])]
    expect(unasked(line, { payers, items: two })).toBeNull()
  })
  test('f: the one payment that was recorded is linked, and no second one made', () => {
    const payment = { payment_id: 9, customer_id: 1, payment_type: 'bank_transfer' }
    const recorded = [{ ...payment, payment_date: '2026-11-06', amount: cents('90.00') }]
    const line = bankLine('90.00', { reference: 'INV-1041' })
    expect(unasked(line, { recorded })).toBe('f: payment 9')
    const again = { ...recorded[0], payment_id: 10, customer_id: 2 } as (typeof recorded)[number]
    expect(unasked(line, { recorded: [...recorded, again] })).toBeNull()
    const long = [{ ...payment, payment_date: '2026-11-01', amount: cents('90.00') }]
    expect(unasked(line, { recorded: long })).toBeNull()
    expect(unasked(bankLine('90.00'), { recorded })).toBeNull()
  })
  test('g: what people have confirmed twice for this payer, text and amount', () => {
    const line = bankLine('45.00', { other_party: 'THE FLAT', other_account_hash: 'h9' })
    const pattern = { key: patternKey(line) ?? '', customer_id: 1, confirmations: 2 }
    const alias = { confirmations: 2, contradictions: 0, is_shared: false, customer_id: 1 }
    const aliases = [{ ...alias, kind: 'account', alias_key: 'h9' } as const]
    const confirmed = { aliases, patterns: [{ ...pattern, was_undone: false }] }
    expect(unasked(line, confirmed)).toBe('g: customer 1 account')
    expect(unasked(line, { aliases })).toBeNull()
    expect(unasked({ ...line, amount: cents('46.00') }, confirmed)).toBeNull()
    expect(unasked(line, { aliases, patterns: [{ ...pattern, was_undone: true }] })).toBeNull()
  })
})

describe('never taken unasked', () => {
  const line = bankLine('90.00', { reference: 'INV-1041' })
  test('when hard evidence names somebody else', () => {
    expect(unasked({ ...line, other_account_hash: 'h2' })).toBeNull()
    expect(unasked({ ...line, code: 'C-1002' })).toBeNull()
  })
  test('when the account is parked', () => {
    expect(unasked(line, { payers: [payer(1, { is_parked: true })] })).toBeNull()
  })
  test('when several ways add up, or a named invoice would be left out', () => {
    const items = ['60.00', '40.00', '70.00', '30.00'].map((figure, at) =>
      owed(41 + at, 1, [figure, figure]),
    )
    const ambiguous = bankLine('100.00', { code: 'C-1001' })
    expect(unasked(ambiguous, { items })).toBeNull()
    const shown = match(ambiguous, { items }).candidates
    expect(shown.map(({ tier }) => tier)).toEqual(['T1', 'T1'])
    expect(words(shown[0])).toContain('1 other exact way')
    const both = bankLine('60.00', { reference: 'INV-1041', code: 'INV-1042' })
    expect(unasked(both, { items })).toBeNull()
  })
})

describe('suggested', () => {
  test('by points, then the lower id, eight at most', () => {
    const payers = Array.from({ length: 12 }, (_, at) => payer(at + 1, { names: ['J Smith'] }))
    const { candidates } = match(bankLine('5.00', { other_party: 'J SMITH' }), { payers })
    expect(candidates.map(({ customer_id }) => customer_id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const named = bankLine('5.00', { other_party: 'J SMITH', memo: 'C-1009' })
    expect(match(named, { payers }).candidates[0]?.customer_id).toBe(9)
  })
  test('a settled invoice that is paid again becomes credit', () => {
    const facts = officeFacts()
    const items = facts.items.filter(({ key }) => key !== 'i41')
    const again = bankLine('90.00', { reference: 'INV-1041', other_account_hash: 'h1' })
    const { candidates, automatic } = match(again, { items, numbers: facts.numbers })
    expect(automatic).toBeNull()
    expect(words(candidates[0])).toContain('Already paid: account credit')
    expect(candidates[0]?.parts).toEqual([{ kind: 'customer', amount: '90.00', customer_id: 1 }])
  })
  test('one payer for several customers: their newest pages, a payment each', () => {
    const payers = [1, 2, 3].map((id) => payer(id, { account_hashes: ['landlord'] }))
    const line = bankLine('270.00', { other_account_hash: 'landlord' })
    const items = [
      owed(41, 1),
      owed(42, 2, ['180.00', '200.00']),
      owed(43, 3, ['500.00', '500.00']),
    ]
    const { candidates, automatic } = match(line, { payers, items })
    expect(automatic).toBeNull()
    expect(candidates[0]?.parts).toEqual([
      { kind: 'customer', amount: '90.00', customer_id: 1, page: 'i41' },
      { kind: 'customer', amount: '180.00', customer_id: 2, page: 'i42' },
    ])
  })
  test('pages of several customers that add up in two ways are nobody’s to choose', () => {
    const customers = ['90.00', '90.00', '50.00'].map((figure, at) => ({
      customer_id: at + 1,
      items: [owed(41 + at, at + 1, [figure, figure])],
    }))
    const paid = (amount: string) =>
      explainForSeveral(cents(amount), '2026-11-10', customers)?.map(({ page }) => page)
    expect(paid('230.00')).toEqual(['i41', 'i42', 'i43'])
    expect(paid('180.00')).toEqual(['i41', 'i42'])
    expect(paid('140.00')).toBeUndefined()
    expect(paid('90.00')).toBeUndefined()
  })
  test('nothing at all for a stranger', () => {
    expect(match(bankLine('12.34', { other_party: 'ZEPHYR HOLDINGS' })).candidates).toEqual([])
  })
  test('too many invoices to look at are told, and what is named all the same', () => {
    const items = Array.from({ length: 20 }, (_, at) =>
      owed(41 + at, 1, [`${30 + at}.0${at % 10}`, `${40 + 2 * at}.5${at % 10}`]),
    )
    const one = bankLine('10.00', { other_account_hash: 'h1' })
    const many = bankLine('333.33', { other_account_hash: 'h1' })
    expect(words(match(many, { items }).candidates[0])).toContain(
      'Too many combinations to look at',
    )
    expect(words(match(one, { items }).candidates[0])).not.toContain(
      'Too many combinations to look at',
    )
    const named = { ...one, reference: 'INV-1041' }
    expect(words(match(named, { items }).candidates[0])).toContain('Leaves 20.00 of INV-1041')
  })
  test('a plan says what is put on which invoice', () => {
    const items = [owed(41, 1), owed(44, 1, ['50.00', '55.00'])]
    const line = bankLine('140.00', { code: 'C-1001' })
    expect(match(line, { items }).automatic?.parts).toEqual([
      {
        kind: 'customer',
        amount: '140.00',
        customer_id: 1,
        plan: [
          { key: 'i41', amount: '90.00' },
          { key: 'i44', amount: '50.00' },
        ],
      },
    ])
  })
})

describe('the other half of something of ours', () => {
  const half = (over: Partial<Counterpart>): Counterpart => ({
    kind: 'payout',
    id: 5,
    amount: cents('90.00'),
    date: '2026-11-10',
    reference: null,
    customer_id: null,
    supplier_id: null,
    payment_ids: [],
    bankaccount_id: null,
    ...over,
  })
  test('h: one exact payout, batch, refund or transfer', () => {
    expect(unasked(bankLine('90.00'), { counterparts: [half({})] })).toBe('h: payout 5')
    const batch = half({ kind: 'billpayment', amount: cents('-75.00'), payment_ids: [1, 2] })
    expect(unasked(bankLine('-75.00'), { counterparts: [batch] })).toBe('h: billpayment 5')
    const transfer = half({ kind: 'transfer', amount: cents('-75.00'), bankaccount_id: 2 })
    expect(unasked(bankLine('-75.00'), { counterparts: [transfer] })).toBe('h: transfer 5')
    // Another line of ours that went out would fit that side just as well.
    const rival = half({ kind: 'transfer', id: 6, amount: cents('75.00'), bankaccount_id: 1 })
    expect(unasked(bankLine('-75.00'), { counterparts: [transfer, rival] })).toBeNull()
    const same = { ...transfer, bankaccount_id: 1 }
    expect(match(bankLine('-75.00'), { counterparts: [same] }).candidates).toEqual([])
  })
  test('two of the same amount wait for somebody, unless the bank names one', () => {
    const counterparts = [half({ reference: 'SB-0012' }), half({ id: 6, reference: 'SB-0013' })]
    expect(unasked(bankLine('90.00'), { counterparts })).toBeNull()
    expect(unasked(bankLine('90.00', { memo: 'sb 0013' }), { counterparts })).toBe('h: payout 6')
  })
  test('a payer’s own line is not taken for a payout of the same amount', () => {
    const line = bankLine('80.00', { reference: 'INV-1041' })
    const counterparts = [half({ amount: cents('80.00'), reference: 'PO-77' })]
    expect(unasked(line, { counterparts })).toBeNull()
    expect(unasked({ ...line, memo: 'PO77' }, { counterparts })).toBe('h: payout 5')
    const asked = bankLine('90.00', { reference: 'INV-1041' })
    expect(unasked(asked, { counterparts: [half({})] })).toBe('a: customer 1 T0 i41:90.00')
  })
  test('a transfer is seen within three working days', () => {
    const transfer = half({ kind: 'transfer', bankaccount_id: 2, date: '2026-11-05' })
    expect(unasked(bankLine('90.00'), { counterparts: [transfer] })).toBe('h: transfer 5')
    const before = { ...transfer, date: '2026-11-04' }
    expect(
      match(bankLine('90.00', { reference: 'X' }), { counterparts: [before] }).candidates,
    ).toEqual([expect.objectContaining({ kind: 'customer' })])
  })
  test('money out that undoes a late deposit may be a dishonour, and is never taken as one', () => {
    const deposit = { line_id: 3, bankaccount_id: 1, customer_id: 2, payment_ids: [7] }
    const past = { ...deposit, date: '2026-11-02', other_account_hash: null }
    const deposits = [{ ...past, amount: cents('90.00') }]
    const { candidates, automatic } = match(bankLine('-90.00'), { deposits })
    expect([candidates[0]?.kind, candidates[0]?.customer_id, automatic]).toEqual([
      'dishonour',
      2,
      null,
    ])
    const old = [{ ...past, date: '2026-10-20', amount: cents('90.00') }]
    expect(match(bankLine('-90.00'), { deposits: old }).candidates).toEqual([])
  })
  test('cheques that were banked as one', () => {
    const cheque = { payment_type: 'cheque', payment_date: '2026-11-09' }
    const recorded = ['10.00', '20.00', '45.00'].map((amount, at) => ({
      ...cheque,
      payment_id: at + 1,
      customer_id: at + 1,
      amount: cents(amount),
    }))
    expect(match(bankLine('55.00'), { recorded }).candidates[0]?.parts).toEqual([
      { kind: 'deposit', amount: '55.00', payment_ids: [1, 3] },
    ])
  })
  test('an automatic rule of the office, and one that only proposes', () => {
    const rule = {
      id: 4,
      direction: 'out',
      text_contains: 'FEE',
      other_account_hash: null,
      amount_from: null,
      amount_to: null,
      kind: 'account',
      account: 6030,
      supplier_id: null,
      automatic: true,
    } as const
    const line = bankLine('-5.00', { memo: 'MONTHLY FEE' })
    expect(unasked(line, { rules: [rule] })).toBe('h: rule 4')
    const asking = match(line, { rules: [{ ...rule, automatic: false }] })
    expect([asking.automatic, asking.candidates[0]?.parts]).toEqual([
      null,
      [{ kind: 'account', amount: '-5.00', account: 6030 }],
    ])
  })
})

describe('suppliers', () => {
  const suppliers = [
    {
      supplier_id: 7,
      names: ['Meridian Energy Ltd'],
      account_hashes: ['s7'],
      numbers: ['88123456'],
    },
  ]
  const bill = { supplier_id: 7, in_time_until: '2026-11-15', placed: cents('0.00') }
  const bills = [
    { ...bill, bill_id: 1, bill_number: 'B-1', due_date: '2026-11-20' },
    { ...bill, bill_id: 2, bill_number: 'B-2', due_date: '2026-11-21' },
  ].map((one) => ({
    ...one,
    discounted: cents('90.00'),
    undiscounted: cents(`10${one.bill_id}.00`),
  }))
  test.each([
    [{ other_account_hash: 's7' }, 50],
    [{ other_party: 'MERIDIAN ENERGY' }, 25],
    [{ reference: '88123456' }, 45],
  ])('known by %o', (over, points) => {
    const { candidates } = match(bankLine('-180.00', over), { suppliers, bills })
    expect(candidates[0]).toMatchObject({ kind: 'bill', points: points + 35, automatic: null })
    expect(candidates[0]?.parts[0]?.bill_ids).toEqual([1, 2])
  })
  test('after the supplier’s discount is over the full figures count', () => {
    const late = { other_account_hash: 's7', transaction_date: '2026-11-16' }
    const paid = (amount: string) =>
      match(bankLine(amount, late), { suppliers, bills }).candidates[0]?.parts[0]?.bill_ids
    expect(paid('-101.00')).toEqual([1])
    expect(paid('-180.00')).toEqual([])
  })
  test('money that a supplier pays back', () => {
    const { candidates } = match(bankLine('33.00', { other_account_hash: 's7' }), { suppliers })
    expect(candidates[0]).toMatchObject({ kind: 'supplier_refund', automatic: null })
  })
})
