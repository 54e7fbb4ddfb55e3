import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endContracts } from '#server/contracts/end-contracts-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { booksHold, runJob } from '#tests/support/billing.ts'
import { commissionOffice, done, inTime, late, stated } from '#tests/support/commissioned.ts'
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
const begun = (rates: object = { partner_rate_standard: '10' }) => office.begun(rates)

describe('what an invoice earns', () => {
  test('is earned with its last cent, and owed to the partner in the books', async () => {
    const { partner_id, customer_id, pay } = await begun()
    await pay('600.00')
    expect(await told(partner_id)).toEqual([])
    await pay('29.03')
    const [entry] = await office.entries(partner_id)
    const derived = { base: '26.04', share_percent: '100', base_part: '26.04', rate: '10' }
    expect(entry).toMatchObject({ kind: 'ongoing', amount: '2.60', round: 1, ...derived })
    expect(entry).toMatchObject({ earned_on: todayOf(world), rate_unit: 'percent' })
    await scope(world.owner, world.organisations[0])
    const lines = await world.owner.query(
      `select a.account, a.amount::text, t.event from accounttransactions a
       join transactions t on t.id = a.transaction_id where a.partner_id = $1 order by account`,
      [partner_id],
    )
    const event = 'commission_accrued'
    expect(lines.rows).toEqual([
      { account: 2400, amount: '-2.60', event },
      { account: 6010, amount: '2.60', event },
    ])
    await booksHold(world, customer_id)
  })

  test('is of the outcome that stands: a lost discount earns more', async () => {
    const partner_id = await office.newPartner({ partner_rate_standard: '10' })
    const contract = await office.brought({ partner_id })
    const past = { due_date: '2026-10-20', discounted_date: '2026-10-20' }
    const invoice = await office.billed(contract, 4, past)
    await office.pay(contract.customer_id, invoice, late)
    expect(await told(partner_id)).toEqual(['ongoing accrued 2.89'])
    await done(office.manager, '/invoice/grantppd', { id: invoice, ...because })
    expect(await told(partner_id)).toEqual(['ongoing reversed 2.89', 'ongoing accrued 2.60'])
    await booksHold(world, contract.customer_id)
  })

  test('is taken back when the payment is, and earned again in a second round', async () => {
    const { partner_id, customer_id, pay } = await begun()
    const payment = await pay()
    await done(office.accounting, '/invoicepayment/cancel', { id: payment, ...because })
    expect(await told(partner_id)).toEqual(['ongoing reversed 2.60'])
    await pay()
    expect(await office.entries(partner_id)).toMatchObject([
      { commission_status: 'reversed', round: 1 },
      { commission_status: 'accrued', round: 2, amount: '2.60' },
    ])
    await booksHold(world, customer_id)
  })

  test('once stated stays, and is taken back by an entry that names it', async () => {
    const { partner_id, customer_id, pay } = await begun()
    const payment = await pay()
    await stated(world, partner_id)
    await done(office.accounting, '/invoicepayment/cancel', { id: payment, ...because })
    const [first, second] = await office.entries(partner_id)
    expect(first).toMatchObject({ commission_status: 'stated', amount: '2.60' })
    expect(second).toMatchObject({ kind: 'clawback', amount: '-2.60', earned_on: todayOf(world) })
    expect(second).toMatchObject({ reverses_id: first?.id })
    await pay()
    expect((await told(partner_id)).at(-1)).toBe('ongoing accrued 2.60')
    await booksHold(world, customer_id)
  })

  test('is nothing for a bad debt, until later money undoes all of it', async () => {
    const { partner_id, customer_id, invoice, pay } = await begun()
    await pay('100.00')
    await done(office.manager, '/invoice/writeoff', { id: invoice, ...because })
    expect(await told(partner_id)).toEqual([])
    await pay('500.00')
    expect(await told(partner_id)).toEqual([])
    await pay('29.03')
    expect(await told(partner_id)).toEqual(['ongoing accrued 2.60'])
    await booksHold(world, customer_id)
  })

  test('is whole where a small rest was closed with the payment', async () => {
    const { partner_id, customer_id, pay } = await begun()
    await pay('628.00', { clearsinvoice: true })
    expect(await told(partner_id)).toEqual(['ongoing accrued 2.60'])
    await booksHold(world, customer_id)
  })

  test('is less by what goodwill settled', async () => {
    const { partner_id, customer_id, pay } = await begun()
    const given = { kind: 'goodwill', side: 'credit', amount: '11.50', with_gst: true }
    const made = await office.manager.put('/adjustment', { customer_id, ...given, ...because })
    expect(made.status, made.text).toBe(201)
    await pay('617.53')
    expect(await office.entries(partner_id)).toMatchObject([{ base: '16.04', amount: '1.60' }])
    await booksHold(world, customer_id)
  })

  test('goes back when all of its money is refunded, or it is cancelled or made anew', async () => {
    const one = await begun()
    const payment = await one.pay()
    await done(office.manager, '/invoicepayment/refund', { id: payment, ...because })
    expect(await told(one.partner_id)).toEqual(['ongoing reversed 2.60'])
    await booksHold(world, one.customer_id)
    const two = await begun()
    await two.pay()
    await done(office.manager, '/invoice/cancel', { id: two.invoice, ...because })
    expect(await told(two.partner_id)).toEqual(['ongoing reversed 2.60'])
    await booksHold(world, two.customer_id)
    const three = await begun()
    await three.pay()
    const redone = await done(office.manager, '/invoice/redo', { id: three.invoice, ...because })
    expect(await told(three.partner_id)).toEqual(['ongoing reversed 2.60'])
    const again = { id: redone.id, send: true, posted: true, acknowledge: ['W01', 'W02', 'W03'] }
    await done(office.manager, '/invoice/approve', again)
    expect(await told(three.partner_id)).toEqual(['ongoing reversed 2.60', 'ongoing accrued 2.60'])
    await booksHold(world, three.customer_id)
  })

  test('is negative with a credit invoice', async () => {
    const { partner_id, contract, customer_id, pay } = await begun()
    await pay()
    const credit = [{ name: 'Credit', quantity: '1', rate: '-100.00', unit: 'each' }]
    await office.billed(contract, 5, { lines: credit })
    expect(await told(partner_id)).toEqual(['ongoing accrued 2.60', 'ongoing accrued -0.45'])
    await booksHold(world, customer_id)
  })

  test('is what the setting of the day it was sent says, whatever is set afterwards', async () => {
    const partner_id = await office.newPartner({ partner_rate_standard: '1' })
    const contract = await office.brought({ partner_id })
    await setting('commission_base', 'charges')
    const invoice = await office.billed(contract)
    await setting('commission_base', 'service_fee')
    await office.pay(contract.customer_id, invoice, inTime)
    expect(await office.entries(partner_id)).toMatchObject([{ base: '515.94', amount: '5.16' }])
    await booksHold(world, contract.customer_id)
  })

  test('of a split contract is shared out to the cent, and told with its derivation', async () => {
    const first = await office.newPartner({ partner_rate_standard: '10', name: 'Sixty Ltd' })
    const second = await office.newPartner({ partner_rate_standard: '3', name: 'Forty Ltd' })
    const contract = await office.brought({ partner_id: first })
    const partners = [
      { partner_id: first, share_percent: '60' },
      { partner_id: second, share_percent: '40', rate_amount: '8', rate_unit: 'percent' },
    ]
    const set = { contract_id: contract.id, valid_from_date: '2026-01-01', partners }
    const made = await office.accounting.put('/contractpartner', set)
    expect(made.status, made.text).toBe(201)
    const invoice = await office.billed(contract)
    await office.pay(contract.customer_id, invoice, inTime)
    const panel = await office.accounting.get('/invoice/commission', { id: invoice })
    expect(panel.body.data).toMatchObject({
      amount: '2.39',
      lines: [
        {
          partner_name: 'Sixty Ltd',
          base: '26.04',
          base_part: '15.62',
          rate: '10',
          amount: '1.56',
        },
        { partner_name: 'Forty Ltd', base: '26.04', base_part: '10.42', rate: '8', amount: '0.83' },
      ],
    })
    await booksHold(world, contract.customer_id)
  })
})

async function setting(name: string, value: unknown): Promise<void> {
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    `insert into organisationconfigs (organisation_id, name, value) values ($1, $2, $3)
     on conflict (organisation_id, lower(name)) where deleted_at is null do update set value = $3`,
    [world.organisations[0], name, JSON.stringify(value)],
  )
}

describe('bringing a contract', () => {
  const signup = { signup_commission_residential: '150.00', signup_commission_unit: 'fixed' }

  test('is expected, earned with the first invoice and partly lost when it ends early', async () => {
    const { partner_id, id, customer_id, pay } = await begun(signup)
    expect(await told(partner_id)).toEqual(['signup expected 150.00'])
    await pay()
    expect(await told(partner_id)).toEqual(['signup accrued 150.00'])
    await done(office.manager, '/contract/cancel', { id, date_end: '2026-05-25', ...because })
    expect(await told(partner_id)).toEqual(['signup accrued 150.00', 'clawback accrued -90.41'])
    await booksHold(world, customer_id)
    await done(office.manager, '/contract/restore', { id, date_end: '2027-12-31', ...because })
    expect(await told(partner_id)).toEqual(['signup accrued 150.00', 'clawback reversed -90.41'])
    await booksHold(world, customer_id)
  })

  test('is lost whole when no invoice is cleared any more', async () => {
    const { partner_id, customer_id, pay } = await begun(signup)
    const payment = await pay()
    await done(office.accounting, '/invoicepayment/cancel', { id: payment, ...because })
    expect(await told(partner_id)).toEqual(['signup reversed 150.00', 'signup expected 150.00'])
    await pay()
    expect(await told(partner_id)).toEqual(['signup reversed 150.00', 'signup accrued 150.00'])
    await booksHold(world, customer_id)
  })

  test('comes to nothing when the contract ends before anything is cleared', async () => {
    const partner_id = await office.newPartner(signup)
    const given = { partner_id, date_start: '2026-01-01', date_end: '2026-10-31' }
    const { customer_id } = await office.brought(given)
    await runJob(world, endContracts)
    expect(await told(partner_id)).toEqual(['signup dropped 150.00'])
    await booksHold(world, customer_id)
  })

  test('is earned when it is accepted, where that is how it was set then', async () => {
    await setting('signup_earned_at', 'accepted')
    const partner_id = await office.newPartner(signup)
    const { id, customer_id } = await office.brought({ partner_id })
    await setting('signup_earned_at', 'first_cleared')
    expect(await told(partner_id)).toEqual(['signup accrued 150.00'])
    await done(office.manager, '/contract/cancel', { id, date_end: '2026-12-31', ...because })
    expect(await told(partner_id)).toEqual(['signup reversed 150.00'])
    await booksHold(world, customer_id)
  })

  test('is by the type of the customer, and in percent for twelve months', async () => {
    const rates = { signup_commission_commercial: '5.00', signup_commission_unit: 'percent' }
    const partner_id = await office.newPartner({ partner_rate_standard: '10', ...rates })
    const contract = await office.brought({}, { partner_id, customer_type: 'commercial' })
    const invoice = await office.billed(contract)
    await office.pay(contract.customer_id, invoice, inTime)
    expect(await told(partner_id)).toEqual(['ongoing accrued 2.60', 'signup accrued 1.30'])
    await booksHold(world, contract.customer_id)
  })
})

test('amounts are for accounting: a user is neither told nor counted them', async () => {
  const { partner_id, invoice, id, customer_id, pay } = await begun({
    ...{ partner_rate_standard: '10', signup_commission_residential: '77.77' },
  })
  await pay()
  const counts = async (client: typeof office.user) =>
    (await client.get('/partners/customercount')).body.data.find(
      (one: { partner_id: number }) => one.partner_id === partner_id,
    )
  expect(await counts(office.user)).toEqual({ partner_id, customers: 1 })
  expect(await counts(office.accounting)).toEqual({
    ...{ partner_id, customers: 1, earned: '80.37', carried: '0.00', owed: '80.37' },
    last_statement: null,
  })
  const [entry] = await office.entries(partner_id)
  const { user } = office
  for (const [path, query] of [
    ['/commissions', {}],
    ['/commission', { id: entry?.id ?? 0 }],
    ['/partnerterms', {}],
    ['/contractpartners', { contract_id: id }],
    ['/invoice/commission', { id: invoice }],
  ] as const)
    expect((await user.get(path, query)).status, path).toBe(403)
  const timeline = await user.get('/customer/timeline', { id: customer_id })
  expect(timeline.status).toBe(200)
  expect(timeline.text).not.toContain('77.77')
})

test('another organisation sees nothing of it', async () => {
  const { partner_id, invoice, pay, id } = await begun()
  await pay()
  const other = await world.as('other')
  const [entry] = await office.entries(partner_id)
  expect((await other.get('/commission', { id: entry?.id ?? 0 })).status).toBe(404)
  expect((await other.get('/invoice/commission', { id: invoice })).status).toBe(404)
  expect((await other.get('/commissions')).body.data).toEqual([])
  const partners = [{ partner_id, share_percent: '100' }]
  const set = { contract_id: id, valid_from_date: '2026-05-01', partners }
  expect((await other.put('/contractpartner', set)).status).toBe(404)
})

test('a wrong entry is found by the night’s questions, with its invoice', async () => {
  const { partner_id, customer_id, pay } = await begun()
  await pay()
  await world.owner.query('update commissions set amount = 9.99 where partner_id = $1', [
    partner_id,
  ])
  const { violations } = (await done(office.manager, '/ledger/verify', {})) as {
    violations: { code: string; customer_id: number | null; detail: string }[]
  }
  expect(violations.filter(({ code }) => code.startsWith('C'))).toMatchObject([
    { code: 'C1', detail: expect.stringContaining('9.99 earned, in the books 2.60') },
    { code: 'C2', customer_id },
  ])
})
