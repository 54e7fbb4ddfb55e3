import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  canonical,
  type ProofLine,
  proofText,
  type StatementProof,
  wrongIn,
} from './statement-proof.ts'

test('a statement is written down in one way only', () => {
  const text = canonical({
    previous: '',
    partner: 'Māui Ltd',
    number: 'CS-000001',
    lines: [['INV-1042', '1.56']],
  })
  expect(text).toBe(
    '{"lines":[["INV-1042","1.56"]],"number":"CS-000001","partner":"Māui Ltd","previous":""}',
  )
  expect(createHash('sha256').update(text).digest('hex')).toBe(
    '015b198765f08cac1028d1c371924a661101b51e87199960311e635e5eefb2c7',
  )
})

const line: ProofLine = {
  ...{ line: '1', kind: 'ongoing', customer_number: 'C-1', customer: 'Kauri Cafe' },
  ...{ invoice: 'INV-1042', period: 'April 2026', cleared_on: '2026-05-20', bank_confirmed: 'yes' },
  ...{ base: '15.62', share: '60 %', rate: '10 %', amount: '1.56', corrects: '' },
}
const proof: StatementProof = {
  ...{
    number: 'CS-000001',
    date: '2026-06-03',
    broker: 'Harbour',
    broker_gst_number: '49-091-850',
  },
  ...{ partner: 'Māui Ltd', partner_gst_number: '', gst_mode: 'buyer_created' },
  lines: [line, { ...line, line: '2', kind: 'signup', base: '', rate: '', amount: '90.00' }],
  ...{ sum: '91.56', gst_percent: '15', gst: '13.73', total: '105.29', brought_forward: '0.00' },
  ...{ withheld: '0.00', to_pay: '105.29', previous: '' },
}

test('a statement that adds up has nothing wrong', () => {
  expect(wrongIn(proof)).toEqual([])
  expect(wrongIn({ ...proof, to_pay: '0.00' })).toEqual([])
})

test('the line that does not come to its share is named', () => {
  const wrong = wrongIn({ ...proof, lines: [{ ...line, amount: '1.57' }], sum: '1.57' })
  expect(wrong[0]).toBe('Line 1: 10 % of 15.62 is 1.56, not 1.57.')
})

test('a fixed amount that does not come to its share is named', () => {
  const fixed = { ...line, kind: 'signup', base: '', rate: '150', amount: '90.00' }
  expect(wrongIn({ ...proof, lines: [line, fixed] })).toEqual([])
  const wrong = wrongIn({ ...proof, lines: [line, { ...fixed, amount: '90.01' }] })
  expect(wrong[0]).toBe('Line 1: 60 % of 150 is 90.00, not 90.01.')
})

test('what was changed afterwards does not add up any more', () => {
  expect(wrongIn({ ...proof, sum: '91.57' })).toContain(
    'The sum says 91.57, and it comes to 91.56.',
  )
  expect(wrongIn({ ...proof, gst: '13.74' })).toContain('GST says 13.74, and it comes to 13.73.')
  expect(wrongIn({ ...proof, total: '105.30' })).toContain(
    'The total says 105.30, and it comes to 105.29.',
  )
  expect(wrongIn({ ...proof, to_pay: '100.00' })).toContain(
    'To pay says 100.00, and it comes to 105.29.',
  )
})

test('the reason of a correction is part of what is hashed; other lines are as before', () => {
  const corrected = { ...line, kind: 'correction', reason: 'Paid twice' }
  expect(proofText({ ...proof, lines: [corrected] })).toContain('"reason":"Paid twice"')
  expect(proofText(proof)).not.toContain('reason')
})

test('a line that takes back keeps its sign', () => {
  const back = { ...line, kind: 'correction', base: '-15.62', amount: '-1.56' }
  expect(
    wrongIn({
      ...proof,
      lines: [back],
      sum: '-1.56',
      gst: '-0.23',
      total: '-1.79',
      to_pay: '0.00',
    }),
  ).toEqual([])
})
