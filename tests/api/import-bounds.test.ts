import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { HEADINGS } from '#tests/support/reading-file.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { sendForm, textFile, type UploadedFile } from '#tests/support/upload.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let admin: Client

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
}, 60_000)
afterAll(() => world.close())

const MB = 2 ** 20
const RATES = { side: 'sell', valid_from_date: '2027-01-01' }
const kinds = [
  { kind: 'readings', call: 'PUT /readingimport', file: 'content', more: {}, most: 20 },
  { kind: 'lines of a bank', call: 'PUT /bankimport', file: 'content', more: {}, most: 20 },
  { kind: 'bills', call: 'PUT /billimport', file: 'content', more: {}, most: 20 },
  { kind: 'bills in one call', call: 'POST /bills/import', file: 'csv', more: {}, most: 20 },
  { kind: 'rates', call: 'PUT /rateimport', file: 'content', more: RATES, most: 5 },
  { kind: 'rates in one call', call: 'POST /rateupdates/import', file: 'csv', more: {}, most: 5 },
]

// Shows: T09, T22
describe.each(kinds)('a file of $kind', ({ call, file, more, most }) => {
  const send = (content: UploadedFile) => sendForm(admin, call, { ...more, [file]: content })

  test('with a line of nothing but commas is refused at once, in words', async () => {
    const reply = await send(textFile(','.repeat(most * MB)))
    expect(reply.status, reply.text).toBe(400)
    expect(reply.text).toContain('Line 1 has more than 200 columns.')
  })

  test('that is too large is refused', async () => {
    const reply = await send({ name: 'a.csv', bytes: Buffer.alloc(most * MB + 1, 'a') })
    expect(reply.status, reply.text).toBe(413)
    expect(reply.body.message).toBe(`That file is too big. The limit is ${most} MB.`)
  })
})

test('a line of commas further down leaves a file of readings unread, and says which', async () => {
  const text = [HEADINGS, ...Array(20).fill('M1,,,1/3/2026,100,actual'), ','.repeat(MB)].join('\n')
  const reply = await sendForm(admin, 'PUT /readingimport', { content: textFile(text) })
  expect(reply.status, reply.text).toBe(201)
  await runQueue(world)
  const { import_status, message } = (await admin.get('/readingimport', { id: reply.body.data.id }))
    .body.data
  expect(import_status).toBe('failed')
  expect(message).toContain('Line 22 has more than 200 columns.')
})
