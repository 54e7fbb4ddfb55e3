import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { businessToday } from '#domain/kit/calendar.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let manager: Client
let admin: Client
let sequence = 0

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  manager = await world.as('manager')
  admin = await world.as('admin')
})
afterAll(() => world.close())
beforeEach(() => {
  sequence += 1
})

type GivenFields = Record<string, unknown>

async function meterWith(given: GivenFields = {}) {
  const meter_number = `M-${1000 + sequence}`
  const reply = await user.put('/meter', { meter_number, icp_type: 'electricity', ...given })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

async function registersOf(meter_id: number) {
  return (await user.get('/meterregisters', { meter_id })).body.data
}

const enter = (
  meter_id: number,
  reading_date: string,
  reading_latest: string,
  given: GivenFields = {},
) =>
  user.put('/meterreading', {
    meter_id,
    reading_date,
    reading_latest,
    reading_latest_type: 'actual',
    ...given,
  })

async function read(
  meter_id: number,
  reading_date: string,
  value: string,
  given: GivenFields = {},
) {
  const reply = await enter(meter_id, reading_date, value, given)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

const stored = async (id: number) => (await user.get('/meterreading', { id })).body.data
const messages = (reply: { body: { errors: { message: string }[] } }) =>
  reply.body.errors.map((error) => error.message).join(' ')

describe('a meter', () => {
  test('comes with a register to read, named after its service', async () => {
    const electricity = await meterWith()
    const [register, second] = await registersOf(electricity.id)
    expect(register).toMatchObject({ name: 'Anytime', register_code: 'UN', digits: 5, flow: 'X' })
    expect(second).toBeUndefined()
    const water = await meterWith({ icp_type: 'water', meter_number: `W-${sequence}` })
    expect((await registersOf(water.id))[0].name).toBe('Volume')
  })

  test('of electricity refuses an ICP with a wrong checksum, one of gas only warns', async () => {
    const wrong = makeIcp(4_400 + sequence, 'UN').replace(/.{3}$/, 'FFF')
    const body = { meter_number: `X-${sequence}`, icp_number: wrong }
    const refused = await user.put('/meter', { ...body, icp_type: 'electricity' })
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0].field).toBe('icp_number')
    const gas = await user.put('/meter', { ...body, icp_type: 'gas' })
    expect(gas.status).toBe(201)
    expect(gas.body.info.warnings[0].message).toMatch(/checksum/)
  })

  test('gets the network and hotline of its ICP, unless it says another', async () => {
    await admin.put('/network', { name: 'Unison', icp_code: 'UN', hotline: '0800 286 476' })
    const icp_number = makeIcp(8_800 + sequence, 'UN')
    const proposal = await user.get('/meter/proposal', { icp_number })
    expect(proposal.body.data).toMatchObject({ power_network: 'Unison' })
    const meter = await meterWith({ icp_number })
    expect(meter).toMatchObject({ power_network: 'Unison', power_hotline: '+64800286476' })
    const other = await meterWith({
      meter_number: `N-${sequence}`,
      icp_number: makeIcp(9_900 + sequence, 'UN'),
      power_network: 'Own network',
    })
    expect(other.power_network).toBe('Own network')
    const unknown = await user.get('/meter/proposal', { icp_number: '0000000000ZZ000' })
    expect(unknown.body.data).toBeNull()
  })

  test('of another organisation cannot be seen, read, replaced or counted', async () => {
    const { id } = await meterWith()
    const [register] = await registersOf(id)
    const other = await world.as('other')
    expect((await other.get('/meter', { id })).status).toBe(404)
    expect((await other.get('/meter/use', { id })).status).toBe(404)
    const reading = { meter_id: id, reading_date: '2026-01-31', reading_latest_type: 'actual' }
    const entered = await other.put('/meterreading', { ...reading, reading_latest: '10' })
    expect(entered.status).toBeGreaterThanOrEqual(400)
    const replaced = await other.post('/meter/replace', {
      id,
      replacement_date: '2026-02-01',
      meter_number: 'STOLEN-1',
      final_readings: [{ meterregister_id: register.id, reading_latest: '10' }],
      registers: [{ name: 'Anytime', register_code: 'UN', digits: 5, first_reading: '0' }],
    })
    expect(replaced.status).toBe(404)
    expect((await other.get('/meterreadings', { meter_id: id })).body.data ?? []).toEqual([])
  })
})

describe('readings', () => {
  test('count what the register moved, times multiplier and factor, with the losses', async () => {
    const meter = await meterWith({
      multiplier_value: '10',
      meter_factor: '1.5',
      loss_factor: '1.1',
    })
    await read(meter.id, '2026-01-31', '100', { reading_latest_type: 'opening' })
    const row = await read(meter.id, '2026-02-28', '140')
    expect(row).toMatchObject({
      reading_previous: '100',
      reading_quantity: '600',
      reading_energy: '600',
      reading_losses: '60',
      problem: null,
    })
  })

  test('that went round the dials count on when somebody says so', async () => {
    const meter = await meterWith()
    await read(meter.id, '2026-01-31', '99900', { reading_latest_type: 'opening' })
    const refused = await enter(meter.id, '2026-02-28', '150')
    expect(refused.status).toBe(400)
    expect(messages(refused)).toMatch(/lower than/)
    expect(JSON.stringify(refused.body.info.findings)).toMatch(/dials probably went round/)
    const row = await read(meter.id, '2026-02-28', '150', { is_rollover: true })
    expect(row.reading_quantity).toBe('250')
  })

  test('of gas become energy by conversion factor and calorific value', async () => {
    const factors = { conversion_factor: '1.02', calorific_value: '39.6' }
    const meter = await meterWith({ icp_type: 'gas', ...factors })
    await read(meter.id, '2026-01-31', '1000', { reading_latest_type: 'opening' })
    const row = await read(meter.id, '2026-02-28', '1100')
    expect(row).toMatchObject({ reading_quantity: '100', reading_energy: '1122' })
  })

  test('are counted anew when a factor of the meter changes', async () => {
    const meter = await meterWith()
    await read(meter.id, '2026-01-31', '0', { reading_latest_type: 'opening' })
    const { id } = await read(meter.id, '2026-02-28', '50')
    const { version } = (await user.get('/meter', { id: meter.id })).body.data
    await user.post('/meter', { id: meter.id, version, multiplier_value: '4' })
    expect((await stored(id)).reading_quantity).toBe('200')
  })

  test('marked as misread are passed over by those around them', async () => {
    const meter = await meterWith()
    await read(meter.id, '2026-01-31', '100', { reading_latest_type: 'opening' })
    const wrong = await read(meter.id, '2026-02-28', '900', { reading_latest_type: 'misread' })
    const row = await read(meter.id, '2026-03-31', '160')
    expect(wrong.reading_quantity).toBeNull()
    expect(row).toMatchObject({ reading_previous: '100', reading_quantity: '60' })
  })

  test('that are deleted leave their use to the next, and take it back when restored', async () => {
    const meter = await meterWith()
    await read(meter.id, '2026-01-31', '100', { reading_latest_type: 'opening' })
    const middle = await read(meter.id, '2026-02-28', '130')
    const last = await read(meter.id, '2026-03-31', '190')
    expect(last.reading_quantity).toBe('60')
    await user.delete('/meterreading', { id: middle.id })
    expect(await stored(last.id)).toMatchObject({ reading_quantity: '90', reading_previous: '100' })
    await user.post('/meterreading/restore', { id: middle.id })
    expect((await stored(last.id)).reading_quantity).toBe('60')
  })

  test('that break a rule are refused at the field, with every finding', async () => {
    const meter = await meterWith({ date_installed: '2026-01-01' })
    await read(meter.id, '2026-01-31', '100', { reading_latest_type: 'opening' })
    const early = await enter(meter.id, '2025-12-01', '50')
    expect(early.status).toBe(400)
    expect(early.body.errors[0].field).toBe('reading_date')
    const late = await enter(meter.id, '2099-01-01', '500')
    expect(late.body.info.findings[0]).toMatchObject({ code: 'R12', severity: 'error' })
    const wide = await enter(meter.id, '2026-02-28', '1000000')
    expect(messages(wide)).toMatch(/more digits than the 5 dials/)
  })

  test('are kept with their warnings, which an organisation can switch off', async () => {
    const meter = await meterWith()
    await read(meter.id, '2025-12-31', '0', { reading_latest_type: 'opening' })
    await read(meter.id, '2026-01-31', '310')
    const high = await enter(meter.id, '2026-02-28', '9000')
    expect(high.status).toBe(201)
    expect(high.body.info.warnings[0]).toMatchObject({ field: 'R04' })
    expect(high.body.data.findings[0]).toMatchObject({ code: 'R04', severity: 'warning' })
    await user.delete('/meterreading', { id: high.body.data.id })
    const value = { R04: { isOn: false } }
    const setting = (await admin.put('/organisationconfig', { name: 'reading_rules', value })).body
    const quiet = await enter(meter.id, '2026-02-28', '9000')
    expect(quiet.body.data.findings).toEqual([])
    await admin.delete('/organisationconfig', { id: setting.data.id })
  })

  test('say which register was read when the meter has several', async () => {
    const meter = await meterWith()
    const night = { name: 'Night', register_code: 'N', digits: 5, flow: 'X' }
    const added = await user.put('/meterregister', { meter_id: meter.id, ...night })
    expect(added.status, added.text).toBe(201)
    const unsaid = await enter(meter.id, '2026-01-31', '5')
    expect(messages(unsaid)).toMatch(/which register/)
    const elsewhere = await meterWith({ meter_number: `E-${sequence}` })
    const [foreign] = await registersOf(elsewhere.id)
    const strange = await enter(meter.id, '2026-01-31', '5', { meterregister_id: foreign.id })
    expect(messages(strange)).toMatch(/another meter/)
    await read(meter.id, '2026-01-31', '5', { meterregister_id: added.body.data.id })
  })
})

describe('replacing a meter', () => {
  const replaced = async (given: GivenFields = {}) => {
    const icp_number = makeIcp(20_000 + sequence, 'UN')
    const old = await meterWith({ icp_number, icp_location: '14 Wharf Road' })
    const [register] = await registersOf(old.id)
    await read(old.id, '2026-01-01', '99000', { reading_latest_type: 'opening' })
    await read(old.id, '2026-01-31', '99310')
    const reply = await user.post('/meter/replace', {
      id: old.id,
      replacement_date: '2026-02-14',
      meter_number: `NEW-${sequence}`,
      final_readings: [{ meterregister_id: register.id, reading_latest: '99450' }],
      registers: [{ name: 'Anytime', register_code: 'UN', digits: 6, first_reading: '12' }],
      ...given,
    })
    return { old, reply }
  }

  test('keeps the use of the connection whole and positive', async () => {
    const { old, reply } = await replaced()
    expect(reply.status, reply.text).toBe(201)
    const made = reply.body.data
    expect(made).toMatchObject({ icp_location: '14 Wharf Road', date_installed: '2026-02-14' })
    await read(made.id, '2026-02-28', '152')
    const use = (await user.get('/meter/use', { id: made.id, months: 24 })).body.data
    expect(use).toHaveLength(1)
    const month = (name: string) =>
      use[0].months.find((one: { month: string }) => one.month === name)
    expect(Number(month('2026-01').energy)).toBe(310)
    // 140 up to the final reading and 140 since the first one.
    expect(Number(month('2026-02').energy)).toBe(280)
    expect(month('2026-02').missing_days).toBe(0)
    expect((await user.get('/meter/use', { id: old.id, months: 24 })).body.data).toEqual(use)
    const gone = (await user.get('/meter', { id: old.id })).body.data
    expect(gone).toMatchObject({ date_removed: '2026-02-14', next_reading_date: null })
  })

  test('takes the multiplier and the factor of the new meter, and none of the old one', async () => {
    const factors = { multiplier_value: '40', meter_factor: '0.5' }
    const { reply } = await replaced(factors)
    expect(reply.status, reply.text).toBe(201)
    const { id, multiplier_value, meter_factor } = reply.body.data
    expect([multiplier_value, meter_factor].map(Number)).toEqual([40, 0.5])
    const { id: reading } = await read(id, '2026-02-28', '112')
    expect(Number((await stored(reading)).reading_quantity)).toBe(2000)
    sequence += 1000
    const wrong = await replaced({ multiplier_value: '0' })
    expect(wrong.reply.body.errors).toMatchObject([{ field: 'multiplier_value' }])
  })

  test('happens once, and leaves nothing behind when it is refused', async () => {
    const { old } = await replaced()
    const [register] = await registersOf(old.id)
    const second = await user.post('/meter/replace', {
      id: old.id,
      replacement_date: '2026-03-01',
      meter_number: `AGAIN-${sequence}`,
      final_readings: [{ meterregister_id: register.id, reading_latest: '99500' }],
      registers: [{ name: 'Anytime', register_code: 'UN', digits: 6, first_reading: '0' }],
    })
    expect(second.status).toBe(476)
    sequence += 1
    const refused = await replaced({
      final_readings: [{ meterregister_id: 1, reading_latest: '5' }],
    })
    expect(refused.reply.status).toBe(400)
    const untouched = (await user.get('/meter', { id: refused.old.id })).body.data
    expect(untouched.date_removed).toBeNull()
    const found = await user.get('/meters', { meter_number: `NEW-${sequence}` })
    expect(found.body.data ?? []).toEqual([])
  })
})

test('meters are due when their day has come, until they are read or removed', async () => {
  const today = Temporal.PlainDate.from(businessToday(Temporal.Now.instant()))
  const interval = { reading_interval: 1, reading_interval_unit: 'months' }
  const next_reading_date = today.add({ days: 5 }).toString()
  const meter = await meterWith({ ...interval, next_reading_date })
  const isDue = async (days?: number) => {
    const reply = await user.get('/meters/due', days === undefined ? {} : { days })
    return (reply.body.data ?? []).some((row: { id: number }) => row.id === meter.id)
  }
  expect(await isDue()).toBe(false)
  expect(await isDue(4)).toBe(false)
  expect(await isDue(5)).toBe(true)
  await read(meter.id, today.toString(), '10', { reading_latest_type: 'opening' })
  const { last_reading_date } = (await user.get('/meter', { id: meter.id })).body.data
  expect(last_reading_date).toBe(today.toString())
  const { version } = (await user.get('/meter', { id: meter.id })).body.data
  await user.post('/meter', { id: meter.id, version, date_removed: today.toString() })
  expect(await isDue(90)).toBe(false)
})

test('use by month tells what is estimated, what is missing and what the year before was', async () => {
  const meter = await meterWith()
  const today = Temporal.PlainDate.from(businessToday(Temporal.Now.instant()))
  const end = (ago: number) =>
    today.with({ day: 1 }).subtract({ months: ago }).subtract({ days: 1 }).toString()
  await read(meter.id, end(14), '0', { reading_latest_type: 'opening' })
  await read(meter.id, end(13), '300')
  await read(meter.id, end(12), '500')
  await read(meter.id, end(1), '1600')
  await read(meter.id, end(0), '2000', { reading_latest_type: 'estimate' })
  const [use] = (await user.get('/meter/use', { id: meter.id, months: 12 })).body.data
  expect(use).toMatchObject({ icp_type: 'electricity', flow: 'X', unit: 'kWh' })
  expect(use.months).toHaveLength(12)
  const last = use.months.at(-2)
  expect(last).toMatchObject({ missing_days: 0 })
  expect(Number(last.energy)).toBe(400)
  expect(Number(last.estimated_share)).toBe(1)
  expect(Number(last.last_year_energy)).toBe(200)
  expect(use.months.at(-1)).toMatchObject({ days: 0 })
  const customer = (await user.put('/customer', { name: 'Hemi Parata' })).body.data
  expect((await user.get('/customer/use', { id: customer.id })).body.data ?? []).toEqual([])
})

test('only a manager deletes a meter, and everybody its readings', async () => {
  const meter = await meterWith()
  const reading = await read(meter.id, '2026-01-31', '1', { reading_latest_type: 'opening' })
  expect((await user.delete('/meter', { id: meter.id })).status).toBe(403)
  expect((await user.delete('/meterreading', { id: reading.id })).status).toBe(262)
  expect((await manager.delete('/meter', { id: meter.id })).status).toBe(262)
})
