import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { HEADINGS, serialOf } from '#tests/support/reading-file.ts'
import { type Importing, importing, sendReadings } from '#tests/support/reading-import.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { textFile } from '#tests/support/upload.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let on: Importing

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  on = await importing(world, user, 10)
}, 60_000)
afterAll(() => world.close())

const row = (meter: number, day: string) => `${serialOf(meter)},,,${day},100,actual`

async function firstRow(bytes: Buffer) {
  const reply = await sendReadings(user, { bytes, name: 'saved.csv' })
  expect(reply.status, reply.text).toBe(201)
  await runQueue(world)
  return (await on.rowsOf(reply.body.data.id))[0]
}

test('a file is read however a spreadsheet saved it', async () => {
  const text = `${HEADINGS}\n${row(1, '1/3/2026')} \n`
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  expect(await firstRow(wide)).toMatchObject({ severity: 'ok', reading_date: '2026-03-01' })
  const windows = Buffer.from(`${HEADINGS}\nCaf\u00e9-1,,,1/3/2026,100,actual\n`, 'latin1')
  expect(await firstRow(windows)).toMatchObject({ meter_number: 'Café-1', severity: 'error' })
})

test('a document that is no text is refused by what it is', async () => {
  const reply = await sendReadings(user, textFile('%PDF-1.7 …'))
  expect(reply.status).toBe(415)
  expect(reply.body.message).toContain('Save it as CSV first')
})

test('columns somebody told are known to everybody of the organisation, and to nobody else', async () => {
  const head = 'Zähler;Tag;Stand'
  const mapping = { meter_number: 0, reading_date: 1, reading_latest: 2 }
  await on.bring(`${head}\n${serialOf(2)};1/3/2026;100`, { mapping })
  const manager = await world.as('manager')
  const second = textFile(`${head}\n${serialOf(3)};1/3/2026;200`)
  expect((await sendReadings(manager, second)).body.data.mapping).toEqual(mapping)
  const asked = { kind: 'readingimport', heading: 'zähler|tag|stand' }
  expect((await manager.get('/importcolumns', asked)).body.data).toEqual({ mapping })
  const other = await world.as('other')
  expect((await other.get('/importcolumns', asked)).body.data).toEqual({ mapping: null })
  expect((await sendReadings(other, second)).status).toBe(400)
  await runQueue(world)
})

test('what was said of columns is seen by all and forgotten by a manager; the next file is asked about', async () => {
  const head = 'Meter;Jour;Valeur'
  const mapping = { meter_number: 0, reading_date: 1, reading_latest: 2 }
  await on.bring(`${head}\n${serialOf(2)};1/3/2026;100`, { mapping })
  const about = { kind: 'readingimport', heading: 'meter|jour|valeur' }
  const remembered = await user.get('/importcolumns/remembered')
  expect(remembered.body.data).toContainEqual({ ...about, mapping, used_at: expect.any(String) })
  const other = await world.as('other')
  expect((await other.get('/importcolumns/remembered')).body.data).toEqual([])
  expect((await user.delete('/importcolumns', about)).status).toBe(403)
  const manager = await world.as('manager')
  expect((await manager.delete('/importcolumns', about)).status).toBe(262)
  expect((await manager.delete('/importcolumns', about)).status).toBe(404)
  const again = textFile(`${head}\n${serialOf(3)};1/3/2026;200`)
  expect((await sendReadings(manager, again)).status).toBe(400)
  await runQueue(world)
})

test('whoever takes an import back may say why, and the history keeps it', async () => {
  const id = await on.bring(`${HEADINGS}\n${row(4, '1/3/2026')}\n`)
  await on.accept(id)
  const [reading] = await on.readingsOf(4)
  const manager = await world.as('manager')
  await manager.post('/readingimport/undo', { id, reason: 'Read on the wrong street.' })
  await runQueue(world)
  const told = await user.get('/history', {
    object_class: 'meterreading',
    object_id: Number(reading?.id),
  })
  expect(told.body.data[0]).toMatchObject({ action: 'delete', reason: 'Read on the wrong street.' })
})
