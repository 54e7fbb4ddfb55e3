import { describe, expect, test } from 'vitest'
import { cents, wholeCents } from '#domain/kit/money.ts'
import { type GstDocument, gstBoxes, gstRounding, oursOf, supplyBox, taxedBy } from './gst-boxes.ts'
import { gstDueDate, gstWarningDays } from './gst-period.ts'

let sequence = 0
function paper(box: GstDocument['box'], amount: string, gst: string, more = {}): GstDocument {
  sequence += 1
  const words = { key: `d${sequence}`, name: `D-${sequence}`, detail: null, to: null }
  const amounts = { amount: cents(amount), gst: cents(gst) }
  return { box, ...words, ...amounts, percent: '15', is_zero_rated: false, ...more }
}
const purchases = [paper(11, '587.78', '76.67'), paper(11, '2.99', '0.39')]

describe('the boxes of April', () => {
  test('sent and discount taken in one period', () => {
    const boxes = gstBoxes([paper(5, '640.53', '83.55'), ...purchases])
    expect(boxes).toMatchObject({ 5: 64053, 8: 8355, 11: 59077, 12: 7706, 15: 649 })
  })

  test('discount taken a period later', () => {
    expect(gstBoxes([paper(5, '709.75', '92.58')])).toMatchObject({ 5: 70975, 8: 9258 })
    expect(gstBoxes([paper(11, '69.22', '9.03')])).toMatchObject({ 11: 6922, 12: 903, 15: -903 })
  })

  test('what is zero-rated is told and not taxed', () => {
    const free = paper(5, '200.00', '0.00', { is_zero_rated: true })
    const boxes = gstBoxes([paper(5, '115.00', '15.00'), free])
    expect(boxes).toMatchObject({ 5: 31500, 6: 20000, 7: 11500, 8: 1500, 15: 1500 })
  })

  test('bad debts and what somebody wrote in come after the fraction', () => {
    const given = [paper(13, '23.00', '3.00'), paper(9, '11.50', '1.50')]
    const byHand = [
      { box: 9 as const, amount: cents('2.00') },
      { box: 13 as const, amount: cents('0.25') },
    ]
    const boxes = gstBoxes([paper(5, '115.00', '15.00'), ...given], byHand)
    expect(boxes).toMatchObject({ 9: 350, 10: 1850, 13: 325, 14: 325, 15: 1525 })
  })
})

describe('where a supply belongs', () => {
  const supply = (amount: string, gst: string, more = {}) =>
    supplyBox({
      ...{ amount: cents(amount), gst: cents(gst) },
      ...{ is_first_booked: true, credits_this_period: false, ...more },
    })
  const earlier = { is_first_booked: false }

  test.each([
    ['a sale', supply('709.75', '92.58'), 5, 70975],
    ['a credit by itself', supply('-11.50', '-1.50'), 11, 1150],
    [
      'a credit of a sale of this period',
      supply('-11.50', '-1.50', { credits_this_period: true }),
      5,
      -1150,
    ],
    ['what lowers an earlier sale', supply('-69.22', '-9.03', earlier), 11, 6922],
    ['what raises an earlier sale', supply('69.22', '9.03', earlier), 5, 6922],
  ])('%s', (_, { box, amount }, wanted, counted) => {
    expect([box, amount]).toEqual([wanted, counted])
  })
})

test('up to half a cent a document is rounding; more names the documents', () => {
  const exact = [paper(5, '115.00', '15.00'), paper(5, '0.10', '0.01')]
  const fine = gstRounding(exact, 5, gstBoxes(exact)[8])
  expect(fine).toMatchObject({ booked: 1501, difference: 0, is_rounding: true, documents: [] })
  const wrong = paper(5, '115.00', '14.00')
  const told = gstRounding([...exact, wrong], 5, gstBoxes([...exact, wrong])[8])
  expect(told.is_rounding).toBe(false)
  expect(told.documents).toEqual([wrong])
})

test('a statement’s GST tells what it taxes', () => {
  expect(taxedBy(cents('0.39'), '15')).toBe(260)
  expect(taxedBy(cents('13.73'), '15')).toBe(9153)
  expect(taxedBy(cents('-8.37'), '15')).toBe(-5580)
})

test('the supplier’s block of an invoice is paid first', () => {
  const [paid, suppliers] = [cents('600.00'), cents('575.38')]
  expect(oursOf(paid, suppliers)).toBe(2462)
  expect(oursOf(wholeCents(100), suppliers)).toBe(0)
  expect(oursOf(paid, cents('0.00'))).toBe(60000)
})

test('credit that was paid out is money of ours again, but for the supplier’s part of it', () => {
  expect(oursOf(cents('-46.00'), cents('0.00'))).toBe(-4600)
  expect(oursOf(cents('-11.50'), cents('575.38'))).toBe(-1150)
  expect(oursOf(cents('-618.14'), cents('-575.38'))).toBe(-4276)
  expect(oursOf(cents('-500.00'), cents('-575.38'))).toBe(0)
  expect(oursOf(cents('20.00'), cents('-575.38'))).toBe(2000)
})

describe('a return is due', () => {
  test.each([
    ['2026-05-31', '2026-06-29'], // The 28th is a Sunday.
    ['2026-07-31', '2026-08-28'],
    ['2026-11-30', '2027-01-15'],
    ['2027-03-31', '2027-05-07'],
    ['2027-01-31', '2027-03-01'], // 28 February is a Sunday.
  ])('for the period to %s on %s', (end, due) => {
    expect(gstDueDate(end)).toBe(due)
  })

  test('and somebody is warned ten and three working days before', () => {
    expect(gstWarningDays('2026-08-28')).toEqual(['2026-08-14', '2026-08-25'])
  })
})

test('across a change of percentage each document counts with its own', () => {
  // 240.00 ÷ 6 is 40.00; 230.00 × 3 ÷ 23 is 30.00 and 132.00 ÷ 6 is 22.00.
  const april = [
    paper(5, '120.00', '20.00', { percent: '20' }),
    paper(5, '120.00', '20.00', { percent: '20.0000' }),
    paper(11, '230.00', '30.00'),
    paper(11, '132.00', '22.00', { percent: '20' }),
  ]
  expect(gstBoxes(april)).toMatchObject({ 8: 4000, 12: 5200, 15: -1200 })
  expect(gstRounding(april, 11, wholeCents(5200))).toMatchObject({ is_rounding: true })
  const wrong = [...april, paper(11, '115.00', '15.00', { percent: '20', name: 'B-9' })]
  const told = gstRounding(wrong, 11, gstBoxes(wrong)[12])
  expect(told.documents.map(({ name }) => name)).toEqual(['B-9'])
})
