import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#domain/contracts/contract.ts'
import { customer } from '#domain/customers/customer.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import { meter } from '#domain/meters/meter.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { setUp } from '#tests/support/gateways.ts'
import { sendForm, textFile } from '#tests/support/upload.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let manager: Client
let supplier_id: number
let contract_id: number
let customer_id: number
const icp = makeIcp(9_200_001, 'UN')

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  supplier_id = (await makeRow(manager, supplier, { allow_duplicate_file: false })).id
  const email = 'bills@example.co.nz'
  customer_id = (await makeRow(user, customer, { email, customer_status: 'active' })).id
  contract_id = (await deal(icp, { account_number_with_supplier: '40-771' })).id
}, 60_000)
afterAll(() => world.close())

/** An active contract with buy rates, and 600 kWh used in April. */
async function deal(connection: string, given: Record<string, unknown> = {}) {
  const made = await makeRow(user, contract, {
    customer_id,
    supplier_id,
    connections: [connection],
    date_start: '2026-01-01',
    date_end: null,
    supplier_ppd: '5',
    ...given,
  })
  const shared = { contract_id: made.id, valid_from_date: '2026-01-01' }
  const rates = [
    { rate_name: 'Energy', rate_type: 'variable', rate_unit: 'kWh', rate_amount: '0.18' },
    { rate_name: 'Daily charge', rate_type: 'fixed', rate_unit: 'day', rate_amount: '0.45' },
  ]
  for (const rate of rates)
    for (const path of ['/rate', '/supplierrate']) {
      const reply = await user.put(path, { ...shared, ...rate })
      expect(reply.status, reply.text).toBe(201)
    }
  await accounting.post('/contract/activate', { id: made.id, reason: 'Agreed elsewhere' })
  const box = await makeRow(user, meter, { customer_id, icp_number: connection })
  for (const [reading_date, reading_latest] of [
    ['2026-03-31', '1000'],
    ['2026-04-30', '1600'],
  ])
    await user.put('/meterreading', {
      meter_id: box.id,
      reading_date,
      reading_latest,
      reading_latest_type: 'actual',
    })
  return made
}

const heading =
  'statement,account,icp,issued,due,from,to,charge,quantity,unit,rate,amount,discountable,opening balance,gst,total'
const april = '2/5/2026,20/5/2026,1/4/2026,30/4/2026'
const csvOf = (...rows: string[]) => `${heading}\n${rows.join('\n')}\n`
const right = (number: string, account = '40771') => [
  `${number},${account},,${april},Energy,600,kWh,0.18,108.00,yes,0,18.23,139.73`,
  `${number},${account},,${april},Daily charge,30,day,0.45,13.50,yes,,,`,
]

async function bring(csv: string, given: Record<string, unknown> = {}) {
  return sendForm(user, 'POST /bills/import', { csv: textFile(csv, 'april.csv'), ...given })
}
const codes = (checks: { code: string }[]) => checks.map((check) => check.code)
const billOf = async (id: number) => (await user.get('/bill', { id })).body.data

describe('a file with three statements', () => {
  const csv = csvOf(
    ...right('A-1'),
    `A-2,,${icp},${april},Energy,650,kWh,0.20,130.00,yes,12.50,,`,
    `A-3,99-1,,${april},Energy,lots,kWh,0.20,,yes,,,`,
    `A-4,99-1,,2/5/2026,,,,Energy,10,kWh,0.20,,yes,,,`,
  )
  let first: number
  let second: number

  test('is shown whole in a dry run, and nothing of it is stored', async () => {
    const reply = await bring(csv, { dry_run: true })
    expect(reply.status, reply.text).toBe(200)
    const { outcomes, duplicate_file } = reply.body.data
    expect(duplicate_file).toBeNull()
    expect(outcomes).toMatchObject([
      {
        supplier_statement_number: 'A-1',
        contract_id,
        rows: [2, 3],
        undiscounted_bill_sum: '139.73',
        validations: [],
        problems: [],
      },
      { supplier_statement_number: 'A-2', contract_id, problems: [] },
      { bill_id: null, problems: [{ row_number: 5 }] },
      { contract_id: null, problems: [] },
    ])
    expect(codes(outcomes[1].validations)).toEqual(['W01', 'W08', 'W11'])
    expect(codes(outcomes[3].validations)).toEqual(['E04', 'E01', 'E03', 'W06'])
    expect((await user.get('/bills')).status).toBe(260)
  })

  test('becomes draft bills; the statement with a wrong row is left out', async () => {
    const reply = await bring(csv)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.message).toBe('3 bills imported, 1 left out.')
    first = reply.body.data.outcomes[0].bill_id
    second = reply.body.data.outcomes[1].bill_id
    expect(await billOf(first)).toMatchObject({
      bill_status: 'draft',
      supplier_id,
      contract_id,
      customer_id,
      supplier_due_date: '2026-05-20',
      period_days: 30,
      ppd_percent: '5',
      undiscounted_bill_sum: '139.73',
      discounted_bill_sum: '132.74',
      due_total: '132.74',
      printed_total: '139.73',
      source_name: 'april.csv',
    })
    expect((await billOf(second)).opening_balance).toBe('12.50')
  })

  test('is refused a second time by its content, and again by the numbers in it', async () => {
    const again = await bring(csv)
    expect(again.status).toBe(409)
    expect(again.body.message).toMatch(/^That file is already here \(april\.csv, /)
    const dry = await bring(csv, { dry_run: true })
    expect(dry.body.data.duplicate_file).toMatch(/already here/)
    const other = await bring(csvOf(...right('a 1')))
    expect(other.status).toBe(400)
    expect(other.body.data.outcomes[0].problems[0].message).toContain('already used')
  })

  test('is taken again where the supplier may send a file twice: the draft has the new data', async () => {
    const { version } = (await manager.get('/supplier', { id: supplier_id })).body.data
    await manager.post('/supplier', { id: supplier_id, version, allow_duplicate_file: true })
    const reply = await bring(csvOf(...right('A-1').slice(0, 1)), { supplier_id })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.data.outcomes[0]).toMatchObject({ bill_id: first, isReplacing: true })
    expect((await billOf(first)).undiscounted_bill_sum).toBe('124.20')
    const history = await user.get('/history', { object_class: 'bill', object_id: first })
    expect(history.body.data.map((one: { action: string }) => one.action)).toContain('re-import')
    expect((await bring(csvOf(...right('A-1')), { supplier_id })).status).toBe(200)
  })

  test('is computed again from our buy rates, line by line', async () => {
    const { recalculation } = (await user.get('/bill/recalculation', { id: second })).body.data
    expect(recalculation).toMatchObject({
      supplier_total: '130.00',
      our_total: '121.50',
      difference: '8.50',
      isWithin: false,
    })
    expect(recalculation.lines).toMatchObject([
      {
        name: 'Energy',
        quantity_difference: '50',
        rate_difference: '0.02',
        amount_difference: '22.00',
      },
      { name: 'Daily charge', supplier: null, amount_difference: '-13.50' },
    ])
  })

  test('is approved once its errors are gone and its warnings looked at', async () => {
    const unseen = await accounting.post('/bill/approve', { id: second })
    expect(unseen.status).toBe(476)
    expect(codes(unseen.body.info.validations)).toContain('W08')
    const { version, lines } = await billOf(second)
    const changed = { id: second, version, period_start: '2026-05-01', period_end: '2026-05-31' }
    const mended = await user.post('/bill', { ...changed, lines })
    expect(mended.status, mended.text).toBe(261)
    expect(codes(mended.body.data.validations)).not.toContain('W01')
    const open = codes(mended.body.data.validations).filter((code) => code.startsWith('W'))
    const seen = await accounting.post('/bill/approve', { id: second, acknowledge: open })
    expect(seen.status, seen.text).toBe(200)
    expect(seen.body.data.bill_status).toBe('approved')
  })

  test('keeps a bill without a contract from approval, whatever is acknowledged', async () => {
    const { body } = await user.get('/bills', { supplier_statement_number: 'A-4' })
    const { id, version } = body.data[0]
    const acknowledge = ['E01', 'E03', 'E04', 'W06']
    const refused = await accounting.post('/bill/approve', { id, acknowledge })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain('it has errors')
    const found = await user.post('/bill', { id, version, contract_id, supplier_id })
    expect(found.status, found.text).toBe(261)
    expect(found.body.data.customer_id).toBe(customer_id)
    expect(codes(found.body.data.validations)).not.toContain('E01')
  })
})

test('a supplier chosen for the file and another on the contract is an error', async () => {
  const other = (await makeRow(manager, supplier)).id
  const reply = await bring(csvOf(...right('B-1')), { supplier_id: other, dry_run: true })
  expect(codes(reply.body.data.outcomes[0].validations)).toContain('E02')
})

test('what came in one call is an import like any other, and is taken back as one', async () => {
  const taken = await bring(csvOf(...right('C-1'), `C-2,99-1,,${april},Energy,lots,kWh,,,,,,`))
  expect(taken.status, taken.text).toBe(200)
  const { body } = await user.get('/billimports', { limit: 1 })
  const [{ id }] = body.data
  expect(body.data[0]).toMatchObject({
    import_status: 'done',
    rows_total: 3,
    rows_accepted: 2,
    rows_rejected: 1,
  })
  const reply = await manager.post('/billimport/undo', { id, reason: 'The wrong month.' })
  expect(reply.status, reply.text).toBe(200)
  expect((await user.get('/bills', { supplier_statement_number: 'C-1' })).status).toBe(260)
})

test('a file without headings names its first row, and stores nothing', async () => {
  const reply = await bring('A-1,40771,108.00\n')
  expect(reply.status).toBe(400)
  expect(reply.body.data.problems[0]).toMatchObject({ row_number: 1 })
})

test('a rule of the bills that is off says nothing, and one with another limit weighs by that', async () => {
  const { id } = await deal(makeIcp(9_200_077, 'UN'), { account_number_with_supplier: '70-5' })
  const bill = (number: string, month: number, amount: string, total: string) => {
    const [from, to] = [`1/${month}/2026`, `${month === 2 ? 28 : 31}/${month}/2026`]
    return `${number},705,,2/6/2026,20/6/2026,${from},${to},Energy,1,each,${amount},${amount},yes,0,,${total}`
  }
  // 100 a month with GST, then 230: more than twice as much a day.
  const early = [bill('R-1', 1, '100.00', '115.00'), bill('R-2', 3, '100.00', '115.00')]
  expect((await bring(csvOf(...early))).status).toBe(200)
  const last = csvOf(bill('R-3', 5, '230.00', '264.60'))
  const found = async () => {
    const [outcome] = (await bring(last, { dry_run: true })).body.data.outcomes
    expect(outcome.contract_id).toBe(id)
    return codes(outcome.validations).filter((code) => code !== 'W08')
  }
  const set = async (value: unknown) => setUp(await world.as('admin'), { bill_rules: value })
  expect(await found()).toEqual(['W04', 'W07', 'I03'])
  await set({ W07: { parameters: { times: '2.5' } }, I03: { parameters: { days: 31 } } })
  expect(await found()).toEqual(['W04'])
  await set({ W04: { parameters: { cents: 10 } }, W07: { isOn: false } })
  expect(await found()).toEqual(['I03'])
  // What is stored is weighed by the rules of the day on which it is checked again.
  await set({ W07: { parameters: { bills_needed: 3 } }, I03: { isOn: false } })
  const stored = (await bring(last)).body.data.outcomes[0].bill_id
  const checked = async () =>
    codes((await user.get('/bill/recalculation', { id: stored })).body.data.validations)
  expect(await checked()).not.toContain('W07')
  await set({})
  expect(await checked()).toContain('W07')
})
