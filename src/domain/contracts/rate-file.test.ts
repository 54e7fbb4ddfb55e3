import { expect, test } from 'vitest'
import { readRateFile } from './rate-file.ts'

test('rows are read whatever the headings are called and however dates and amounts are written', () => {
  const text = 'Contract;Rate;New amount;Valid from\nK-1001;Day energy;$0.2415;1/4/2027\n'
  expect(readRateFile(text, null)).toEqual({
    rows: [
      {
        row_number: 2,
        contract_number: 'K-1001',
        valid_from_date: '2027-04-01',
        rate: { rate_name: 'Day energy', rate_amount: '0.24150000' },
      },
    ],
    problems: [],
  })
})

test('a day given once holds for every row without one', () => {
  const text = 'contract_number,rate_name,rate_amount\nK-1,Night,0.1\n'
  expect(readRateFile(text, '2027-04-01').rows[0]?.valid_from_date).toBe('2027-04-01')
})

test('a wrong row is named and the others are read', () => {
  const text =
    'contract_number,rate_name,rate_amount\nK-1,Night,cheap\n,Night,0.1\nK-2,Night,0.1\nK-3,Night,\n'
  const { rows, problems } = readRateFile(text, '2027-04-01')
  expect(rows.map((row) => row.contract_number)).toEqual(['K-2'])
  expect(problems.map((problem) => problem.row_number)).toEqual([2, 3, 5])
})

test('a row without a day is wrong when the file has none either', () => {
  const { problems } = readRateFile('contract_number,rate_name,rate_amount\nK-1,Night,0.1\n', null)
  expect(problems).toHaveLength(1)
})

test('a file without its headings is refused as a whole', () => {
  expect(readRateFile('K-1,Night,0.1\nK-2,Night,0.1\n', '2027-04-01')).toEqual({
    rows: [],
    problems: [{ row_number: 1, message: expect.stringContaining('rate_name') }],
  })
})

test('a quote that never closes spoils its own row; rows are numbered as the file’s lines', () => {
  const text =
    'contract_number,rate_name,rate_amount\n\nK-1,"Night,0.1\nK-2,Night,0.1\n,,\nK-3,Night,0.2\n'
  const { rows, problems } = readRateFile(text, '2027-04-01')
  expect(problems).toEqual([{ row_number: 3, message: 'A quote is opened and not closed.' }])
  expect(rows.map((row) => row.row_number)).toEqual([4, 6])
})
