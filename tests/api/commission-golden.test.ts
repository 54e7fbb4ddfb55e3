import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { booksHold } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { commissionOffice, done } from '#tests/support/commissioned.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

const DAY_MS = 86_400_000
const because = { reason: 'The office decided so' }
// April of the worked example: 640.53 in time, of which the fee without GST is 26.04.
const april = {
  lines: [
    { name: 'Energy', quantity: '1', rate: '573.26', unit: 'each' },
    { name: 'Special read', quantity: '1', rate: '25.00', unit: 'each', discountable: false },
    { name: 'Welcome credit', quantity: '1', rate: '-20.00', unit: 'each', discountable: false },
  ],
  late_payment_fee_amount: '10.00',
}
// Its fee is less than a cent: while it is cleared the contract has a cleared invoice, and no more.
const aCent = { lines: [{ name: 'Rounding', quantity: '1', rate: '0.01', unit: 'each' }] }

let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>

beforeAll(async () => {
  world = await makeWorld()
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    `update organisations set gst_number = '49091850', bank_account_number = $1 where id = $2`,
    [makeBankAccount('12', '3113'), world.organisations[0]],
  )
  office = await commissionOffice(world)
})
afterAll(() => world.close())

/** Statements are of what was earned up to yesterday. */
async function nextDay(): Promise<void> {
  world.clock.advance(DAY_MS)
  for (const who of ['user', 'accounting', 'manager'] as const)
    await (office[who] as Client).signIn(who, password)
}

async function stated(partner_id: number): Promise<{ id: number }> {
  await nextDay()
  const reply = await office.manager.post('/partner/commission/send', { id: partner_id })
  expect(reply.status, reply.text).toBe(202)
  return reply.body.data
}

/** What the partner's page tells of the lines of a statement that went back. */
async function wentBack(statement_id: number) {
  const token = createHash('sha256').update(`link ${statement_id}`).digest('base64url')
  await world.owner.query(
    `insert into public_links (token_hash, organisation_id, object_class, object_id, created_at,
       expires_at) values ($1, $2, 'commissionstatement', $3, now(), now() + interval '400 days')
     on conflict do nothing`,
    [createHash('sha256').update(token).digest(), world.organisations[0], statement_id],
  )
  const page = await world.guest().send({
    ...{ method: 'GET', url: '/api/v1/public/commission', headers: { 'x-link-token': token } },
  })
  expect(page.status, page.text).toBe(200)
  const lines: { line: string; amount: string }[] = JSON.parse(page.body.data.proof).lines
  const back: { line: string; amount: string; day: string }[] = page.body.data.taken_back
  return back.map((one) => {
    const of = lines.find(({ line }) => line === one.line)?.amount
    return `${one.amount} of ${of}`
  })
}

test('the worked example comes to its figures, from the contract to what is paid after a debt', async () => {
  const rates = { signup_commission_residential: '150.00', signup_commission_unit: 'fixed' }
  const taxed = { gst_registered: true, gst_number: '35-901-981', bcti_agreed_on: '2026-01-01' }
  const paid = { email: 'p@example.co.nz', bank_account_number: makeBankAccount('01', '0902') }
  const first = await office.newPartner({
    ...{ ...rates, ...taxed, ...paid, partner_rate_standard: '10' },
  })
  const second = await office.newPartner({ partner_rate_standard: '8' })
  const contract = await office.brought({ partner_id: first, date_start: '2026-01-01' })
  const { customer_id } = contract
  const set = await office.accounting.put('/contractpartner', {
    ...{ contract_id: contract.id, valid_from_date: '2026-01-01' },
    partners: [
      { partner_id: first, share_percent: '60' },
      { partner_id: second, share_percent: '40' },
    ],
  })
  expect(set.status, set.text).toBe(201)
  await office.pay(customer_id, await office.billed(contract, 3, aCent), '0.01')
  const payment = await office.pay(customer_id, await office.billed(contract, 4, april), '640.53')
  expect((await office.told(first)).sort()).toEqual([
    // All of it was expected until somebody named the other partner.
    ...['ongoing accrued 1.56', 'signup accrued 90.00', 'signup dropped 150.00'],
  ])
  expect(await office.told(second)).toEqual(['ongoing accrued 0.83'])

  const statement = await stated(first)
  expect(statement).toMatchObject({ sum: '91.56', gst: '13.73', total: '105.29' })
  expect(statement).toMatchObject({ to_pay: '105.29' })
  await done(office.accounting, '/commissionstatement/pay', { id: statement.id })
  await booksHold(world, customer_id)

  await done(office.accounting, '/invoicepayment/cancel', { id: payment, ...because })
  const over = { id: contract.id, date_end: '2026-05-25', ...because }
  await done(office.manager, '/contract/cancel', over)
  const debt = await stated(first)
  expect(debt).toMatchObject({ sum: '-55.81', gst: '-8.37', total: '-64.18', to_pay: '0.00' })
  expect((await wentBack(statement.id)).sort()).toEqual(['1.56 of 1.56', '54.25 of 90.00'])
  await booksHold(world, customer_id)

  const more = { partner_id: first, amount: '300.00', reason: 'Three contracts more' }
  expect((await office.manager.put('/commission', more)).status).toBe(201)
  const next = await stated(first)
  expect(next).toMatchObject({ sum: '300.00', gst: '45.00', total: '345.00' })
  expect(next).toMatchObject({ brought_forward: '-64.18', to_pay: '280.82' })

  // The contract returns: what bringing it lost is given back, and both pages say so.
  const back = { id: contract.id, date_end: '2027-12-31', ...because }
  await done(office.manager, '/contract/restore', back)
  expect((await office.told(first)).at(-1)).toBe('clawback accrued 54.25')
  expect(await wentBack(statement.id)).toEqual(['1.56 of 1.56'])
  expect(await wentBack(debt.id)).toEqual(['-54.25 of -54.25'])
  const lines = await office.accounting.get('/commissionstatement/lines', { id: statement.id })
  const told = lines.body.data as { amount: string; taken_back: string | null }[]
  expect(told.map((one) => [one.amount, one.taken_back]).sort()).toEqual([
    ['1.56', '1.56'],
    ['90.00', null],
  ])
  await booksHold(world, customer_id)
})
