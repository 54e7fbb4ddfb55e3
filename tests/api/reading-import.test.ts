import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/kit/database.ts'
import type { Client } from '#tests/support/client.ts'
import {
  HEADINGS,
  icpOf,
  METERS_SQL,
  metersValues,
  readingCsv,
  serialOf,
} from '#tests/support/reading-file.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let manager: Client

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  manager = await world.as('manager')
  await scope(world.owner, world.organisations[0])
  await world.owner.query(METERS_SQL, metersValues(world.organisations[0], 200))
}, 60_000)
afterAll(() => world.close())

let file = 0
async function take(content: string, more: object = {}): Promise<number> {
  const reply = await user.put('/readingimport', { file_name: `f${++file}.csv`, content, ...more })
  expect(reply.status, reply.text).toBe(201)
  expect(reply.body.data).toMatchObject({ import_status: 'checking', rows_total: null })
  return reply.body.data.id
}

async function brought(content: string, more: object = {}): Promise<number> {
  const id = await take(content, more)
  await runQueue(world)
  return id
}

const importOf = async (id: number) => (await user.get('/readingimport', { id })).body.data
const countsOf = async (id: number) => (await user.get('/readingimport/counts', { id })).body.data

interface Row {
  id: number
  version: number
  row_number: number
  severity: string
  staged_status: string
  findings: { code: string; message: string }[]
  [name: string]: unknown
}

async function rowsOf(id: number, more: Record<string, string> = {}): Promise<Row[]> {
  const reply = await user.get('/stagedreadings', { readingimport_id: id, limit: 500, ...more })
  return reply.body.data
}

async function accepted(id: number, include?: string): Promise<void> {
  const reply = await user.post('/readingimport/accept', { id, ...(include && { include }) })
  expect(reply.status, reply.text).toBe(202)
  expect(reply.body.data.import_status).toBe('accepting')
  await runQueue(world)
}

async function readingsOf(meter: number): Promise<Record<string, unknown>[]> {
  const found = await user.get('/meters', { meter_number: serialOf(meter) })
  const meter_id = found.body.data[0].id
  const reply = await user.get('/meterreadings', { meter_id, order: 'reading_date', limit: 500 })
  return reply.body.data
}

/** Rows of one meter that no other test reads: day/month/year and reading. */
function csv(meter: number, ...rows: string[]): string {
  const lines = rows.map((row) => {
    const [day, reading, type = 'actual'] = row.split(' ')
    return `${serialOf(meter)},,,${day},${reading},${type}`
  })
  return [HEADINGS, ...lines].join('\n')
}

describe('a file of 5,000 readings with 20 bad rows', () => {
  const content = readingCsv(100, 50, { unknownMeter: 5, lower: 5, noNumber: 5, inTheFuture: 5 })
  let id: number
  let second: number

  test('is checked row by row, with what is wrong said of each', async () => {
    id = await brought(content)
    expect(await importOf(id)).toMatchObject({
      import_status: 'ready',
      format: 'csv',
      rows_total: 5000,
      rows_done: 5000,
      rows_error: 20,
      rows_accepted: 0,
      version: 1,
    })
    expect(await countsOf(id)).toMatchObject({ total: 5000, error: 20, ok: 4980, warning: 0 })
    const wrong = await rowsOf(id, { severity: 'error' })
    const said = wrong.map((row) => row.findings[0]?.code)
    expect(said.toSorted()).toEqual(
      ['M00', 'M01', 'R01', 'R12'].flatMap((code) => Array(5).fill(code)),
    )
    expect(wrong[0]?.findings[0]?.message).toBe("We don't know meter GONE1.")
  })

  test('is mended in place, each row looked at again at once', async () => {
    for (const row of await rowsOf(id, { severity: 'error' })) {
      const meter = Math.floor((row.row_number - 2) / 50) + 1
      const mended = {
        M00: { reading_latest: '15700' },
        M01: { meter_number: serialOf(meter) },
        R01: { reading_latest: '15700' },
        R12: { reading_date: '2026-09-01' },
      }[row.findings[0]?.code ?? '']
      const reply = await user.post('/stagedreading', {
        id: row.id,
        version: row.version,
        ...mended,
      })
      expect(reply.status, reply.text).toBe(261)
      expect(reply.body.data).toMatchObject({ severity: 'ok', findings: [] })
    }
    expect(await importOf(id)).toMatchObject({ rows_error: 0, import_status: 'ready' })
  })

  test('becomes readings whose use is computed and whose history names the person', async () => {
    await accepted(id)
    expect(await importOf(id)).toMatchObject({ import_status: 'done', rows_accepted: 5000 })
    const readings = await readingsOf(7)
    expect(readings).toHaveLength(50)
    expect(readings.at(-1)).toMatchObject({
      reading_date: '2026-09-01',
      source: 'import',
      readingimport_id: id,
      reading_quantity: '300',
    })
    const history = await user.get('/history', {
      object_class: 'meterreading',
      object_id: Number(readings[0]?.id),
    })
    expect(history.body.data[0]).toMatchObject({
      action: 'create',
      source: 'import',
      actor_name: 'user Test',
    })
  })

  test('is refused a second time, by the name of the first', async () => {
    const reply = await user.put('/readingimport', { file_name: 'again.csv', content })
    expect(reply.status).toBe(409)
    expect(reply.body.message).toMatch(/^This file was imported on .* as “f1.csv”\.$/)
    expect(reply.body.info).toEqual({ readingimport_id: id })
  })

  test('does nothing when it is imported again all the same', async () => {
    second = await brought(content, { again: true })
    expect(await countsOf(second)).toMatchObject({ ok: 0, information: 4980 })
    const before = await user.get('/meterreadings', { limit: 1 })
    await accepted(second)
    const after = await user.get('/meterreadings', { limit: 1 })
    expect(after.body.info.total).toBe(before.body.info.total)
    expect(await importOf(second)).toMatchObject({ rows_accepted: 0, rows_rejected: 4980 })
  })

  test('is taken back as one by a manager, and may then come again', async () => {
    expect((await user.post('/readingimport/undo', { id })).status).toBe(403)
    const reply = await manager.post('/readingimport/undo', { id })
    expect(reply.status, reply.text).toBe(202)
    await runQueue(world)
    expect(await importOf(id)).toMatchObject({ import_status: 'undone' })
    expect(await readingsOf(7)).toHaveLength(0)
    const meters = await user.get('/meters', { meter_number: serialOf(7) })
    expect(meters.body.data[0].last_reading_date).toBeNull()
    expect((await manager.post('/readingimport/undo', { id })).status).toBe(476)
    await manager.delete('/readingimport', { id: second })
    expect((await user.put('/readingimport', { file_name: 'new.csv', content })).status).toBe(201)
    await runQueue(world)
  })
})

describe('a run that is cut off', () => {
  const content = readingCsv(80, 40, { lower: 3, noNumber: 2 })

  /** Lets so many transactions through, then stops the job as a dying worker would. */
  function cutAfter(transactions: number) {
    const stop = new AbortController()
    let left = transactions
    const database: Database = {
      ...world.database,
      write: async (where, fn, opening) => {
        if (left-- <= 0) throw new Error('The worker is gone.')
        return world.database.write(where, fn, opening)
      },
    }
    return { database, signal: stop.signal }
  }

  async function pool(id: number) {
    await scope(world.owner, world.organisations[0])
    const { rows } = await world.owner.query(
      `select row_number, meterregister_id, severity, findings, staged_status
       from stagedreadings where readingimport_id = $1 order by row_number`,
      [id],
    )
    return rows
  }

  test('ends where one whole run would have ended, wherever it was cut', async () => {
    const whole = await pool(await brought(content, { again: true }))
    expect(whole).toHaveLength(3200)
    for (const transactions of [1, 2, 4]) {
      const id = await take(content, { again: true })
      await expect(runQueue(world, cutAfter(transactions))).rejects.toThrow('The worker is gone.')
      expect(await importOf(id)).toMatchObject({ import_status: 'checking' })
      await runQueue(world)
      expect(await importOf(id)).toMatchObject({ import_status: 'ready', rows_done: 3200 })
      expect(await pool(id)).toEqual(whole)
    }
  })

  test('accepts every row once, though it accepted in several runs', async () => {
    const id = await brought(readingCsv(60, 41), { again: true })
    await user.post('/readingimport/accept', { id })
    for (const transactions of [0, 1])
      await expect(runQueue(world, cutAfter(transactions))).rejects.toThrow('The worker is gone.')
    await runQueue(world)
    expect(await importOf(id)).toMatchObject({ import_status: 'done', rows_accepted: 2460 })
    expect(await readingsOf(50)).toHaveLength(41)
    await manager.post('/readingimport/undo', { id })
    await expect(runQueue(world, cutAfter(1))).rejects.toThrow('The worker is gone.')
    await runQueue(world)
    expect(await readingsOf(50)).toHaveLength(0)
  })

  test('is handed back when the worker is told to stop', async () => {
    const id = await take(readingCsv(10, 41), { again: true })
    const stop = new AbortController()
    stop.abort()
    await expect(runQueue(world, { signal: stop.signal })).rejects.toThrow('aborted')
    expect(await importOf(id)).toMatchObject({ import_status: 'checking' })
    await runQueue(world)
    expect(await importOf(id)).toMatchObject({ import_status: 'ready', rows_done: 410 })
  })
})

describe('rows in the pool', () => {
  test('are accepted and rejected one by one', async () => {
    const id = await brought(csv(101, '1/3/2026 100', '1/4/2026 400', '1/5/2026 300'))
    const [first, second, third] = await rowsOf(id)
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
    expect(await importOf(id)).toMatchObject({ import_status: 'done', rows_accepted: 2 })
    expect(await readingsOf(101)).toHaveLength(2)
    const late = await user.post('/stagedreading', { id: third?.id, version: 2, flow: 'X' })
    expect(late.status).toBe(476)
  })

  test('a change is looked at together with the rows around it', async () => {
    const id = await brought(csv(102, '1/3/2026 100', '1/4/2026 4000', '1/5/2026 700'))
    const [, second, third] = await rowsOf(id)
    expect(third?.findings[0]?.code).toBe('R01')
    await user.post('/stagedreading', {
      id: second?.id,
      version: second?.version,
      reading_latest: '400',
    })
    expect((await rowsOf(id)).map((row) => row.severity)).toEqual(['ok', 'ok', 'ok'])
    const old = await user.post('/stagedreading', {
      id: second?.id,
      version: second?.version,
      reading_latest: '1',
    })
    expect(old.status).toBe(474)
  })

  test('a tick for the dials that went round makes the reading right', async () => {
    const id = await brought(csv(103, '1/3/2026 999900', '1/4/2026 100'))
    const [, row] = await rowsOf(id)
    expect(row?.severity).toBe('error')
    const reply = await user.post('/stagedreading', {
      id: row?.id,
      version: row?.version,
      is_rollover: true,
    })
    expect(reply.body.data.severity).toBe('ok')
    await accepted(id)
    expect((await readingsOf(103)).at(-1)).toMatchObject({ reading_quantity: '200' })
  })

  test('what fits only with a warning waits where nobody asks for warnings', async () => {
    const id = await brought(csv(104, '1/1/2025 100', '1/2/2025 400', '1/6/2025 700'))
    expect(await countsOf(id)).toMatchObject({ ok: 2, warning: 1 })
    await accepted(id, 'ok')
    expect(await importOf(id)).toMatchObject({ import_status: 'ready', rows_accepted: 2 })
    await accepted(id)
    expect(await importOf(id)).toMatchObject({ import_status: 'done', rows_accepted: 3 })
  })

  test('a reading that came meanwhile is not doubled', async () => {
    const id = await brought(csv(105, '1/3/2026 100', '1/4/2026 400', '1/5/2026 700'))
    const meters = await user.get('/meters', { meter_number: serialOf(105) })
    const meter_id = meters.body.data[0].id
    const typed = { meter_id, reading_latest_type: 'actual' }
    await user.put('/meterreading', { ...typed, reading_date: '2026-03-01', reading_latest: '100' })
    await user.put('/meterreading', { ...typed, reading_date: '2026-04-01', reading_latest: '410' })
    await accepted(id)
    expect((await rowsOf(id)).map((row) => row.staged_status)).toEqual([
      'rejected',
      'waiting',
      'accepted',
    ])
    expect(await readingsOf(105)).toHaveLength(3)
    expect(await importOf(id)).toMatchObject({ import_status: 'ready', rows_error: 1 })
  })

  test('a misread comes in once', async () => {
    const once = csv(106, '1/3/2026 100', '1/4/2026 9 misread', '1/4/2026 400')
    await accepted(await brought(once))
    expect(await readingsOf(106)).toHaveLength(3)
    const again = await brought(once, { again: true })
    expect(await countsOf(again)).toMatchObject({ information: 3 })
    await accepted(again)
    expect(await readingsOf(106)).toHaveLength(3)
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
    const id = await brought([head, ...lines].join('\r\n'))
    expect(await importOf(id)).toMatchObject({ format: 'eiep3', rows_total: 2, rows_error: 0 })
    await accepted(id)
    expect(await readingsOf(110)).toMatchObject([
      { period_start: '2026-06-29', reading_quantity: '6', reading_latest: null },
      { period_start: '2026-06-30', reading_energy: '6' },
    ])
  })

  test('consumption of EIEP13A keeps its period, and refusals of the retailer stay errors', async () => {
    const line = (code: string, kwh: string) =>
      `DET,AUTH1,${icpOf(111)},${code},,${serialOf(111)},X,UN,24,01/06/2026 00:00:00,` +
      `30/06/2026 23:59:59,RD,${kwh},`
    const head = 'HDR,ICPCONS,1.4,Retailer,RETL,CUST,01/07/2026,REQ1,2,01/06/2026,30/06/2026'
    const id = await brought([head, line('000', '310.25'), line('004', '')].join('\r\n'))
    expect(await importOf(id)).toMatchObject({ format: 'eiep13a', rows_total: 2, rows_error: 1 })
    const [good, refused] = await rowsOf(id)
    expect(good).toMatchObject({ severity: 'ok', reading_date: '2026-06-30' })
    expect(refused?.findings[0]?.message).toContain('The retailer answered 004')
  })

  test('columns are found by their headings, or as they are told', async () => {
    const content = `a;b;c\n${serialOf(112)};1/3/2026;100`
    const refused = await user.put('/readingimport', { file_name: 'x.csv', content })
    expect(refused.body.errors).toMatchObject([{ field: 'mapping' }])
    const mapping = { meter_number: 0, reading_date: 1, reading_latest: 2 }
    const id = await brought(content, { mapping })
    expect(await rowsOf(id)).toMatchObject([{ severity: 'ok', reading_latest: '100' }])
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
  const id = await brought([HEADINGS, row('1/4/2026', '600'), row('1/6/2026', '200')].join('\n'))
  expect((await rowsOf(id)).map((found) => found.meter_id)).toEqual([
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
  const id = await brought(
    [HEADINGS, 'two-1,,,1/3/2026,100,actual', 'TWO-1,,N,1/3/2026,100,actual'].join('\n'),
  )
  const [unsaid, said] = await rowsOf(id)
  expect(unsaid?.findings).toMatchObject([
    { code: 'M02', message: 'Say which register was read: UN, N.' },
  ])
  expect(said?.severity).toBe('ok')
})

test('a file with too many readings fails with a reason', async () => {
  const lines = Array.from({ length: 50_001 }, () => `${serialOf(1)},,,1/3/2026,100,actual`)
  const id = await brought([HEADINGS, ...lines].join('\n'))
  const { import_status, message } = await importOf(id)
  expect(import_status).toBe('failed')
  expect(message).toContain('more than 50,000 readings')
  expect(await rowsOf(id)).toEqual([])
})

test('what is no table of readings is refused', async () => {
  const refusals = ['\u0000\u0001', '  \n ', 'only,some,words\n1,2,3']
  for (const content of refusals)
    expect((await user.put('/readingimport', { file_name: 'x.csv', content })).status).toBe(400)
  const empty = await brought(`${HEADINGS}\n`)
  expect(await importOf(empty)).toMatchObject({
    import_status: 'failed',
    message: 'There are no readings in this file.',
  })
})

test('another organisation sees neither file nor rows', async () => {
  const id = await brought(csv(120, '1/3/2026 100'))
  const [row] = await rowsOf(id)
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
  const same = { file_name: 'same.csv', content: csv(120, '1/3/2026 100') }
  expect((await other.put('/readingimport', same)).status).toBe(201)
})
