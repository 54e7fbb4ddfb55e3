import { afterAll, beforeAll, expect, test } from 'vitest'
import { paidBy } from '#tests/support/adjusting.ts'
import { type Bank, makeBank } from '#tests/support/banking.ts'
import { newCustomer } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let manager: Client
let bank: Bank

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  await scope(world.owner, world.organisations[0])
  bank = await makeBank(world, accounting, manager)
  const customer = await newCustomer(accounting)
  const recorded = await paidBy({ client: accounting, world }, customer.id, '75.00')
  const [mixed, out, moved] = [
    await bank.line('100.00'),
    await bank.line('-30.00'),
    await bank.line('75.00', { bankaccount_id: bank.savings }),
  ]
  await bank.match(mixed, [
    { kind: 'customer', amount: '60.00', customer_id: customer.id },
    { kind: 'account', amount: '25.00', account: 4050 },
    { kind: 'aside', amount: '15.00' },
  ])
  await bank.match(out, [{ kind: 'transfer', amount: '-30.00' }])
  await bank.match(moved, [{ kind: 'payment', amount: '75.00', payment_ids: [recorded.id] }])
  await paidBy({ client: accounting, world }, customer.id, '9.00')
  for (const _ of [1, 2]) await bank.line('8.00')
})
afterAll(() => world.close())

async function found(): Promise<string[]> {
  const reply = await manager.post('/ledger/verify', {})
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data.violations.map(({ code }: { code: string }) => code)
}

test('what lines of a bank are matched with holds, on both accounts', async () => {
  expect(await found()).toEqual([])
})

// Each is a change behind the application's back, what finds it, and how it is undone again.
const tampered: [code: string, change: string, back: string][] = [
  [
    'I13',
    `update bankparts set amount = amount + 1 where kind = 'aside'`,
    `update bankparts set amount = amount - 1 where kind = 'aside'`,
  ],
  [
    'I13',
    `update banktransactions set transaction_status = 'new' where amount = 100`,
    `update banktransactions set transaction_status = 'matched' where amount = 100`,
  ],
  [
    'B1',
    `update banktransactions set bank_line_id = 'twice' where amount = 8`,
    `update banktransactions set bank_line_id = null where amount = 8`,
  ],
  [
    'B2',
    `update bankparts set stood_as = to_jsonb(entry_ids), entry_ids = '{}' where kind = 'account'`,
    `update bankparts set stood_as = null,
       entry_ids = array(select jsonb_array_elements_text(stood_as)::bigint) where kind = 'account'`,
  ],
  [
    'B3',
    `update invoicepayments set payment_status = 'reconciled' where amount_incl_gst = 9`,
    `update invoicepayments set payment_status = 'received' where amount_incl_gst = 9`,
  ],
  [
    'B3',
    `update invoicepayments set payment_status = 'received' where amount_incl_gst = 75`,
    `update invoicepayments set payment_status = 'reconciled' where amount_incl_gst = 75`,
  ],
  [
    'B4',
    `update bankparts set kind = 'aside' where kind = 'transfer'`,
    `update bankparts set kind = 'transfer' where kind = 'aside' and amount < 0`,
  ],
]

test.each(tampered)('%s finds what was changed behind our back', async (code, change, back) => {
  await world.owner.query(change)
  expect(await found()).toContain(code)
  await world.owner.query(back)
  expect(await found()).toEqual([])
})
