import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { violations } from '#server/books/invariants-check.ts'
import { chargeLateFeesJob } from '#server/invoices/dunning/dunning-late-fees.ts'
import { remindCustomers } from '#server/invoices/dunning/dunning-remind-job.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { schedules } from '#server/schedule.ts'
import { newCustomer, runJob, sentInvoice } from '#tests/support/billing.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Summer time begins on 27 September 2026 at two and ends on 4 April 2027 at three in the morning.
// The business lives by the days of Auckland, wherever the server stands and whatever its clock does.
const HOUR_MS = 3_600_000
const zones = ['UTC', 'Pacific/Auckland', 'Pacific/Chatham', 'America/New_York']
const ownZone = process.env.TZ

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ
  else process.env.TZ = ownZone
})
afterAll(() => world.close())

// It stands still there: a busy machine takes longer than the second before midnight.
function setClock(instant: string): void {
  world.clock.stopAt(new Date(instant))
}

const days: [string, string][] = [
  ['2026-09-26T11:59:59Z', '2026-09-26'],
  ['2026-09-26T12:00:00Z', '2026-09-27'],
  ['2026-09-26T13:59:59Z', '2026-09-27'],
  ['2026-09-26T14:00:00Z', '2026-09-27'],
  ['2026-09-27T10:59:59Z', '2026-09-27'],
  ['2026-09-27T11:00:00Z', '2026-09-28'],
  ['2027-04-03T10:59:59Z', '2027-04-03'],
  ['2027-04-03T11:00:00Z', '2027-04-04'],
  ['2027-04-03T14:30:00Z', '2027-04-04'],
  ['2027-04-04T11:59:59Z', '2027-04-04'],
  ['2027-04-04T12:00:00Z', '2027-04-05'],
  ['2027-06-30T00:30:00Z', '2027-06-30'],
  ['2028-02-28T11:00:00Z', '2028-02-29'],
]

// Shows: R12
test.each(days)(
  'at %s an invoice is written on %s, wherever the server stands',
  async (at, day) => {
    setClock(at)
    const accounting = await world.as('accounting')
    const { id: customer_id } = await newCustomer(accounting)
    const lines = [{ name: 'Energy', quantity: '1', rate: '1.00', unit: 'each' }]
    for (const zone of zones) {
      process.env.TZ = zone
      const { data } = (await accounting.post('/invoice/new', { customer_id, lines })).body
      expect([zone, data.invoice_date]).toEqual([zone, day])
    }
  },
)

const periods: [string, string, number][] = [
  ['2026-09-01', '2026-09-30', 30],
  ['2026-09-27', '2026-09-27', 1],
  ['2027-04-01', '2027-04-30', 30],
  ['2027-04-04', '2027-04-04', 1],
  ['2028-02-01', '2028-02-29', 29],
  ['2027-01-01', '2027-12-31', 365],
  ['2028-01-01', '2028-12-31', 366],
  ['2019-01-01', '2019-01-31', 31],
]

// Shows: R12
test.each(periods)('from %s to %s are %i days', async (period_start, period_end, count) => {
  setClock('2028-12-31T00:00:00Z')
  const accounting = await world.as('accounting')
  const { id: customer_id } = await newCustomer(accounting)
  const lines = [{ name: 'Energy', quantity: '1', rate: '1.00', unit: 'each' }]
  for (const zone of zones) {
    process.env.TZ = zone
    const asked = { customer_id, lines, period_start, period_end }
    const reply = await accounting.post('/invoice/new', asked)
    expect(reply.body.data?.period_days, `${zone} ${reply.text}`).toBe(count)
  }
})

// Shows: R12
test('every time of day that something waits for comes once on every day', () => {
  // What looks again and again from some hour on (*/5 7-23) waits for the first of its times.
  const first = (part: string) => Number(/^\d+/.exec(part)?.[0] ?? 0)
  const daily = schedules.flatMap(({ job, cron }) => {
    const [minute = '', hour = ''] = cron.split(' ')
    return hour === '*' ? [] : [{ name: job.name, minute: first(minute), hour: first(hour) }]
  })
  expect(daily.length).toBeGreaterThan(3)
  for (const { name, hour, minute } of daily)
    for (
      let day = Temporal.PlainDate.from('2026-01-01');
      day.year < 2031;
      day = day.add({ days: 1 })
    ) {
      const time = day.toPlainDateTime({ hour, minute })
      // Throws where the time is left out or comes twice.
      const at = () => time.toZonedDateTime('Pacific/Auckland', { disambiguation: 'reject' })
      expect(at, `${name} on ${day}`).not.toThrow()
    }
})

interface Change {
  name: string
  due_date: string
  from: string
  /** The midnights of Auckland: the discount is gone, two working days have passed, the third comes. */
  lapsed: string
  second: string
  third: string
}

const changes: Change[] = [
  {
    name: 'begins',
    due_date: '2026-09-23',
    from: '2026-09-23T09:00:00Z',
    lapsed: '2026-09-23T12:00:00Z',
    second: '2026-09-25T12:00:00Z',
    third: '2026-09-27T11:00:00Z',
  },
  {
    name: 'ends',
    due_date: '2027-03-31',
    from: '2027-03-31T08:00:00Z',
    lapsed: '2027-03-31T11:00:00Z',
    second: '2027-04-02T11:00:00Z',
    third: '2027-04-04T12:00:00Z',
  },
]

async function stateOf(invoice_id: number) {
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query<Record<string, number>>(
    `select (select count(*)::int from transactions where invoice_id = $1 and event = 'discount_lost')
         as lost,
       (select count(*)::int from pending_charges where about_invoice_id = $1) as fees,
       (select count(*)::int from reminders where invoice_id = $1) as reminders,
       (select count(*)::int from letters where unique_key like 'reminder ' || $1 || ' %') as letters`,
    [invoice_id],
  )
  return rows[0] ?? {}
}

// Shows: R12
test.each(changes)(
  'while summer time $name, what time does happens once and on its day, though the clock jumps',
  async ({ due_date, from, lapsed, second, third }) => {
    setClock(from)
    const accounting = await world.as('accounting')
    const who = await newCustomer(accounting, { charge_late_fee: true })
    const bill = await sentInvoice(accounting, who.id, { due_date, discounted_date: due_date })
    const first: Record<string, string> = {}
    const hours = (Date.parse(third) - Date.parse(from)) / HOUR_MS + 30
    for (let hour = 0; hour < hours; hour += 1) {
      const now = new Date(Date.parse(from) + hour * HOUR_MS).toISOString()
      // Back an hour and forth again, as clocks are set by hand.
      for (const jump of hour % 6 === 5 ? [0, -HOUR_MS, 0] : [0]) {
        setClock(new Date(Date.parse(now) + jump).toISOString())
        for (const job of [settleDiscounts, chargeLateFeesJob, remindCustomers])
          await runJob(world, job)
      }
      for (const [what, count] of Object.entries(await stateOf(bill.id)))
        if (count > 0) first[what] ??= now.replace('.000', '')
    }
    expect(await stateOf(bill.id)).toEqual({ lost: 1, fees: 1, reminders: 1, letters: 1 })
    expect(first).toEqual({ lost: lapsed, fees: second, reminders: third, letters: third })
    const where = { organisation_id: world.organisations[0], user_id: null }
    const found = await world.database.read(where, (conn) =>
      violations(conn, todayOf(world), [who.id]),
    )
    expect(found).toEqual([])
  },
  180_000,
)
