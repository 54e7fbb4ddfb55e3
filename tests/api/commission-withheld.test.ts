import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { violations } from '#server/books/invariants-check.ts'
import { todayOf } from '#server/kit/http/context.ts'
import type { Client } from '#tests/support/client.ts'
import { commissionOffice, done } from '#tests/support/commissioned.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

// Tax is withheld once of everything that was earned, with the payment that its statement left with.
let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>
const because = { reason: 'The office decided so' }

beforeAll(async () => {
  world = await makeWorld()
  office = await commissionOffice(world)
})
afterAll(() => world.close())

/** So much is earned, and stated on the next day. */
async function statementOf(partner_id: number, amount: string) {
  const made = await office.manager.put('/commission', { partner_id, amount, ...because })
  expect(made.status, made.text).toBe(201)
  world.clock.advance(86_400_000)
  for (const who of ['accounting', 'manager'] as const)
    await (office[who] as Client).signIn(who, password)
  return done(office.manager, '/partner/commission/send', { id: partner_id })
}

const stateOf = async (id: number) =>
  (await office.accounting.get('/commissionstatement', { id })).body.data.statement_status
const pay = (id: number) => done(office.accounting, '/commissionstatement/pay', { id })
const returned = (id: number) =>
  done(office.accounting, '/commissionstatement/returned', { id, ...because })

/** What tax of the partner's the books have withheld, and that they agree with what was earned. */
async function withheld(partner_id: number): Promise<string> {
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query<{ withheld: string }>(
    `select coalesce(-sum(amount), 0)::numeric(14,2)::text as withheld from accounttransactions
     where account = 2420 and partner_id = $1`,
    [partner_id],
  )
  const found = await violations(
    { query: async (text, values) => (await world.owner.query(text, values)).rows },
    todayOf(world),
  )
  expect(found.filter(({ code }) => code.startsWith('C'))).toEqual([])
  return rows[0]?.withheld ?? ''
}

test('a tax invoice that comes after the payment brings its GST along, and no tax once more', async () => {
  const partner_id = await office.newPartner({
    ...{ gst_registered: true, gst_number: '49-091-850', withholding_percent: '20' },
    ...{ email: 'taxed@example.co.nz', bank_account_number: makeBankAccount('01', '0902') },
  })
  const first = await statementOf(partner_id, '10.00')
  expect(first).toMatchObject({ withheld: '2.00', to_pay: '0.00', carried: '8.00' })
  const second = await statementOf(partner_id, '50.00')
  expect(second).toMatchObject({ withheld: '10.00', brought_forward: '8.00', to_pay: '48.00' })
  await pay(second.id)
  expect(await withheld(partner_id)).toBe('12.00')
  expect(await stateOf(first.id)).toBe('paid')
  await done(office.accounting, '/commissionstatement/taxinvoice', {
    ...{ id: first.id, tax_invoice_number: 'T-1', tax_invoice_date: todayOf(world) },
  })
  const third = await statementOf(partner_id, '100.00')
  expect(third).toMatchObject({ withheld: '20.00', brought_forward: '1.50', to_pay: '81.50' })
  await pay(third.id)
  expect(await withheld(partner_id)).toBe('32.00')
  // What comes back takes along what it settled itself, and nothing that another one paid.
  await returned(third.id)
  expect(await withheld(partner_id)).toBe('12.00')
  expect(await stateOf(first.id)).toBe('paid')
  await pay(third.id)
  expect(await withheld(partner_id)).toBe('32.00')
  await returned(second.id)
  expect(await withheld(partner_id)).toBe('20.00')
  expect(await stateOf(first.id)).toBe('sent')
  await pay(second.id)
  expect(await withheld(partner_id)).toBe('32.00')
  expect(await stateOf(first.id)).toBe('paid')
})
