import { afterAll, beforeAll, expect, test } from 'vitest'
import { withMailboxes } from '#tests/support/mailboxes.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let boxes: Awaited<ReturnType<typeof withMailboxes>>

beforeAll(async () => {
  world = await makeWorld()
  boxes = await withMailboxes(world)
})
afterAll(async () => {
  await boxes.close()
  await world.close()
})

test('a name and a subject that are too long are cut between letters', async () => {
  const encoded = `=?UTF-8?B?${Buffer.from(`a${'🌊'.repeat(150)}`).toString('base64')}?=`
  const headers = [
    `From: ${encoded} <tama@elsewhere.example>`,
    `To: ${boxes.office}`,
    `Subject: ${encoded}`,
  ]
  const raw = `${headers.join('\r\n')}\r\n\r\nKia ora\r\n`
  await boxes.act('raw', { to: boxes.office, from: 'tama@elsewhere.example', raw })
  await boxes.read()
  const manager = await world.as('manager')
  const [came] = (await manager.get('/messages', { direction: 'in', order: '-id' })).body.data
  const cut = `a${'🌊'.repeat(99)}`
  expect(came).toMatchObject({ sender: cut, subject: cut })
})
