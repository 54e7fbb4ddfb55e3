import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let sink: SmtpSink
let padmin: Client
let id: number

beforeAll(async () => {
  sink = await startSmtpSink()
  world = await makeWorld({ smtpUrl: sink.url })
  padmin = await world.as('padmin')
  const asked = await padmin.put('/demonstration', { size: 'small' })
  expect(asked.status, asked.text).toBe(202)
  id = asked.body.data.id
  console.time('fill')
  await work()
  console.timeEnd('fill')
})
afterAll(async () => {
  await world.close()
  await sink.stop()
})

const work = () => runQueue(world, { config: world.config })

test('one click', async () => {
  const [found] = (await padmin.get('/demonstrations')).body.data
  expect(found).toMatchObject({ id, name: 'Demonstration 1', demonstration_status: 'ready' })
  console.time('remove')
  const gone = await padmin.post('/demonstration/remove', { id, name_confirm: 'Demonstration 1' })
  expect(gone.status, gone.text).toBe(202)
  await work()
  console.timeEnd('remove')
  expect((await padmin.get('/demonstrations')).body.data).toEqual([])
})
