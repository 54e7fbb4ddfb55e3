import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargeLateFeesJob } from '#server/invoices/dunning/dunning-late-fees.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { booksHold, runJob } from '#tests/support/billing.ts'
import { type ContractTerms, contractTerms } from '#tests/support/ledger-commands.ts'
import { beginLife, dollars, type LedgerLife } from '#tests/support/ledger-life.ts'
import { lettersWhere } from '#tests/support/letters.ts'
import { seed } from '#tests/support/seed.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// Customers who always pay what the public page asks, on a day of their choice, in time or late.
const customers = process.env.HEAVY ? 200 : 10

interface Page {
  contract: number
  on: number
  amount: number
  /** How many days after it came they pay it. */
  delay: number
}

interface Payer {
  contracts: [ContractTerms, ContractTerms]
  needsOld: boolean
  pages: Page[]
}

const payer: fc.Arbitrary<Payer> = fc.record({
  contracts: fc.tuple(contractTerms, contractTerms),
  needsOld: fc.boolean(),
  pages: fc.array(
    fc.record({
      contract: fc.nat(1),
      on: fc.nat(40),
      amount: fc.integer({ min: 100, max: 60_000 }),
      delay: fc.nat(35),
    }),
    { minLength: 2, maxLength: 5, size: 'medium' },
  ),
})

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(async () => {
  await world.close()
  console.log(`SEED=${seed}`)
})

/** What somebody with the link of an invoice is asked for. */
async function read({ world: { guest } }: LedgerLife, token: string) {
  const reply = await guest().send({
    method: 'GET',
    url: '/api/v1/public/invoice',
    headers: { 'x-link-token': token },
  })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}

/** Sends a page by mail; answers the secret of the link in it. */
async function send(life: LedgerLife, { contract, amount }: Page): Promise<string> {
  const day = life.nextDay()
  const made = await life.ask('PUT', '/invoice', {
    customer_id: life.customer_id,
    contract_id: life.contracts[contract],
    ...{ period_start: day, period_end: day },
    lines: [{ name: 'Energy', quantity: '1', rate: dollars(amount), unit: 'each' }],
  })
  const sent = await life.ask('POST', '/invoice/approve', {
    ...{ id: made.id, send: true, to: ['payer@example.co.nz'], acknowledge: life.warnings },
  })
  expect(sent.invoice_status).not.toBe('approved')
  const key = [`invoice ${made.id} %`]
  const rows = await lettersWhere(life.world.owner, 'unique_key like $1', key)
  return /\/invoice\/#([\w-]{43})\s/.exec(rows[0]?.text_plain ?? '')?.[1] ?? 'no link'
}

/** Pays what the page asks, in its own words; answers whether that was in time. */
async function pay(life: LedgerLife, token: string): Promise<boolean> {
  const page = await read(life, token)
  const today = todayOf(life.world)
  if (Number(page.still_to_pay) <= 0) return false
  const paid = await life.ask('PUT', '/invoicepayment', {
    customer_id: life.customer_id,
    amount_incl_gst: page.still_to_pay,
    payment_date: today,
    payment_type: 'bank_transfer',
    reference: page.pay.reference,
  })
  expect(paid).not.toBeNull()
  expect((await read(life, token)).still_to_pay).toBe('0.00')
  return today <= page.discounted_date
}

async function passDays(life: LedgerLife, days: number): Promise<void> {
  if (days === 0) return
  life.wait(days)
  await life.signIn()
  await runJob(life.world, settleDiscounts)
  await runJob(life.world, chargeLateFeesJob)
}

async function live({ contracts, needsOld, pages }: Payer): Promise<void> {
  const life = await beginLife(world, { billing: 'standard', contracts })
  await life.set('ppd_needs_old_balance', needsOld)
  const tokens = new Map<Page, string>()
  const inTime: string[] = []
  const days = pages.flatMap((page) => [
    { day: page.on, page, isSent: true },
    { day: page.on + page.delay, page, isSent: false },
  ])
  let today = 0
  for (const { day, page, isSent } of days.sort((a, b) => a.day - b.day)) {
    await passDays(life, day - today)
    today = day
    const token = tokens.get(page)
    if (isSent) tokens.set(page, await send(life, page))
    else if (token && (await pay(life, token))) inTime.push(token)
    for (const promised of inTime)
      expect((await read(life, promised)).ppd_state).toMatch(/earned|granted/)
  }
  // A link is good for three months.
  await passDays(life, 10)
  for (const token of tokens.values())
    expect(await read(life, token)).toMatchObject({ still_to_pay: '0.00', balance: '0.00' })
  const { rows } = await world.owner.query(
    'select balance_total::text, account_credit::text from customers where id = $1',
    [life.customer_id],
  )
  expect(rows).toEqual([{ balance_total: '0.00', account_credit: '0.00' }])
  await booksHold(world, life.customer_id)
}

// Shows: R15
test('whoever pays what each page asks ends at 0.00 with nothing left over', async () => {
  await fc.assert(fc.asyncProperty(payer, live), { numRuns: customers, seed })
}, 600_000)
