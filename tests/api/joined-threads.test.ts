import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { withMailboxes } from '#tests/support/mailboxes.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let manager: Client
let boxes: Awaited<ReturnType<typeof withMailboxes>>

beforeAll(async () => {
  world = await makeWorld()
  boxes = await withMailboxes(world)
  ;[user, manager] = await Promise.all([world.as('user'), world.as('manager')])
})
afterAll(async () => {
  await boxes.close()
  await world.close()
})

const threadOf = async (filter: Record<string, number | string>) =>
  (await user.get('/threads', filter)).body.data?.[0]

const wordsOf = async (thread_id: number) =>
  (await user.get('/messages', { thread_id, order: 'id' })).body.data.map(
    ({ text_plain }: { text_plain: string }) => text_plain,
  )

const raw = (headers: Record<string, string>, text: string) =>
  `${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')}\r\n\r\n${text}\r\n`

/** A stranger who wrote, and was answered; where answers to that go. */
async function answeredStranger(from: string) {
  await boxes.act('send', { from, to: boxes.office, subject: 'Our meter', text: 'Kia ora' })
  await boxes.read()
  const stranger = await threadOf({ address: from })
  const [came] = (await user.get('/messages', { thread_id: stranger.id })).body.data
  const answer = { type: 'email', parent_id: came.id, text_plain: 'Which meter?' }
  const { id } = (await user.put('/message', answer)).body.data
  await user.post('/message/send', { id })
  await boxes.send(id)
  const [mail] = await boxes.of(from)
  const replyTo = /^Reply-To: (.*)$/im.exec(mail?.raw ?? '')?.[1]?.trim() ?? ''
  return { stranger, mail, replyTo }
}

test.each([
  ['to the mail', true],
  ['by its address alone', true],
  ['by its address alone, which was not remembered', false],
])(
  'what was written before somebody said whose it is is answered there: %s',
  async (how, remember) => {
    const from = `hana${how.length}@home.example`
    const { id: customer_id } = await makeRow(manager, customer)
    const { stranger, mail, replyTo } = await answeredStranger(from)
    const joined = await user.post('/thread/match', { id: stranger.id, customer_id, remember })
    expect(joined.status, joined.text).toBe(200)
    const text = 'The one in the hall.'
    if (how === 'to the mail') await boxes.act('answer', { id: mail?.id, text })
    else {
      const head = { From: from, To: replyTo, Subject: 'Re: Our meter' }
      await boxes.act('raw', { to: replyTo, from, raw: raw(head, text) })
    }
    await boxes.read()
    expect((await wordsOf(joined.body.data.id)).at(-1)).toContain(text)
    expect(await threadOf({ customer_id })).toMatchObject({ state: 'open', unread: 2 })
    expect(await threadOf({ address: from })).toMatchObject({ unread: 0, state: 'done' })
  },
)

test('an address that is nobody’s has its own conversation again once it writes anew', async () => {
  const from = 'reception@marae.example'
  const { id: customer_id } = await makeRow(manager, customer)
  const { stranger, replyTo } = await answeredStranger(from)
  await user.post('/thread/match', { id: stranger.id, customer_id, remember: false })
  await boxes.act('send', { from, to: boxes.office, subject: 'Another matter', text: 'Kia ora' })
  await boxes.read()
  expect(await threadOf({ address: from })).toMatchObject({ id: stranger.id, unread: 1 })
  const head = { From: from, To: replyTo, Subject: 'Another matter' }
  await boxes.act('raw', { to: replyTo, from, raw: raw(head, 'Are you there?') })
  await boxes.read()
  expect((await wordsOf(stranger.id)).at(-1)).toContain('Are you there?')
})
