import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { todayOf } from '#server/kit/http/context.ts'
import { booksHold } from '#tests/support/billing.ts'
import { commissionOffice, inTime } from '#tests/support/commissioned.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>

beforeAll(async () => {
  world = await makeWorld()
  office = await commissionOffice(world)
})
afterAll(() => world.close())

const because = { reason: 'The office decided so' }
const told = (partner_id: number) => office.told(partner_id)
const begun = () => office.begun({ partner_rate_standard: '10' })

describe('terms and shares', () => {
  const tomorrow = () => Temporal.PlainDate.from(todayOf(world)).add({ days: 1 }).toString()

  test('new terms begin tomorrow or later, and count from the period that ends then', async () => {
    const { partner_id, invoice, contract, pay } = await begun()
    const term = { partner_id, partner_rate_standard: '20', partner_rate_unit: 'percent' }
    const past = await office.manager.put('/partnerterm', {
      ...{ ...term, valid_from_date: todayOf(world) },
    })
    expect(past.status).toBe(400)
    expect(past.body.errors).toMatchObject([{ field: 'valid_from_date' }])
    const made = await office.manager.put('/partnerterm', { ...term, valid_from_date: tomorrow() })
    expect(made.status, made.text).toBe(201)
    const twice = await office.manager.put('/partnerterm', { ...term, valid_from_date: tomorrow() })
    expect(twice.status).toBe(476)
    await pay()
    const first = Temporal.PlainDate.from(tomorrow()).with({ day: 1 }).add({ months: 1 })
    const ahead = await office.billed(contract, 12, {
      period_start: first.toString(),
      period_end: first.add({ months: 1 }).subtract({ days: 1 }).toString(),
    })
    await office.pay(contract.customer_id, ahead, inTime)
    expect(await told(partner_id)).toEqual(['ongoing accrued 2.60', 'ongoing accrued 5.21'])
    const gone = await office.manager.delete('/partnerterm', { id: made.body.data.id })
    expect(gone.status, gone.text).toBe(262)
    expect((await told(partner_id)).slice(1)).toEqual([
      ...['ongoing reversed 5.21', 'ongoing accrued 2.60'],
    ])
    await booksHold(world, contract.customer_id)
    expect(invoice).toBeLessThan(ahead)
  })

  test('the rates a partner earns by are not changed under what was earned', async () => {
    const { partner_id } = await begun()
    const { version } = (await office.manager.get('/partner', { id: partner_id })).body.data
    const same = { id: partner_id, version, partner_rate_standard: '10', city: 'Ōtaki' }
    expect((await office.manager.post('/partner', same)).status).toBe(261)
    const other = { id: partner_id, version: version + 1, partner_rate_standard: '11' }
    const refused = await office.manager.post('/partner', other)
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain('new terms')
  })

  test.each<[number, string, { share?: string; twice?: boolean; from?: string }]>([
    [400, 'partners', { share: '60' }],
    [400, 'partners', { share: '100', twice: true }],
    [400, 'valid_from_date', { from: '2025-12-31' }],
  ])('shares that make no sense answer %i naming %s', async (status, field, wrong) => {
    const { from = '2026-01-01', share = '100', twice = false } = wrong
    const partner_id = await office.newPartner()
    const contract = await office.brought()
    const one = { partner_id, share_percent: twice ? '50' : share }
    const set = { contract_id: contract.id, valid_from_date: from, partners: [one] }
    if (twice) set.partners.push(one)
    const reply = await office.accounting.put('/contractpartner', set)
    expect(reply.status, reply.text).toBe(status)
    expect(reply.body.errors).toMatchObject([{ field }])
  })

  test('billed days keep their shares; a day after them may have others', async () => {
    const { partner_id, contract, pay } = await begun()
    const other = await office.newPartner({ partner_rate_standard: '50' })
    const partners = [{ partner_id: other, share_percent: '100' }]
    const from = (valid_from_date: string) =>
      office.accounting.put('/contractpartner', {
        ...{ contract_id: contract.id, valid_from_date, partners },
      })
    expect((await from('2026-04-30')).status).toBe(476)
    expect((await from('2026-05-01')).status).toBe(201)
    await pay()
    const may = await office.billed(contract, 5)
    await office.pay(contract.customer_id, may, inTime)
    expect(await told(partner_id)).toEqual(['ongoing accrued 2.60'])
    expect(await told(other)).toEqual(['ongoing accrued 13.02'])
    await booksHold(world, contract.customer_id)
  })

  test('customers count for who earns on their contracts today, while they are customers', async () => {
    const { partner_id, contract } = await begun()
    const other = await office.newPartner({ partner_rate_standard: '10' })
    const later = await office.newPartner({ partner_rate_standard: '10' })
    const customersOf = async () => {
      const { data } = (await office.user.get('/partners/customercount')).body
      const of = new Map(
        data.map((one: { partner_id: number; customers: number }) => [
          one.partner_id,
          one.customers,
        ]),
      )
      return [partner_id, other, later].map((id) => of.get(id))
    }
    expect(await customersOf()).toEqual([1, 0, 0])
    const from = async (valid_from_date: string, id: number) => {
      const partners = [{ partner_id: id, share_percent: '100' }]
      const set = { contract_id: contract.id, valid_from_date, partners }
      expect((await office.accounting.put('/contractpartner', set)).status).toBe(201)
    }
    await from('2026-05-01', other)
    await from(tomorrow(), later)
    expect(await customersOf()).toEqual([0, 1, 0])
    // The number opens the customers it counts, as a list and as a file.
    const opened = async (id: number) => {
      const figure = `brought_by_${id}`
      const { data, info } = (await office.user.get('/customers', { figure })).body
      const file = await office.manager.get('/customers/csv', { figure, fields: 'id' })
      const rows = file.text.trim().split('\n').length - 1
      return [info.total, rows, data.map((one: { id: number }) => one.id)]
    }
    expect(await opened(partner_id)).toEqual([0, 0, []])
    expect(await opened(other)).toEqual([1, 1, [contract.customer_id]])
    const elsewhere = { figure: `brought_by_${other}` }
    expect((await office.user.get('/contracts', elsewhere)).status).toBe(400)
    await scope(world.owner, world.organisations[0])
    await world.owner.query('update customers set deleted_at = now() where id = $1', [
      contract.customer_id,
    ])
    expect(await customersOf()).toEqual([0, 0, 0])
  })

  test('a partner who earns on contracts stays, and an archived one gets no share', async () => {
    const { partner_id } = await begun()
    expect((await office.manager.delete('/partner', { id: partner_id })).status).toBe(476)
    const gone = await office.newPartner()
    expect((await office.manager.delete('/partner', { id: gone })).status).toBe(262)
    const contract = await office.brought()
    const reply = await office.accounting.put('/contractpartner', {
      ...{ contract_id: contract.id, valid_from_date: '2026-01-01' },
      partners: [{ partner_id: gone, share_percent: '100' }],
    })
    expect(reply.status).toBe(473)
    const correction = { partner_id: gone, amount: '1.00', ...because }
    expect((await office.manager.put('/commission', correction)).status).toBe(473)
  })
})

describe('a contract whose first day is moved', () => {
  const signup = { signup_commission_residential: '120.00', signup_commission_unit: 'fixed' }
  const lastDaysOfApril = { period_start: '2026-04-15', period_end: '2026-04-30' }

  async function begins(id: number, date_start: string): Promise<void> {
    const { version } = (await office.manager.get('/contract', { id })).body.data
    const reply = await office.manager.post('/contract', { id, version, date_start })
    expect(reply.status, reply.text).toBe(261)
  }

  test('earns on the days it has gained, for who was there from its first day', async () => {
    const partner_id = await office.newPartner({ partner_rate_standard: '10' })
    const contract = await office.brought({ partner_id, date_start: '2026-05-01' })
    await begins(contract.id, '2026-04-15')
    const invoice = await office.billed(contract, 4, lastDaysOfApril)
    await office.pay(contract.customer_id, invoice, inTime)
    expect(await told(partner_id)).toEqual(['ongoing accrued 2.60'])
    await booksHold(world, contract.customer_id)
  })

  test('earns nothing before a day from which somebody else named its first partner', async () => {
    const partner_id = await office.newPartner({ partner_rate_standard: '10' })
    const contract = await office.brought({ date_start: '2026-04-15' })
    await shares(contract.id, '2026-05-01', partner_id)
    await begins(contract.id, '2026-04-01')
    const invoice = await office.billed(contract, 4)
    await office.pay(contract.customer_id, invoice, inTime)
    expect(await told(partner_id)).toEqual([])
    await booksHold(world, contract.customer_id)
  })

  test('is brought once, by who holds it from its new first day', async () => {
    const one = await office.newPartner(signup)
    const other = await office.newPartner(signup)
    for (const [before, after] of [
      ['2026-05-01', '2026-04-15'],
      ['2026-04-15', '2026-05-01'],
    ] as const) {
      const contract = await office.brought({ partner_id: one, date_start: before })
      await begins(contract.id, after)
      await shares(contract.id, after, other)
      await booksHold(world, contract.customer_id)
    }
    expect(await told(one)).toEqual(['signup dropped 120.00', 'signup dropped 120.00'])
    expect(await told(other)).toEqual(['signup expected 120.00', 'signup expected 120.00'])
  })

  test('rewards bringing it for twelve months from its new first day', async () => {
    const rates = { signup_commission_residential: '5.00', signup_commission_unit: 'percent' }
    const partner_id = await office.newPartner(rates)
    const contract = await office.brought({ partner_id })
    const invoice = await office.billed(contract)
    await office.pay(contract.customer_id, invoice, inTime)
    expect(await told(partner_id)).toEqual(['signup accrued 1.30'])
    await begins(contract.id, '2025-04-01')
    expect(await told(partner_id)).toEqual(['signup reversed 1.30'])
    await booksHold(world, contract.customer_id)
  })

  test('is told of by the night’s questions where nobody earns on days it has gained', async () => {
    const partner_id = await office.newPartner({ partner_rate_standard: '10' })
    const contract = await office.brought({ partner_id, date_start: '2026-05-01' })
    // As it was stored before shares went along with the first day.
    await scope(world.owner, world.organisations[0])
    const moved = `update contracts set date_start = '2026-04-15' where id = $1`
    await world.owner.query(moved, [contract.id])
    const invoice = await office.billed(contract, 4, lastDaysOfApril)
    await office.pay(contract.customer_id, invoice, inTime)
    const asked = async () => {
      const reply = await office.manager.post('/ledger/verify', {})
      const { violations }: { violations: { code: string; customer_id: number }[] } =
        reply.body.data
      return violations.filter((found) => found.customer_id === contract.customer_id)
    }
    expect(await asked()).toMatchObject([{ code: 'C2' }])
    await begins(contract.id, '2026-04-14')
    expect(await told(partner_id)).toEqual(['ongoing accrued 2.60'])
    expect(await asked()).toEqual([])
  })
})

async function shares(contract_id: number, valid_from_date: string, partner_id: number) {
  const set = { contract_id, valid_from_date, partners: [{ partner_id, share_percent: '100' }] }
  const reply = await office.accounting.put('/contractpartner', set)
  expect(reply.status, reply.text).toBe(201)
}

test('a rate in percent is no more than the whole, also where it is one by not being said', async () => {
  const given = { name: 'Too Much Ltd', partner_rate_amount: '150' }
  const made = await office.manager.put('/partner', given)
  expect([made.status, made.body.errors]).toMatchObject([400, [{ field: 'partner_rate_amount' }]])
  const partner_id = await office.newPartner({ partner_rate_unit: null })
  const from = Temporal.PlainDate.from(todayOf(world)).add({ days: 1 }).toString()
  const term = { partner_id, valid_from_date: from, partner_rate_simple: '100.01' }
  const terms = await office.manager.put('/partnerterm', term)
  expect([terms.status, terms.body.errors]).toMatchObject([400, [{ field: 'partner_rate_simple' }]])
  // What is earned once is dollars where nothing is said.
  const fixed = { name: 'Fixed Ltd', signup_commission_residential: '150.00' }
  expect((await office.manager.put('/partner', fixed)).status).toBe(201)
})

describe('a correction', () => {
  test('is a manager’s, with a reason, and booked', async () => {
    const { partner_id, invoice, customer_id, pay } = await begun()
    await pay()
    const given = { partner_id, invoice_id: invoice, amount: '-1.10' }
    expect((await office.accounting.put('/commission', { ...given, ...because })).status).toBe(403)
    expect((await office.manager.put('/commission', given)).status).toBe(400)
    const made = await office.manager.put('/commission', { ...given, ...because })
    expect(made.status, made.text).toBe(201)
    expect(made.body.data).toMatchObject({
      ...{ kind: 'correction', commission_status: 'accrued', amount: '-1.10', customer_id },
      reason: because.reason,
    })
    await office.manager.put('/commission', { ...given, amount: '0.10', ...because })
    const panel = await office.accounting.get('/invoice/commission', { id: invoice })
    expect(panel.body.data.amount).toBe('1.60')
    await booksHold(world, customer_id)
  })

  test('of nothing, or of something that is no amount, is refused by its field', async () => {
    const partner_id = await office.newPartner()
    for (const amount of ['0.00', '1.001', 'a lot']) {
      const reply = await office.manager.put('/commission', { partner_id, amount, ...because })
      expect(reply.status).toBe(400)
      expect(reply.body.errors).toMatchObject([{ field: 'amount' }])
    }
  })
})
