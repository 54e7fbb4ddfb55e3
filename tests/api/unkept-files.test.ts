import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { makeRow } from '#tests/support/fitting.ts'
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

/** A mail with one file of 1.2 MB. */
function mailFrom(email: string): string {
  const name = 'Content-Disposition: attachment; filename="long.csv"'
  const file = `Content-Type: text/csv\r\n${name}\r\n\r\nday,1\r\n${'1,2\r\n'.repeat(300_000)}`
  const words = 'Content-Type: text/plain\r\n\r\nAll of it'
  const head = `From: ${email}\r\nTo: ${boxes.office}\r\nSubject: Readings\r\nContent-Type:`
  return `${head} multipart/mixed; boundary="b"\r\n\r\n--b\r\n${words}\r\n--b\r\n${file}\r\n--b--\r\n`
}

test('a mail says which of its files had no room here', async () => {
  const [user, manager] = [await world.as('user'), await world.as('manager')]
  const email = 'rewa@customers.example'
  const { id: customer_id } = await makeRow(manager, customer, { email })
  await world.owner.query('update organisations set file_quota_mb = 1')
  await boxes.act('raw', { to: boxes.office, from: email, raw: mailFrom(email) })
  await boxes.read()
  const [thread] = (await user.get('/threads', { customer_id })).body.data
  const [came] = (await user.get('/messages', { thread_id: thread.id })).body.data
  expect(came.file_ids).toEqual([])
  const { info } = (await user.get('/message', { id: came.id })).body
  expect(info.events[0].words).toMatch(/^Not kept: long\.csv \(.*does not fit into the 1\.0 MB/)
})
