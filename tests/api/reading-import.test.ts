import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/kit/database/database.ts'
import type { Client } from '#tests/support/client.ts'
import { readingCsv, serialOf } from '#tests/support/reading-file.ts'
import { type Importing, importing, sendReadings } from '#tests/support/reading-import.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { textFile } from '#tests/support/upload.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let manager: Client
let on: Importing

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  manager = await world.as('manager')
  on = await importing(world, user, 100)
}, 60_000)
afterAll(() => world.close())

describe('a file of 5,000 readings with 20 bad rows', () => {
  const content = readingCsv(100, 50, { unknownMeter: 5, lower: 5, noNumber: 5, inTheFuture: 5 })
  let id: number
  let second: number

  test('is checked row by row, with what is wrong said of each', async () => {
    id = await on.bring(content)
    expect(await on.importOf(id)).toMatchObject({
      import_status: 'ready',
      format: 'csv',
      rows_total: 5000,
      rows_done: 5000,
      rows_error: 20,
      rows_accepted: 0,
      version: 1,
    })
    expect(await on.countsOf(id)).toMatchObject({ total: 5000, error: 20, ok: 4980, warning: 0 })
    const wrong = await on.rowsOf(id, { severity: 'error' })
    const said = wrong.map((row) => row.findings[0]?.code)
    expect(said.toSorted()).toEqual(
      ['M00', 'M01', 'R01', 'R12'].flatMap((code) => Array(5).fill(code)),
    )
    expect(wrong[0]?.findings[0]?.message).toBe("We don't know meter GONE1.")
  })

  test('is mended in place, each row looked at again at once', async () => {
    for (const row of await on.rowsOf(id, { severity: 'error' })) {
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
    expect(await on.importOf(id)).toMatchObject({ rows_error: 0, import_status: 'ready' })
  })

  test('becomes readings whose use is computed and whose history names the person', async () => {
    await on.accept(id)
    expect(await on.importOf(id)).toMatchObject({ import_status: 'done', rows_accepted: 5000 })
    const readings = await on.readingsOf(7)
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

  // Shows: T26
  test('is refused a second time, by the name of the first', async () => {
    const reply = await sendReadings(user, textFile(content))
    expect(reply.status).toBe(409)
    expect(reply.body.message).toMatch(/^This file was imported on .* as “f1.csv”\.$/)
    expect(reply.body.info).toEqual({ readingimport_id: id })
  })

  test('does nothing when it is imported again all the same', async () => {
    second = await on.bring(content, { again: true })
    expect(await on.countsOf(second)).toMatchObject({ ok: 0, information: 4980 })
    const before = await user.get('/meterreadings', { limit: 1 })
    await on.accept(second)
    const after = await user.get('/meterreadings', { limit: 1 })
    expect(after.body.info.total).toBe(before.body.info.total)
    expect(await on.importOf(second)).toMatchObject({ rows_accepted: 0, rows_rejected: 4980 })
  })

  test('is taken back as one by a manager, and may then come again', async () => {
    expect((await user.post('/readingimport/undo', { id })).status).toBe(403)
    const reply = await manager.post('/readingimport/undo', { id })
    expect(reply.status, reply.text).toBe(202)
    await runQueue(world)
    expect(await on.importOf(id)).toMatchObject({ import_status: 'undone' })
    expect(await on.readingsOf(7)).toHaveLength(0)
    const meters = await user.get('/meters', { meter_number: serialOf(7) })
    expect(meters.body.data[0].last_reading_date).toBeNull()
    expect((await manager.post('/readingimport/undo', { id })).status).toBe(476)
    await manager.delete('/readingimport', { id: second })
    expect((await sendReadings(user, textFile(content))).status).toBe(201)
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

  // Shows: R02
  test('ends where one whole run would have ended, wherever it was cut', async () => {
    const whole = await pool(await on.bring(content, { again: true }))
    expect(whole).toHaveLength(3200)
    for (const transactions of [1, 2, 4]) {
      const id = await on.take(content, { again: true })
      await expect(runQueue(world, cutAfter(transactions))).rejects.toThrow('The worker is gone.')
      expect(await on.importOf(id)).toMatchObject({ import_status: 'checking' })
      await runQueue(world)
      expect(await on.importOf(id)).toMatchObject({ import_status: 'ready', rows_done: 3200 })
      expect(await pool(id)).toEqual(whole)
    }
  })

  test('accepts every row once, though it accepted in several runs', async () => {
    const id = await on.bring(readingCsv(60, 41), { again: true })
    await user.post('/readingimport/accept', { id })
    for (const transactions of [0, 1])
      await expect(runQueue(world, cutAfter(transactions))).rejects.toThrow('The worker is gone.')
    await runQueue(world)
    expect(await on.importOf(id)).toMatchObject({ import_status: 'done', rows_accepted: 2460 })
    expect(await on.readingsOf(50)).toHaveLength(41)
    await manager.post('/readingimport/undo', { id })
    await expect(runQueue(world, cutAfter(1))).rejects.toThrow('The worker is gone.')
    await runQueue(world)
    expect(await on.readingsOf(50)).toHaveLength(0)
  })

  test('is handed back when the worker is told to stop', async () => {
    const id = await on.take(readingCsv(10, 41), { again: true })
    const stop = new AbortController()
    stop.abort()
    await expect(runQueue(world, { signal: stop.signal })).rejects.toThrow('aborted')
    expect(await on.importOf(id)).toMatchObject({ import_status: 'checking' })
    await runQueue(world)
    expect(await on.importOf(id)).toMatchObject({ import_status: 'ready', rows_done: 410 })
  })
})
