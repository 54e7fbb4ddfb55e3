import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleBillsJob } from '#server/bills/settle-bills-job.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { keepDays } from '#server/reports/figures/keep-days-job.ts'
import { keptSources } from '#server/reports/figures/live-amounts.ts'
import { runJob } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { paidTo } from '#tests/support/owed-to-suppliers.ts'
import { done } from '#tests/support/ready-rows.ts'
import { readReport, received, workedExample } from '#tests/support/reporting.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

const DAY_MS = 86_400_000
const because = { reason: 'Read once more' }
const span = { from: '2026-04-01', to: '2026-07-31' }
/** What reads kept sums, and how it is asked. */
const questions = [
  { name: 'discounts', ...span },
  { name: 'discounts', group: 'side', ...span },
  { name: 'discounts', group: 'side', of: 'month:2026-05', ...span },
  { name: 'discounts', from: '2026-05-06', to: '2026-05-31' },
  { name: 'receivables' },
  { name: 'payables' },
]

let world: World
let manager: Client
beforeAll(async () => {
  world = await makeWorld()
  world.clock.stopAt(new Date('2026-05-05T00:00:00Z'))
})
afterAll(() => world.close())

// Asked as known at a moment, a report looks at the documents and reads nothing that is kept.
async function told(isKept: boolean) {
  const { rows } = await world.owner.query('select clock_timestamp() as now')
  const moment = isKept ? {} : { known_at: new Date(rows[0].now).toISOString() }
  const answers = []
  for (const asked of questions) {
    const { rows, info } = await readReport(manager, { ...asked, ...moment })
    expect(info.agrees.difference, JSON.stringify(asked)).toBe('0.00')
    const values = rows.map((row) => ({ name: row.name, values: row.values }))
    answers.push({ asked, values, totals: info.totals, agrees: info.agrees })
  }
  return answers
}

async function dirtyDays(): Promise<number> {
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query('select count(*)::int as count from dirtydays')
  return rows[0].count
}

async function keepAll(): Promise<void> {
  for (const source of keptSources) await keepDays(world, world.organisations[0] ?? 0, source)
  expect(await dirtyDays()).toBe(0)
}

/** Live, with notes of days that are dirty, and from sums alone: the same to the cent. */
async function staysTheSame(): Promise<void> {
  const live = await told(false)
  expect(await told(true)).toEqual(live)
  await keepAll()
  expect(await told(true)).toEqual(live)
}

async function nextDays(days: number): Promise<void> {
  world.clock.advance(days * DAY_MS)
  manager = await world.as('manager')
}

test('sums that are kept tell what the documents tell, whatever happens to them afterwards', async () => {
  manager = await world.as('manager')
  const dates = {
    invoice_date: '2026-05-05',
    due_date: '2026-05-20',
    discounted_date: '2026-05-20',
  }
  const bill = { supplier_due_date: '2026-05-20' }
  const [inTime, late, dropped] = [
    await workedExample(manager, { bill, dates }),
    await workedExample(manager, { bill, dates }),
    await workedExample(manager, { bill, dates }),
  ]
  await staysTheSame()

  await nextDays(3)
  await received(manager, inTime, '640.53', '2026-05-08')
  const { bill_id } = inTime
  await paidTo(manager, { bill_id }, '587.78', { payment_date: '2026-05-08' })
  await staysTheSame()

  // Both sides of one lose their discounts, on a day of June; what is offered counts for May.
  await nextDays(24)
  await runJob(world, settleDiscounts)
  await runJob(world, settleBillsJob)
  await staysTheSame()

  await nextDays(5)
  await done(manager, '/invoice/grantppd', { id: late.invoice_id, ...because })
  await staysTheSame()

  await done(manager, '/invoice/cancel', { id: dropped.invoice_id, ...because })
  await done(manager, '/bill/cancel', { id: dropped.bill_id, ...because })
  await staysTheSame()

  const after = {
    invoice_date: '2026-06-09',
    due_date: '2026-06-24',
    discounted_date: '2026-06-24',
  }
  await nextDays(5)
  await workedExample(manager, { bill: { supplier_due_date: '2026-06-24' }, dates: after })
  await nextDays(40)
  await staysTheSame()

  const [june] = (await told(true)).slice(0, 1)
  const lines = june?.values.map(({ name, values }) => [name, values.offered, values.granted])
  expect(lines).toEqual([
    ['May 2026', '138.44', '69.22'],
    ['Jun 2026', '69.22', '0.00'],
  ])
})
