import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { HEADINGS, icpOf, serialOf } from '#tests/support/reading-file.ts'
import { type Importing, importing, meterCsv, sendReadings } from '#tests/support/reading-import.ts'
import { textFile } from '#tests/support/upload.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let on: Importing

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  on = await importing(world, user, 120)
}, 60_000)
afterAll(() => world.close())

describe('rows in the pool', () => {
  test('are accepted and rejected one by one', async () => {
    const id = await on.bring(meterCsv(101, '1/3/2026 100', '1/4/2026 400', '1/5/2026 300'))
    const [first, second, third] = await on.rowsOf(id)
    expect([first?.severity, second?.severity, third?.severity]).toEqual(['ok', 'ok', 'error'])
    const took = await user.post('/stagedreadings/accept', { ids: [first?.id, third?.id] })
    expect(took.body.data).toMatchObject({
      accepted: [first?.id],
      rejected: [],
      refused: [{ id: third?.id, message: expect.stringContaining('lower than') }],
    })
    expect(took.body.message).toBe('1 accepted, 1 still have errors.')
    // Without the one before it, the third row is right.
    await user.post('/stagedreadings/reject', { ids: [second?.id] })
    const rest = await user.post('/stagedreadings/accept', { ids: [third?.id] })
    expect(rest.body.data.accepted).toEqual([third?.id])
    expect(await on.importOf(id)).toMatchObject({ import_status: 'done', rows_accepted: 2 })
    expect(await on.readingsOf(101)).toHaveLength(2)
    const late = await user.post('/stagedreading', { id: third?.id, version: 2, flow: 'X' })
    expect(late.status).toBe(476)
  })

  test('a change is looked at together with the rows around it', async () => {
    const id = await on.bring(meterCsv(102, '1/3/2026 100', '1/4/2026 4000', '1/5/2026 700'))
    const [, second, third] = await on.rowsOf(id)
    expect(third?.findings[0]?.code).toBe('R01')
    await user.post('/stagedreading', {
      id: second?.id,
      version: second?.version,
      reading_latest: '400',
    })
    expect((await on.rowsOf(id)).map((row) => row.severity)).toEqual(['ok', 'ok', 'ok'])
    const old = await user.post('/stagedreading', {
      id: second?.id,
      version: second?.version,
      reading_latest: '1',
    })
    expect(old.status).toBe(474)
  })

  test('a tick for the dials that went round makes the reading right', async () => {
    const id = await on.bring(meterCsv(103, '1/3/2026 999900', '1/4/2026 100'))
    const [, row] = await on.rowsOf(id)
    expect(row?.severity).toBe('error')
    const reply = await user.post('/stagedreading', {
      id: row?.id,
      version: row?.version,
      is_rollover: true,
    })
    expect(reply.body.data.severity).toBe('ok')
    await on.accept(id)
    expect((await on.readingsOf(103)).at(-1)).toMatchObject({ reading_quantity: '200' })
  })

  test('what fits only with a warning waits where nobody asks for warnings', async () => {
    const id = await on.bring(meterCsv(104, '1/1/2025 100', '1/2/2025 400', '1/6/2025 700'))
    expect(await on.countsOf(id)).toMatchObject({ ok: 2, warning: 1 })
    await on.accept(id, 'ok')
    expect(await on.importOf(id)).toMatchObject({ import_status: 'ready', rows_accepted: 2 })
    await on.accept(id)
    expect(await on.importOf(id)).toMatchObject({ import_status: 'done', rows_accepted: 3 })
  })

  test('a reading that came meanwhile is not doubled', async () => {
    const id = await on.bring(meterCsv(105, '1/3/2026 100', '1/4/2026 400', '1/5/2026 700'))
    const meters = await user.get('/meters', { meter_number: serialOf(105) })
    const meter_id = meters.body.data[0].id
    const typed = { meter_id, reading_latest_type: 'actual' }
    await user.put('/meterreading', { ...typed, reading_date: '2026-03-01', reading_latest: '100' })
    await user.put('/meterreading', { ...typed, reading_date: '2026-04-01', reading_latest: '410' })
    await on.accept(id)
    expect((await on.rowsOf(id)).map((row) => row.staged_status)).toEqual([
      'rejected',
      'waiting',
      'accepted',
    ])
    expect(await on.readingsOf(105)).toHaveLength(3)
    expect(await on.importOf(id)).toMatchObject({ import_status: 'ready', rows_error: 1 })
  })

  test('a misread comes in once', async () => {
    const once = meterCsv(106, '1/3/2026 100', '1/4/2026 9 misread', '1/4/2026 400')
    await on.accept(await on.bring(once))
    expect(await on.readingsOf(106)).toHaveLength(3)
    const again = await on.bring(once, { again: true })
    expect(await on.countsOf(again)).toMatchObject({ information: 3 })
    await on.accept(again)
    expect(await on.readingsOf(106)).toHaveLength(3)
  })
})

describe('files of the industry', () => {
  test('half hours of EIEP3 become one reading for each day', async () => {
    const lines = ['2026-06-29', '2026-06-30'].flatMap((day) =>
      Array.from({ length: 48 }, (_, at) => {
        const [y, m, d] = day.split('-')
        return `DET,${icpOf(110)},000001,F,${d}/${m}/${y},${at + 1},0.125,,,X,HHR`
      }),
    )
    const head = 'HDR,ICPHH,10,TRUS,TRUS,BROK,01/07/2026,10:15:00,A1,00000096,202606,E,I'
    const id = await on.bring([head, ...lines].join('\r\n'))
    expect(await on.importOf(id)).toMatchObject({ format: 'eiep3', rows_total: 2, rows_error: 0 })
    await on.accept(id)
    expect(await on.readingsOf(110)).toMatchObject([
      { period_start: '2026-06-29', reading_quantity: '6', reading_latest: null },
      { period_start: '2026-06-30', reading_energy: '6' },
    ])
  })

  test('consumption of EIEP13A keeps its period, and refusals of the retailer stay errors', async () => {
    const line = (code: string, kwh: string) =>
      `DET,AUTH1,${icpOf(111)},${code},,${serialOf(111)},X,UN,24,01/06/2026 00:00:00,` +
      `30/06/2026 23:59:59,RD,${kwh},`
    const head = 'HDR,ICPCONS,1.4,Retailer,RETL,CUST,01/07/2026,REQ1,2,01/06/2026,30/06/2026'
    const id = await on.bring([head, line('000', '310.25'), line('004', '')].join('\r\n'))
    expect(await on.importOf(id)).toMatchObject({ format: 'eiep13a', rows_total: 2, rows_error: 1 })
    const [good, refused] = await on.rowsOf(id)
    expect(good).toMatchObject({ severity: 'ok', reading_date: '2026-06-30' })
    expect(refused?.findings[0]?.message).toContain('The retailer answered 004')
  })

  test('columns are found by their headings, or as they are told', async () => {
    const content = `a;b;c\n${serialOf(112)};1/3/2026;100`
    const refused = await sendReadings(user, textFile(content))
    expect(refused.body.errors).toMatchObject([{ field: 'mapping' }])
    const mapping = { meter_number: 0, reading_date: 1, reading_latest: 2 }
    const id = await on.bring(content, { mapping })
    expect(await on.rowsOf(id)).toMatchObject([{ severity: 'ok', reading_latest: '100' }])
  })
})

test('a meter is found by its connection on the day of the reading', async () => {
  const created = await user.put('/meter', { meter_number: 'OLD-1', icp_number: icpOf(900) })
  const old = await user.post('/meter', {
    id: created.body.data.id,
    version: 1,
    date_installed: '2020-01-01',
  })
  const registers = await user.get('/meterregisters', { meter_id: old.body.data.id })
  const replaced = await user.post('/meter/replace', {
    id: old.body.data.id,
    replacement_date: '2026-05-10',
    meter_number: 'NEW-1',
    final_readings: [{ meterregister_id: registers.body.data[0].id, reading_latest: '900' }],
    registers: [{ name: 'Anytime', register_code: 'UN', digits: 5, first_reading: '0' }],
  })
  expect(replaced.status, replaced.text).toBe(201)
  const row = (day: string, reading: string) => `,${icpOf(900)},,${day},${reading},actual`
  const id = await on.bring([HEADINGS, row('1/4/2026', '600'), row('1/6/2026', '200')].join('\n'))
  expect((await on.rowsOf(id)).map((found) => found.meter_id)).toEqual([
    old.body.data.id,
    replaced.body.data.id,
  ])
})

test('several registers have to be told apart', async () => {
  const meter = await user.put('/meter', { meter_number: 'TWO-1' })
  const register = {
    meter_id: meter.body.data.id,
    name: 'Night',
    register_code: 'N',
    digits: 5,
    flow: 'X',
  }
  expect((await user.put('/meterregister', register)).status).toBe(201)
  const id = await on.bring(
    [HEADINGS, 'two-1,,,1/3/2026,100,actual', 'TWO-1,,N,1/3/2026,100,actual'].join('\n'),
  )
  const [unsaid, said] = await on.rowsOf(id)
  expect(unsaid?.findings).toMatchObject([
    { code: 'M02', message: 'Say which register was read: UN, N.' },
  ])
  expect(said?.severity).toBe('ok')
})

// Shows: T09
test('a file with too many readings fails with a reason', async () => {
  const lines = Array.from({ length: 50_001 }, () => `${serialOf(1)},,,1/3/2026,100,actual`)
  const id = await on.bring([HEADINGS, ...lines].join('\n'))
  const { import_status, message } = await on.importOf(id)
  expect(import_status).toBe('failed')
  expect(message).toContain('more than 50,000 readings')
  expect(await on.rowsOf(id)).toEqual([])
})

test('what is no table of readings is refused', async () => {
  const refusals = ['\u0000\u0001', '  \n ', 'only,some,words\n1,2,3']
  for (const content of refusals)
    expect((await sendReadings(user, textFile(content))).status).toBe(400)
  const empty = await on.bring(`${HEADINGS}\n`)
  expect(await on.importOf(empty)).toMatchObject({
    import_status: 'failed',
    message: 'There are no readings in this file.',
  })
})

test('another organisation sees neither file nor rows', async () => {
  const id = await on.bring(meterCsv(120, '1/3/2026 100'))
  const [row] = await on.rowsOf(id)
  const other = await world.as('other')
  expect((await other.get('/readingimport', { id })).status).toBe(404)
  expect((await other.get('/readingimport/counts', { id })).status).toBe(404)
  expect((await other.post('/readingimport/accept', { id })).status).toBe(404)
  expect((await other.post('/readingimport/undo', { id })).status).toBe(404)
  expect((await other.get('/stagedreadings', { readingimport_id: id })).status).toBe(260)
  expect((await other.post('/stagedreadings/accept', { ids: [row?.id] })).status).toBe(404)
  expect((await other.post('/stagedreadings/reject', { ids: [row?.id] })).status).toBe(404)
  const change = { id: row?.id, version: 1, reading_latest: '1' }
  expect((await other.post('/stagedreading', change)).status).toBe(404)
  const same = textFile(meterCsv(120, '1/3/2026 100'))
  expect((await sendReadings(other, same)).status).toBe(201)
})
