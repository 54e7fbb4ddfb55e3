import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { todayOf } from '#server/kit/http/context.ts'
import { commissionOffice, done, inTime } from '#tests/support/commissioned.ts'
import { type ReadRow, readReport } from '#tests/support/reporting.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>
let sixty: number
let forty: number
let customer_id: number
let invoice: number
let payment: number

// A contract of two partners whose April is paid, and a customer of the first one who owes us.
beforeAll(async () => {
  world = await makeWorld()
  office = await commissionOffice(world)
  sixty = await office.newPartner({ partner_rate_standard: '10', name: 'Sixty Ltd' })
  forty = await office.newPartner({ partner_rate_standard: '8', name: 'Forty Ltd' })
  const ofCustomer = { name: 'Wharf Café', partner_id: sixty }
  const contract = await office.brought({ partner_id: sixty }, ofCustomer)
  await shared(contract.id)
  customer_id = contract.customer_id
  invoice = await office.billed(contract)
  payment = await office.pay(customer_id, invoice, inTime)
  await office.billed(contract, 5)
  for (const [partner_id, amount] of [
    [sixty, '5.00'],
    [forty, '7.00'],
  ]) {
    const correction = { partner_id, amount, reason: 'Agreed by phone' }
    const made = await office.manager.put('/commission', correction)
    expect(made.status, made.text).toBe(201)
  }
})
afterAll(() => world.close())

async function shared(contract_id: number): Promise<void> {
  const partners = [
    { partner_id: sixty, share_percent: '60' },
    { partner_id: forty, share_percent: '40' },
  ]
  const set = { contract_id, valid_from_date: '2026-01-01', partners }
  const made = await office.accounting.put('/contractpartner', set)
  expect(made.status, made.text).toBe(201)
}

const since = () => ({ from: '2026-01-01', to: todayOf(world) })
const read = (asked: object = {}) =>
  readReport(office.manager, { name: 'partners', ...since(), ...asked })
const opened = ({ to }: ReadRow) =>
  readReport(office.manager, Object.fromEntries(new URL(to ?? '', 'http://x').searchParams))
const named = (rows: readonly ReadRow[], name: string): ReadRow => {
  const row = rows.find((one) => one.name === name)
  if (!row) throw new Error(`There is no ${name}.`)
  return row
}

describe('a row opens what it adds up', () => {
  test('a customer of two partners opens with each of them what that one earned', async () => {
    const { rows } = await read()
    for (const [partner, commission, live] of [
      ['Sixty Ltd', '1.56', 1],
      ['Forty Ltd', '0.83', 0],
    ] as const) {
      const customers = await opened(named(rows, partner))
      const customer = named(customers.rows, 'Wharf Café')
      expect(customer.values).toMatchObject({ commission, live })
      const entries = await opened(customer)
      expect(entries.info.totals).toEqual(customer.values)
      expect(entries.info.of_name).toBe(`${partner} · Wharf Café`)
    }
  })

  test('what has no customer opens as that partner’s alone', async () => {
    const { rows } = await read()
    for (const [partner, commission] of [
      ['Sixty Ltd', '5.00'],
      ['Forty Ltd', '7.00'],
    ] as const) {
      const customers = await opened(named(rows, partner))
      const nobody = named(customers.rows, 'Without a customer')
      expect(nobody.values).toMatchObject({ commission })
      expect((await opened(nobody)).info.totals).toEqual(nobody.values)
    }
  })

  test('the file has what the screen shows, and a part that does not exist is refused', async () => {
    const of = `partner:${forty},customer:`
    const file = await office.manager.get('/report/csv', {
      ...{ name: 'partners', ...since(), group: 'entry', of },
    })
    expect(file.text).toContain('"7.00"')
    expect(file.text).not.toContain('"5.00"')
    const wrong = { name: 'partners', of: `partner:${forty},colour:1` }
    const reply = await office.manager.get('/report', wrong)
    expect([reply.status, reply.body.errors]).toMatchObject([400, [{ field: 'of' }]])
  })

  test('sent regularly, it is of the same parts', async () => {
    const of = `partner:${forty},customer:`
    const asked = { name: 'Forty', report_name: 'partners', only_of: of, report_group: 'entry' }
    const made = await office.manager.put('/reportschedule', asked)
    expect(made.status, made.text).toBe(201)
    const wrong = { ...asked, only_of: `partner:${forty},colour:1` }
    const reply = await office.manager.put('/reportschedule', wrong)
    expect([reply.status, reply.body.errors]).toMatchObject([400, [{ field: 'only_of' }]])
  })
})

describe('an earlier day or moment', () => {
  const rowsOf = async (asked: object) => {
    const { rows, info } = await read(asked)
    return { rows: rows.map(({ key, values }) => ({ key, values })), totals: info.totals }
  }

  test('tells what was earned as it was known then, whatever goes back later', async () => {
    const { rows } = await world.owner.query('select clock_timestamp() as now')
    const [{ now: known_at }] = rows as [{ now: string }]
    const today = todayOf(world)
    const then = await read({ known_at })
    expect(named(then.rows, 'Sixty Ltd').values).toMatchObject({
      commission: '6.56',
      base: '15.62',
    })
    // Nobody kept whose customer somebody was, nor how contracts stood.
    const columns = then.info.columns.map(({ name }: { name: string }) => name)
    expect(columns).toEqual(['base', 'commission', 'clawed_back'])
    const before = await rowsOf({ known_at, as_at: today })
    const because = { reason: 'The bank took it back' }
    await done(office.accounting, '/invoicepayment/cancel', { id: payment, ...because })
    expect(named((await read()).rows, 'Sixty Ltd').values).toMatchObject({ commission: '5.00' })
    await office.pay(customer_id, invoice, inTime)
    const more = { partner_id: sixty, amount: '1.00', reason: 'A cent more for each' }
    expect((await office.manager.put('/commission', more)).status).toBe(201)
    expect(await rowsOf({ known_at, as_at: today })).toEqual(before)
    expect(named((await read()).rows, 'Sixty Ltd').values).toMatchObject({ commission: '7.56' })
    expect(named((await read({ as_at: today })).rows, 'Sixty Ltd').values).toEqual({
      ...{ base: '15.62', commission: '7.56', clawed_back: '0.00' },
    })
  })

  test('has nothing of a day after it', async () => {
    const yesterday = Temporal.PlainDate.from(todayOf(world)).subtract({ days: 1 }).toString()
    expect((await read({ as_at: yesterday })).rows).toEqual([])
  })
})
