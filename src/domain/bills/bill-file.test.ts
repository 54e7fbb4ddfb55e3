import { expect, test } from 'vitest'
import { readBillFile } from './bill-file.ts'

function read(text: string) {
  const steps = readBillFile(text)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

const heading =
  'Statement No,Account,ICP,Issued,Due date,Period from,Period to,Charge,Qty,Unit,Rate,Amount,PPD %,Opening balance,GST,Total'

test('charges of one statement become one bill, whatever the headings are called', () => {
  const text = `${heading}
ST-1,40-1,0000000001UN123,2/5/2026,20 May 2026,1/4/2026,30/4/2026,Energy,"1,600",kWh,$0.18,288.00,5%,,45.20,346.53
st 1,,,,,1/4/2026,30/4/2026,Daily charge,30,day,,13.50,,,,
ST-2,40-2,,2026-05-02,,,,Special read,,,,(12.00),,-10,,
`
  const { statements, problems } = read(text)
  expect(problems).toEqual([])
  expect(statements).toHaveLength(2)
  expect(statements[0]).toMatchObject({
    supplier_statement_number: 'ST-1',
    account_number_with_supplier: '40-1',
    icps: ['0000000001UN123'],
    date_issued: '2026-05-02',
    supplier_due_date: '2026-05-20',
    period_start: '2026-04-01',
    period_end: '2026-04-30',
    ppd_percent: '5',
    opening_balance: null,
    printed_gst: '45.20',
    printed_total: '346.53',
    rows: [2, 3],
    problems: [],
    doubts: [{ row_number: 2, message: 'ICP 0000000001UN123 looks mistyped: check the bill.' }],
  })
  expect(statements[0]?.lines).toMatchObject([
    { name: 'Energy', quantity: '1600', unit: 'kWh', rate: '0.18', amount: '288.00' },
    { name: 'Daily charge', quantity: '30', unit: 'day', rate: '0.45', amount: '13.50' },
  ])
  expect(statements[1]).toMatchObject({
    doubts: [],
    opening_balance: '-10.00',
    lines: [{ quantity: '1', rate: '-12', amount: '-12.00', discountable: true }],
  })
})

test('a rate printed in cents is read in dollars', () => {
  const text = 'statement;charge;quantity;unit;rate_cents;ppd_applies\nA1;Night;10;kWh;12.345;no\n'
  expect(read(text).statements[0]?.lines[0]).toMatchObject({
    rate: '0.12345',
    discountable: false,
  })
})

test('a rate printed with too few decimals follows the amount; any other difference stays', () => {
  const text =
    'statement,charge,quantity,unit,rate,amount\nA1,Day,1000,kWh,0.18,181.23\nA1,Night,1000,kWh,0.18,189\nA1,Levy,0,kWh,0.18,0\n'
  const rates = read(text).statements[0]?.lines.map((line) => line.rate)
  expect(rates).toEqual(['0.18123', '0.18', '0.18'])
})

test.each(['120', '-5', '100.0001'])('a discount of %s %% is refused, and says why', (percent) => {
  const text = `statement,charge,quantity,rate,ppd_percent\nA1,Energy,100,0.2,${percent}\n`
  expect(read(text).statements[0]?.problems).toEqual([
    { row_number: 2, message: `“${percent}” is not a discount from 0 to 100 %.` },
  ])
})

test('a wrong row is named with its statement, and the other statements are read', () => {
  const text = `statement,charge,quantity,rate,due
A1,Energy,many,0.2,2026-05-20
A1,Daily,30,0.45,2026-05-20
A2,Energy,100,0.2,2026-05-20
A2,Daily,30,0.45,2026-05-21
,Energy,1,1,
A3,Energy,100,0.2,32/1/2026
A4,Energy,100,0.2,
`
  const { statements, problems } = read(text)
  expect(problems).toEqual([{ row_number: 6, message: 'The row names no statement.' }])
  expect(statements.map((one) => one.problems.map((problem) => problem.row_number))).toEqual([
    [2],
    [5],
    [7],
    [],
  ])
  expect(statements[1]?.problems[0]?.message).toBe(
    'Supplier due date is 2026-05-21 here and 2026-05-20 above.',
  )
})

test('amounts beyond any bill are refused, row by row', () => {
  const text = `statement,charge,quantity,rate,amount,opening
A1,Energy,9999999999,9999999999,,
A2,Energy,0.000001,,100000,
A3,Energy,,,999999999999.99,
A4,Energy,1,1,,999999999999.99
`
  const { statements } = read(text)
  expect(statements.map((one) => one.problems.length)).toEqual([1, 1, 1, 1])
})

test('a file without its headings, or with one of them twice, is refused as a whole', () => {
  expect(read('A1,Energy,100\n').problems[0]?.message).toContain('line_name')
  const twice = read('statement,charge,amount,net\nA1,Energy,1,2\n')
  expect(twice).toMatchObject({ statements: [], problems: [{ row_number: 1 }] })
})

test('a quote that never closes spoils the statement it stands in and no other', () => {
  const text = 'statement,charge,amount\nA1,"Energy,12\nA2,Energy,13\n'
  const [first, second] = read(text).statements
  expect(first?.problems).toEqual([{ row_number: 2, message: 'A quote is opened and not closed.' }])
  expect(second?.problems).toEqual([])
})
