import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeIcp } from '#domain/kit/icp.ts'
import { meter } from '#domain/meters/meter.ts'
import { useReport } from '#domain/reports/use-report.ts'
import { keepDaysJob } from '#server/reports/figures/keep-days-job.ts'
import { newCustomer, runJob } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { type MeteredAccount, meteredAccount, reading } from '#tests/support/metered.ts'
import { readReport } from '#tests/support/reporting.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let admin: Client
let user: Client
let estimated: MeteredAccount
let twice: { id: number; customer_id: number }
const span = { from: '2027-01-15', to: '2028-03-31' }

// Days of a leap year, and of both changes of the clock: 4 April and 26 September 2027.
beforeAll(async () => {
  world = await makeWorld()
  world.clock.stopAt(new Date('2028-04-05T00:00:00Z'))
  admin = await world.as('admin')
  user = await world.as('user')
  await estimatedRegister()
  await twoRegisters()
  await waterMeter()
  await movedMeter()
})
afterAll(() => world.close())

/** 10 kWh a day until the end of 2027, then guessed at 8: 91 days of a leap year. */
async function estimatedRegister() {
  estimated = await meteredAccount(admin)
  const { meter_id } = estimated
  const days = ['2026-12-31', '2027-03-31', '2027-06-30', '2027-09-30', '2027-12-31']
  for (const day of days) {
    const passed = Temporal.PlainDate.from('2026-04-30').until(day).days
    await reading(admin, meter_id, day, String(1600 + 10 * passed))
  }
  const read = 1600 + 10 * 610
  const guesses = { '2028-01-31': 248, '2028-02-29': 480, '2028-03-31': 728 }
  for (const [day, more] of Object.entries(guesses))
    await reading(admin, meter_id, day, String(read + more), 'estimate')
}

/** Day and night on one connection, and what the sun puts back. */
async function twoRegisters() {
  const { id: customer_id } = await newCustomer(admin)
  const box = await makeRow(user, meter, {
    ...{ customer_id, icp_number: makeIcp(8_100_001, 'UN'), power_network: 'Vector' },
  })
  twice = { id: box.id, customer_id }
  const added = async (register_code: string, name: string, flow: string) => {
    const values = { meter_id: box.id, register_code, name, flow, digits: 6 }
    return (await user.put('/meterregister', values)).body.data.id
  }
  const [own] = (await user.get('/meterregisters', { meter_id: box.id })).body.data
  const night = await added('N', 'Night', 'X')
  const sun = await added('D', 'Sun', 'I')
  const rows: [number, string, string, string][] = [
    [own.id, '2026-12-20', '100', 'actual'],
    [own.id, '2027-03-10', '1001', 'actual'],
    [own.id, '2028-02-29', '4007', 'actual'],
    [night, '2027-01-31', '50', 'actual'],
    [night, '2027-04-17', '333', 'estimate'],
    [night, '2028-01-15', '2000', 'actual'],
    [sun, '2027-01-31', '0', 'actual'],
    [sun, '2027-10-05', '777', 'actual'],
  ]
  for (const [meterregister_id, reading_date, reading_latest, reading_latest_type] of rows) {
    const values = { meter_id: box.id, meterregister_id, reading_date, reading_latest }
    const reply = await user.put('/meterreading', { ...values, reading_latest_type })
    expect(reply.status, reply.text).toBe(201)
  }
}

async function waterMeter() {
  const { id: customer_id } = await newCustomer(admin)
  const given = { customer_id, icp_type: 'water', icp_number: null, consumer_number: 'W-17' }
  const box = await makeRow(user, meter, given)
  await reading(user, box.id, '2027-05-31', '10')
  await reading(user, box.id, '2027-08-15', '55')
}

/** What the one before used is not the new customer's. */
async function movedMeter() {
  const { id: customer_id } = await newCustomer(admin)
  const { id: next } = await newCustomer(admin)
  const box = await makeRow(user, meter, { customer_id, icp_number: makeIcp(8_100_002, 'UN') })
  await reading(user, box.id, '2027-05-31', '10')
  await reading(user, box.id, '2027-06-30', '70')
  const move = { id: box.id, customer_id: next, move_date: '2027-07-01' }
  const { version } = (await user.get('/meter', { id: box.id })).body.data
  const moved = await user.post('/meter/move', { ...move, version })
  expect(moved.status, moved.text).toBe(200)
  await reading(user, box.id, '2027-07-31', '170')
}

// Day by day, with nothing of the report's: each reading is spread over its days.
const NAIVE = `with days as (
    select d::date as day, m.id, coalesce(m.connection, m.meter_number) as connection,
      m.icp_type, g.flow, r.reading_latest_type, case when m.icp_type = 'water'
        then r.reading_quantity else r.reading_energy end / (r.reading_date - r.period_start + 1) as used
    from meterreadings r join meterregisters g on g.id = r.meterregister_id
    join meters m on m.id = r.meter_id
    cross join generate_series(r.period_start::timestamp, r.reading_date, '1 day') d
    where r.reading_quantity is not null and r.deleted_at is null)
  select KEY as key,
    sum(used) filter (where icp_type <> 'water' and flow = 'X')::float as energy,
    count(distinct (connection, day)) filter (where icp_type <> 'water' and flow = 'X')::int as days,
    sum(used) filter (where icp_type <> 'water' and flow = 'X'
      and reading_latest_type = 'estimate')::float as estimated,
    sum(used) filter (where icp_type = 'water')::float as water,
    count(distinct day) filter (where icp_type = 'water')::int as water_days,
    sum(used) filter (where flow = 'I')::float as put_back
  from days where day between $1 and $2 group by 1`

async function naive(key: string, { from, to }: typeof span) {
  await scope(world.owner, world.organisations[0])
  return (await world.owner.query(NAIVE.replace('KEY', key), [from, to])).rows
}

const columns = ['energy', 'days', 'estimated', 'water', 'water_days', 'put_back'] as const

test.each([
  ['month', `to_char(day, 'YYYY-MM')`],
  ['connection', 'connection'],
  ['service', 'icp_type'],
])('use by %s is that of a naive count of days', async (group, key) => {
  const { rows } = await readReport(user, { name: 'use', ...span, group })
  const second = await naive(key, span)
  const told = rows.filter(({ values }) => columns.some((name) => Number(values[name]) !== 0))
  expect(told.map((row) => row.key).toSorted()).toEqual(second.map((row) => row.key).toSorted())
  for (const row of second)
    for (const name of columns) {
      const value = told.find((one) => one.key === row.key)?.values[name]
      expect(Number(value), `${row.key} ${name}`).toBeCloseTo(row[name] ?? 0, 4)
    }
})

test('the year before is the use of the same days a year earlier, 29 February with its month', async () => {
  const months = { from: '2028-01-01', to: '2028-02-29' }
  const { rows, info } = await readReport(user, { name: 'use', ...months })
  const before = await naive(`to_char(day + interval '1 year', 'YYYY-MM')`, {
    ...{ from: '2027-01-01', to: '2027-02-28' },
  })
  for (const { key, energy } of before)
    expect(Number(rows.find((row) => row.key === key)?.values.before)).toBeCloseTo(energy, 4)
  expect(Number(info.totals.before)).toBeGreaterThan(0)
  const later = await readReport(user, { name: 'use', from: '2029-02-01', to: '2029-02-28' })
  const leap = await naive(`'all'`, { from: '2028-02-01', to: '2028-02-29' })
  expect(Number(later.info.totals.before)).toBeCloseTo(leap[0].energy, 4)
})

test('by every group the total is the same, and a row opens the readings it adds up', async () => {
  const whole = await readReport(user, { name: 'use', ...span })
  for (const group of Object.keys(useReport.groups)) {
    const { rows, info } = await readReport(user, { name: 'use', ...span, group })
    expect(info.totals, group).toEqual(whole.info.totals)
    for (const row of rows.filter(({ to }) => to?.includes('/app/reports'))) {
      const asked = Object.fromEntries(new URL(row.to ?? '', 'http://x').searchParams)
      const opened = await readReport(user, asked)
      expect(opened.info.totals, `${group} ${row.key}`).toEqual(row.values)
      expect(opened.rows[0]?.to).toMatch(/^\/app\/meterreading\/edit\?id=\d+$/)
    }
  }
  expect(whole.rows.map(({ key }) => key)).toEqual(whole.rows.map(({ key }) => key).toSorted())
})

test('two registers of a connection cover its days once', async () => {
  const year = { from: '2027-02-01', to: '2027-02-28', group: 'customer' }
  const { rows } = await readReport(user, { name: 'use', ...year })
  const { values } = rows.find(({ key }) => key === String(twice.customer_id)) ?? {}
  expect(values?.days).toBe(28)
})

test('what the one before used stands apart from the customer of now', async () => {
  const june = { from: '2027-06-01', to: '2027-06-30', group: 'customer' }
  const { rows } = await readReport(user, { name: 'use', ...june })
  expect(rows.find(({ key }) => key === '')?.values.energy).toBe('60.000000')
})

test('a register that was estimated for 91 days is told with what is to come, in dollars', async () => {
  const { info } = await readReport(user, { name: 'use', ...span })
  const [table] = info.tables
  // Expected 91 × 10, guessed 91 × 8; 182 kWh more at 0.25.
  expect(table.rows).toHaveLength(1)
  expect(table.rows[0]).toMatchObject({
    to: `/app/meter?id=${estimated.meter_id}`,
    values: {
      ...{ days: 91, billed: '728.000000', expected: '910.000000', difference: '182.000000' },
      ...{ band: null, worth: '45.50', worth_band: null },
    },
    offer: { label: 'Offer instalments', customer_id: estimated.customer_id },
  })
  // 45.50 and 15 % GST.
  expect(table.rows[0].offer.text).toContain('about $52.33, GST included')
  expect(table.rows[0].offer.text).toContain('3 monthly instalments of about $17.44')
  const elsewhere = { name: 'use', ...span, group: 'reading', of: `customer:${twice.customer_id}` }
  expect((await readReport(user, elsewhere)).info.tables[0].rows).toEqual([])
})

test('the chart of the dashboard is the report, and what the sun puts back is in neither', async () => {
  const months = { from: '2028-01-01', to: '2028-03-31' }
  const drawn = async () => {
    const { body } = await user.get('/dashboard', { set: 'work', charts: '1' })
    const { points } = body.data.charts.find(({ name }: { name: string }) => name === 'use')
    return (points as { of: string; value: string }[])
      .filter(({ of }) => of >= months.from && of <= months.to)
      .map(({ value }) => Number(value))
  }
  const told = async () => {
    const { rows } = await readReport(user, { name: 'use', ...months, group: 'month' })
    return rows.map(({ values }) => Math.round(Number(values.energy)))
  }
  // Readings that cover months are drawn where they were read: what comes next is read each month.
  const [drawnBefore, toldBefore] = [await drawn(), await told()]
  const more = (now: number[], before: number[]) => now.map((all, at) => all - (before[at] ?? 0))
  const { id: customer_id } = await newCustomer(admin)
  const box = await makeRow(user, meter, { customer_id, icp_number: makeIcp(8_100_077, 'UN') })
  const [own] = (await user.get('/meterregisters', { meter_id: box.id })).body.data
  const sun = { meter_id: box.id, register_code: 'D', name: 'Sun', flow: 'I', digits: 6 }
  const { id: back, version } = (await user.put('/meterregister', sun)).body.data
  const days = ['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']
  for (const [place, reading_date] of days.entries())
    for (const [meterregister_id, each] of [
      [own.id, 100],
      [back, 7],
    ]) {
      const values = { meter_id: box.id, meterregister_id, reading_date }
      const shown = { reading_latest: String(1000 + each * place), reading_latest_type: 'actual' }
      const reply = await user.put('/meterreading', { ...values, ...shown })
      expect(reply.status, reply.text).toBe(201)
    }
  const both = async () => [more(await drawn(), drawnBefore), more(await told(), toldBefore)]
  expect(await both()).toEqual([Array(3).fill(100), Array(3).fill(100)])
  await runJob(world, keepDaysJob)
  expect(await both()).toEqual([Array(3).fill(100), Array(3).fill(100)])
  // It was the other way round after all: kept sums follow.
  const turned = await user.post('/meterregister', { id: back, version, flow: 'X' })
  expect(turned.status, turned.text).toBe(261)
  expect(await both()).toEqual([Array(3).fill(107), Array(3).fill(107)])
})

test('it tells of now alone, and other organisations have nothing of it', async () => {
  for (const field of ['as_at', 'known_at']) {
    const asked = {
      name: 'use',
      [field]: field === 'as_at' ? '2028-01-01' : '2028-01-01T00:00:00Z',
    }
    const reply = await user.get('/report', asked)
    expect([reply.status, reply.body.errors[0].field]).toEqual([400, field])
  }
  const other = await world.as('other')
  const { rows, info } = await readReport(other, { name: 'use', ...span })
  expect([rows, info.tables[0].rows]).toEqual([[], []])
  expect((await user.get('/report/csv', { name: 'use', ...span })).status).toBe(403)
  const told = await admin.get('/report', { name: 'use', ...span })
  const [table] = told.body.info.tables
  const beside = await admin.get('/report/csv', { name: 'use', ...span, table: 'True-up' })
  expect(beside.text).toContain('"days","billed","expected","difference","band","worth"')
  expect(beside.text.trim().split('\n')).toHaveLength(1 + table.rows.length)
  const none = await admin.get('/report/csv', { name: 'use', ...span, table: 'Calendar' })
  expect([none.status, none.body.errors[0].field]).toEqual([400, 'table'])
  const file = await admin.get('/report/csv', { name: 'use', ...span, group: 'connection' })
  expect(file.text.split('\n')[0]).toContain('"energy","days","per_day","share","before"')
})
