import { expect, test } from 'vitest'
import { type BillCheckInput, type CheckedBill, checkBill, type OtherBill } from './bill-checks.ts'
import { recalculateBill } from './bill-recalculation.ts'
import { billRuleBook } from './bill-rules.ts'

const energy = {
  name: 'Energy',
  quantity: '1000',
  rate: '0.2',
  unit: 'kWh',
  discountable: true,
  amount: '200.00',
}
const bill: CheckedBill = {
  supplier_id: 7,
  account_number_with_supplier: '40-1',
  period_start: '2026-04-01',
  period_end: '2026-04-30',
  period_days: 30,
  supplier_due_date: '2026-05-20',
  gst_percent: '15.0000',
  lines: [energy],
  undiscounted_bill_sum: '230.00',
  othercharges_total: '0.00',
  opening_balance: '0.00',
  due_total: '218.50',
  due_gst: '28.50',
  printed_total: '218.50',
  printed_gst: '30.00',
}
const contract = {
  contract_number: 'K-1',
  supplier_id: 7,
  account_number_with_supplier: '401',
  date_start: '2025-01-01',
  date_end: null,
}
const month = (number: number, sum = '230.00'): OtherBill => ({
  supplier_statement_number: `S-${number}`,
  period_start: `2026-0${number}-01`,
  period_end: `2026-0${number}-${number === 2 ? 28 : 31}`,
  period_days: number === 2 ? 28 : 31,
  undiscounted_bill_sum: sum,
  othercharges_total: '0.00',
})
const good: BillCheckInput = {
  bill,
  contract,
  others: [month(1), month(3)],
  recalculation: recalculateBill([], [], '1.00'),
  tolerance: '1.00',
  gst_percent: '15',
  rules: billRuleBook.defaults,
  difference: null,
}
const codes = (given: Partial<BillCheckInput>, own: Partial<CheckedBill> = {}) =>
  checkBill({ ...good, ...given, bill: { ...bill, ...own } }).map((check) => check.code)

test('a bill in order has nothing to say', () => {
  expect(checkBill(good)).toEqual([])
})

test('without contract, supplier or period a bill is not to be approved', () => {
  expect(codes({ contract: null, recalculation: null })).toEqual(['E01'])
  expect(codes({}, { supplier_id: 8 })).toEqual(['E02'])
  expect(codes({}, { period_end: null, supplier_id: null })).toEqual(['E04', 'E03'])
})

test('days billed twice, missing days and days outside the contract are told', () => {
  expect(codes({ others: [month(4)] })).toEqual(['W01'])
  expect(codes({ others: [month(2)] })).toEqual(['I03'])
  expect(codes({ contract: { ...contract, date_start: '2026-04-02' } })).toEqual(['W02'])
  expect(codes({ contract: { ...contract, date_end: '2026-04-29' } })).toEqual(['W02'])
})

// Shows: V2.2.3
test('figures that disagree are told with both of them', () => {
  const [first] = checkBill({
    ...good,
    bill: { ...bill, lines: [{ ...energy, amount: '210.00' }], printed_gst: null },
  })
  expect(first).toMatchObject({ code: 'W03', figures: { printed: '210.00', computed: '200.00' } })
  expect(codes({}, { printed_total: '240.00' })).toEqual(['W04'])
  expect(codes({}, { printed_total: '230.00' })).toEqual([])
  expect(codes({}, { printed_gst: '25.00' })).toEqual(['W05'])
  expect(codes({}, { printed_gst: '28.50' })).toEqual([])
  expect(codes({}, { gst_percent: '12.5' })).toEqual(['W05'])
})

test('a missing due day, another account, no lines and a credit are told', () => {
  expect(codes({}, { supplier_due_date: null })).toEqual(['W06'])
  expect(codes({}, { account_number_with_supplier: '99' })).toEqual(['W10'])
  expect(codes({}, { lines: [], printed_gst: null })).toEqual(['W09'])
  expect(codes({}, { due_total: '-3.00', printed_total: null })).toEqual(['I01'])
})

test('twice the usual charges a day are told once two bills came before', () => {
  expect(codes({ others: [month(1, '100.00'), month(3, '100.00')] })).toEqual(['W07'])
  expect(codes({ others: [month(3, '100.00')] })).toEqual([])
})

test('a divergence from our buy rates beyond the tolerance is told, and when there is none to find', () => {
  const recalculation = recalculateBill([energy], [], '1.00')
  expect(checkBill({ ...good, recalculation })[0]).toMatchObject({
    code: 'W08',
    severity: 'W',
    figures: { supplier_total: '200.00', our_total: '0.00', difference: '200.00' },
  })
  expect(codes({ recalculation: null })).toEqual(['I02'])
})

test('a balance from before that our books do not know is told with both figures', () => {
  const difference = { printed: '-12.40', balance: '0.00', amount: '-12.40' }
  const [first] = checkBill({ ...good, difference })
  expect(first).toMatchObject({ code: 'W11', severity: 'W', figures: difference })
  const same = { printed: '92.00', balance: '92.00', amount: '0.00' }
  expect(codes({ difference: same })).toEqual([])
})
