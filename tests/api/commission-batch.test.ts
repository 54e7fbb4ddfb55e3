import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { booksHold } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { commissionOffice, done } from '#tests/support/commissioned.ts'
import { plannedPayment } from '#tests/support/supplied.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

// Partners and suppliers are paid by one file.
let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>
const because = { reason: 'The office decided so' }

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

test('a statement leaves in the batch of the suppliers as well, which is one line of the bank', async () => {
  const { partner_id, customer_id, pay } = await office.begun({
    ...{ partner_rate_standard: '10', signup_commission_unit: 'fixed' },
    ...{ signup_commission_residential: '90.00', signup_commission_commercial: '90.00' },
    ...{ gst_registered: true, gst_number: '35-901-981', bcti_agreed_on: '2026-01-01' },
    ...{ email: 'partner@example.co.nz', bank_account_number: makeBankAccount('01', '0902') },
  })
  await pay()
  // Statements are of what was earned up to yesterday.
  world.clock.advance(86_400_000)
  for (const who of ['user', 'accounting', 'manager'] as const)
    await (office[who] as Client).signIn(who, password)
  const row = await done(office.manager, '/partner/commission/send', { id: partner_id })
  const payment_id = await plannedPayment(await world.as('admin'), todayOf(world))
  const together = {
    ...{ ids: [row.id], payment_ids: [payment_id] },
    ...{ layout: 'bnz', payment_date: todayOf(world) },
  }
  const early = await office.accounting.post('/commissionstatements/file', together)
  expect(early.status, 'the payment is a draft: nothing is paid').toBe(476)
  await done(office.accounting, '/billpayment/approve', { id: payment_id })
  const program = world.guest()
  const made = await office.accounting.put('/apikey', { modules: ['suppliers'] })
  program.authorization = `Key ${made.body.data.api_key}`
  const beyond = await program.post('/commissionstatements/file', together)
  expect(beyond.status, 'a key for partners alone pays no suppliers').toBe(403)
  const file = await office.accounting.post('/commissionstatements/file', together)
  expect(file.status, file.text).toBe(200)
  // 115.00 and 106.49.
  expect(file.text).toMatch(/\r\n3,22149,2,\d{11}\r\n/)
  const statement = async () =>
    (await office.accounting.get('/commissionstatement', { id: row.id })).body.data
  const payment = async () =>
    (await office.accounting.get('/billpayment', { id: payment_id })).body.data
  const { batch } = await payment()
  expect(batch).toMatch(/^SB-/)
  expect(await statement()).toMatchObject({ statement_status: 'paid', batch })
  const again = () => office.accounting.get('/billpayments/file', { batch, layout: 'bnz' })
  expect((await again()).text).toBe(file.text)
  const other = await office.accounting.put('/apikey', { modules: ['payments'] })
  program.authorization = `Key ${other.body.data.api_key}`
  const seen = await program.get('/billpayments/file', { batch, layout: 'bnz' })
  expect(seen.status, 'and one for payments alone sees no partner’s account').toBe(403)

  const bank = await office.manager.put('/bankaccount', {
    ...{ name: 'Payments', bank_account_number: makeBankAccount('02', '0012', 9) },
    ...{ opening_date: '2026-01-01', opening_balance: '0.00' },
  })
  const bankaccount_id = bank.body.data.id
  const out = { bankaccount_id, transaction_date: todayOf(world), amount: '-221.49' }
  const { id } = (await office.accounting.put('/banktransaction', out)).body.data
  const { info } = (await office.accounting.get('/banktransaction', { id })).body
  expect(info.candidates).toMatchObject([
    {
      parts: [
        { kind: 'billpayment', amount: '-115.00' },
        { kind: 'commission', amount: '-106.49', payment_ids: [row.id] },
      ],
    },
  ])
  const { key } = info.candidates[0]
  await done(office.accounting, '/banktransaction/match', { id, key })
  expect(await statement()).toMatchObject({ statement_status: 'cleared' })
  expect(await payment()).toMatchObject({ payment_status: 'cleared' })
  await done(office.accounting, '/banktransaction/unmatch', { id, ...because })
  await done(office.accounting, '/commissionstatement/returned', { id: row.id, ...because })
  const refused = await again()
  expect(refused.status, refused.text).toBe(476)
  expect(refused.body.message).toContain('is sent by now')
  await booksHold(world, customer_id)
})
