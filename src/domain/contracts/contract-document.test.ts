import { expect, test } from 'vitest'
import type { DocumentBlock, PrintedDocument } from '#domain/kit/document.ts'
import type { Contract } from './contract.ts'
import { type ContractFacts, contractDocument, dueDateInWords } from './contract-document.ts'
import { contractProblems } from './contract-problems.ts'

const nowhere = { street: null, suburb: null, city: null, postcode: null, email: null, phone: null }

const terms = {
  id: 7,
  contract_number: 'K-1001',
  connections: ['0000000007UNB37'],
  icp_type: 'electricity',
  date_start: '2027-01-01',
  date_end: '2028-12-31',
  is_open_plan: false,
  gst_percent: '15.0000',
  service_fee_percent: '5.0000',
  discount_percent: '10.0000',
  due_date_type: 'offset',
  due_date_value_offset: 20,
  due_date_value_fixed: null,
  welcome_credit_amount: '50.00',
  cancellation_fee_amount: '150.00',
  account_number_with_supplier: 'ACC-9',
  meter_capacity_amount: null,
  meter_capacity_unit: null,
  reading_interval: 1,
  reading_interval_unit: 'months',
  conditions: 'First condition.\n\nSecond condition.',
  supplier_id: 3,
}

const rate = (rate_name: string, rate_amount: string, rate_unit: string, valid_from_date: string) =>
  ({ rate_name, rate_type: 'variable', rate_amount, rate_unit, valid_from_date }) as const

const sold = [
  rate('Day', '0.30000000', 'kWh', '2026-01-01'),
  rate('Day', '0.28500000', 'kWh', '2027-01-01'),
  rate('Day', '0.29950000', 'kWh', '2028-01-01'),
  rate('Daily charge', '1.80000000', 'day', '2027-01-01'),
]

function given(change: object = {}, rates = sold): ContractFacts {
  return {
    organisation: {
      ...nowhere,
      name: 'First Energy Ltd',
      trading_name: 'First Energy',
      gst_number: '123456789',
      nzbn: null,
      email: 'hello@first.example',
    },
    customer: {
      ...nowhere,
      name: 'Whetū Ngāta',
      customer_number: 'C-10001',
      name_business: 'Ōtaki Greenhouses Ltd',
      trading_name: null,
      nzbn: null,
      city: 'Ōtaki',
      postcode: '5512',
      email: 'grow@otaki.example',
    },
    supplier: { name: 'Pūkeko Power', hotline: null },
    // Only what the document says of a contract.
    contract: { ...terms, ...change } as unknown as Contract,
    rates,
    gst_percent: '15',
    today: '2026-11-15',
    document_version: 2,
  }
}

function wordsOf(document: PrintedDocument): string {
  const of = (block: DocumentBlock) =>
    block.kind === 'paragraph'
      ? [block.text]
      : block.kind === 'facts'
        ? block.facts.map(({ label, value }) => `${label}: ${value}`)
        : block.kind === 'chart'
          ? block.bars.map((bar) => bar.name)
          : block.kind === 'code'
            ? [block.says]
            : block.rows.map((row) => row.join(' | '))
  return document.sections
    .flatMap(({ heading, blocks }) => [heading, ...blocks.flatMap(of)])
    .join('\n')
}

test('a contract names its parties, connection, term and rates with and without GST', () => {
  const document = contractDocument(given())
  expect(document.reference).toBe('K-1001, version 2')
  expect(document.sender).toEqual(['First Energy', 'hello@first.example'])
  expect(document.recipient).toEqual(['Ōtaki Greenhouses Ltd', 'Ōtaki 5512', 'grow@otaki.example'])
  expect(wordsOf(document)).toMatchInlineSnapshot(`
    "Parties
    Customer: Ōtaki Greenhouses Ltd
    Contact: Whetū Ngāta
    Customer number: C-10001
    Broker: First Energy Ltd (trading as First Energy)
    Broker’s GST number: 123-456-789
    Supplier: Pūkeko Power
    Supply and term
    Service: Electricity
    Connection: 0000000007UNB37
    Account with the supplier: ACC-9
    Starts: 01 Jan 2027
    Ends: 31 Dec 2028
    Meters are read: every month
    This contract is for a fixed term and ends on 31 Dec 2028.
    Rates
    Day | kWh | $0.2850 | $0.32775 | 01 Jan 2027
    Daily charge | day | $1.8000 | $2.0700 | 01 Jan 2027
    Each rate holds from the day beside it until a later one of the same name replaces it. GST is 15 %.
    Agreed changes of rates
    Day | kWh | $0.2995 | $0.344425 | 01 Jan 2028
    Invoices and payment
    Invoices are due 20 days after the invoice date. If that is not a working day, the next working day counts.
    Our service fee: 5 % of the charges
    Prompt payment discount: 10 %
    GST: 15 %
    First Energy takes 10 % off the charges of every invoice that is paid in full by its due date.
    Fees and credits
    Welcome credit: $50.00
    Cancellation fee: $150.00
    Amounts are without GST. A welcome credit comes off your first invoice after you accept.
    Ending the contract
    You can end this contract by telling First Energy at hello@first.example. A final reading is taken and a final invoice follows. If you end it before 31 Dec 2028, the cancellation fee of $150.00 (without GST) is part of that invoice.
    Conditions
    First condition.
    Second condition."
  `)
})

test('the same facts give the same document', () => {
  expect(contractDocument(given())).toEqual(contractDocument(given()))
})

test('a contract that starts later is offered at the rates of its first day', () => {
  const words = wordsOf(contractDocument(given()))
  expect(words).not.toContain('$0.3000 ')
  expect(words).toContain('Day | kWh | $0.2850 | $0.32775 | 01 Jan 2027')
})

test('an open plan says that it rolls on, and a contract without an end that it has none', () => {
  expect(wordsOf(contractDocument(given({ is_open_plan: true })))).toContain('goes on, on the same')
  expect(wordsOf(contractDocument(given({ date_end: null })))).toContain('no fixed end')
})

test('a contract without fee and credit says so', () => {
  const plain = { welcome_credit_amount: null, cancellation_fee_amount: '0.00' }
  const words = wordsOf(contractDocument(given(plain)))
  expect(words).toContain('no welcome credit and no cancellation fee')
  expect(words).toContain('costs nothing extra')
})

test.each([
  ['offset', 20, null, 'due 20 days after the invoice date'],
  ['offset', 1, null, 'due 1 day after the invoice date'],
  ['fixed', null, 20, 'due on the 20th of the month after'],
  ['fixed', null, 1, 'due on the 1st of the month after'],
  ['fixed', null, 22, 'due on the 22nd of the month after'],
  ['fixed', null, 13, 'due on the 13th of the month after'],
])('due date %s %s %s reads “%s”', (due_date_type, offset, fixed, words) => {
  const rule = { due_date_type, due_date_value_offset: offset, due_date_value_fixed: fixed }
  expect(dueDateInWords(rule)).toContain(words)
})

const complete = { contract: given().contract, rates: sold, customer: { email: 'a@b.example' } }
const codes = (change: object, more: object = {}) =>
  contractProblems({
    ...complete,
    contract: { ...complete.contract, supplier_id: 3, ...change },
    ...more,
  }).map(({ code }) => code)

test('a complete contract may be sent', () => {
  expect(codes({})).toEqual([])
  expect(codes({ date_end: null, is_open_plan: true })).toEqual([])
})

test('what is missing is listed, all of it at once', () => {
  expect(codes({ supplier_id: null, connections: [] }, { customer: { email: null } })).toEqual([
    'no_supplier',
    'no_connection',
    'no_email',
  ])
  expect(codes({ date_start: null, date_end: null })).toEqual(['no_start', 'no_end'])
  expect(codes({ date_end: '2026-12-31' })).toEqual(['end_before_start'])
  expect(codes({}, { rates: [] })).toEqual(['no_rate'])
  expect(codes({ date_start: '2025-01-01' })).toEqual(['no_rate_at_start'])
})
