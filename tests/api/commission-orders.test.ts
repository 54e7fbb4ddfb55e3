import { afterAll, beforeAll, expect, test } from 'vitest'
import { booksHold } from '#tests/support/billing.ts'
import { type Part, shouldHave } from '#tests/support/commission-oracle.ts'
import { commissionOffice, done, inTime, stated } from '#tests/support/commissioned.ts'
import { everyWarning } from '#tests/support/supplied.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// The same events in several orders: after each step partners have earned what invoices and contract
// give as they stand then, and in the end every order comes to the same sum.
let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>
const because = { reason: 'The day was played so' }

beforeAll(async () => {
  world = await makeWorld()
  office = await commissionOffice(world)
})
afterAll(() => world.close())

/** Two partners 60/40 on a contract with an invoice of April and one of May. */
async function life() {
  const rates = { signup_commission_unit: 'fixed', signup_commission_residential: '150.00' }
  const first = await office.newPartner({ partner_rate_standard: '10', ...rates })
  const second = await office.newPartner({ partner_rate_standard: '8' })
  const contract = await office.brought({ partner_id: first })
  const { id, customer_id } = contract
  const parts: Part[] = [
    { partner_id: first, share: 60n, rate: 10n, signup: 15000n },
    { partner_id: second, share: 40n, rate: 8n, signup: 0n },
  ]
  const partners = parts.map(({ partner_id, share }) => ({ partner_id, share_percent: `${share}` }))
  const set = { contract_id: id, valid_from_date: '2026-01-01', partners }
  expect((await office.accounting.put('/contractpartner', set)).status).toBe(201)
  const invoices = { april: await office.billed(contract), may: await office.billed(contract, 5) }
  const payments = { april: 0, may: 0 }
  type Month = keyof typeof invoices
  const clear = (month: Month) => async () => {
    payments[month] = await office.pay(customer_id, invoices[month], inTime)
  }
  const act = {
    clearApril: clear('april'),
    clearMay: clear('may'),
    chargeBack: async () => {
      await done(office.accounting, '/invoicepayment/cancel', { id: payments.april, ...because })
    },
    redoMay: async () => {
      const made = await done(office.manager, '/invoice/redo', { id: invoices.may, ...because })
      invoices.may = made.id
    },
    sendMay: async () => {
      const sent = { id: invoices.may, send: true, posted: true, acknowledge: everyWarning }
      await done(office.manager, '/invoice/approve', sent)
    },
    refundMay: async () => {
      const given = { id: payments.may, invoice_outcome: 'reopened', ...because }
      await done(office.manager, '/invoicepayment/refund', given)
    },
    end: async () => {
      await done(office.manager, '/contract/cancel', { id, date_end: '2026-05-31', ...because })
    },
    restore: async () => {
      await done(office.manager, '/contract/restore', { id, date_end: '2027-12-31', ...because })
    },
    state: async () => {
      for (const { partner_id } of parts) await stated(world, partner_id)
    },
    cancelStatement: async () => {
      for (const { partner_id } of parts) {
        const newest = { partner_id, statement_status: 'sent', order: '-id', limit: 1 }
        const { body } = await office.accounting.get('/commissionstatements', newest)
        const statement = { id: body.data[0]?.id, ...because }
        await done(office.manager, '/commissionstatement/cancel', statement)
      }
    },
  }
  return { id, customer_id, parts, act }
}

type Life = Awaited<ReturnType<typeof life>>
type Act = keyof Life['act']

/** What the entries that count come to, and what the books owe, in cents by partner. */
async function sums({ parts }: Life): Promise<[earned: bigint[], owed: bigint[]]> {
  await scope(world.owner, world.organisations[0])
  const ask = async (text: string, partner_id: number) => {
    const { rows } = await world.owner.query<{ sum: string }>(text, [partner_id])
    return BigInt((rows[0]?.sum ?? '0').replace('.', ''))
  }
  const earned = `select coalesce(sum(amount), 0.00)::text as sum from commissions
    where partner_id = $1 and commission_status in ('accrued', 'stated')`
  const owed = `select coalesce(-sum(amount), 0.00)::text as sum from accounttransactions
    where partner_id = $1 and account = 2400`
  const both: [bigint[], bigint[]] = [[], []]
  for (const { partner_id } of parts) {
    both[0].push(await ask(earned, partner_id))
    both[1].push(await ask(owed, partner_id))
  }
  return both
}

async function expected({ id, customer_id, parts }: Life): Promise<bigint[]> {
  const contract = (await office.accounting.get('/contract', { id })).body.data
  const invoices = (await office.accounting.get('/invoices', { customer_id })).body.data
  return [...shouldHave(contract, invoices, parts).values()]
}

async function play(order: readonly Act[]): Promise<bigint[]> {
  const own = await life()
  let earned: bigint[] = []
  for (const [place, step] of order.entries()) {
    await own.act[step]()
    const [have, owed] = await sums(own)
    const where = order.slice(0, place + 1).join(', ')
    expect(have, where).toEqual(await expected(own))
    expect(owed, where).toEqual(have)
    earned = have
  }
  await booksHold(world, own.customer_id)
  return earned
}

const orders: Act[][] = [
  ['clearApril', 'chargeBack', 'clearApril', 'clearMay', 'redoMay', 'sendMay', 'end'],
  ['clearMay', 'end', 'redoMay', 'sendMay', 'clearApril', 'chargeBack', 'clearApril'],
  [
    'clearApril',
    'state',
    'end',
    'chargeBack',
    'clearMay',
    'redoMay',
    'state',
    'sendMay',
    'clearApril',
  ],
  ['end', 'clearMay', 'state', 'clearApril', 'chargeBack', 'redoMay', 'clearApril', 'sendMay'],
  [
    ...(['clearApril', 'state', 'chargeBack', 'cancelStatement', 'clearMay', 'end'] as const),
    ...(['redoMay', 'clearApril', 'state', 'sendMay', 'cancelStatement'] as const),
  ],
]

test('the same events in any order, stated in between or not, come to the same sum', async () => {
  const results: bigint[][] = []
  for (const order of orders) results.push(await play(order))
  // Twice 1.56 and 0.83; bringing it 90.00 less 214 of 365 days of a year.
  const once = [312n + 9000n - 5277n, 166n]
  expect(results).toEqual(orders.map(() => once))
})

test('a contract that comes back gives back what its end took, and refunds take it again', async () => {
  const kept = await play(['clearApril', 'clearMay', 'state', 'end', 'state', 'restore'])
  expect(kept).toEqual([312n + 9000n, 166n])
  const gone = await play(['clearApril', 'clearMay', 'end', 'refundMay', 'chargeBack', 'restore'])
  expect(gone).toEqual([0n, 0n])
})
