import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bulkWorld, customersOf, setCustomer, type TestBulkOffice } from '#tests/support/bulk.ts'
import type { Client } from '#tests/support/client.ts'
import type { World } from '#tests/support/world.ts'

// What happens to one of many is no trouble of the others, though they are written, claimed, sent and
// noted several at a time.
let world: World
let office: TestBulkOffice
let manager: Client
let close: () => Promise<void>

beforeAll(async () => {
  ;({ world, office, manager, close } = await bulkWorld({ mail_per_minute: 0 }))
})
beforeEach(() => office.sink.reset())
afterAll(() => close())

async function started(count: number) {
  const { ids, audience } = await customersOf(world, count, {})
  const id = await office.draft(audience)
  await office.start(id)
  return { id, ids }
}

/** Four of a town, by their addresses. */
const addressesOf = async (ids: number[]) => {
  const asked = 'select email from customers where id = any($1) order by id'
  return (await world.owner.query<{ email: string }>(asked, [ids])).rows.map((row) => row.email)
}

// Shows: R03
test('what left is noted at once, although another is long in coming', async () => {
  const { id, ids } = await started(4)
  const [, slow = ''] = await addressesOf(ids)
  office.sink.keepWaiting(slow, 2500)
  const working = office.work(id)
  const noted = { accepted: 3, sending: 1 }
  await expect.poll(() => office.states(id), { timeout: 2000, interval: 50 }).toEqual(noted)
  await working
  expect(await office.states(id)).toEqual({ accepted: 4 })
})

// Shows: R03
test('what left is noted, although the note of another cannot be kept', async () => {
  const { id, ids } = await started(4)
  const [, , odd = ''] = await addressesOf(ids)
  await world.owner.query(`create function refuse_note() returns trigger language plpgsql as
    $$ begin raise exception 'not this one'; end $$`)
  await world.owner.query(`create trigger refuse_note before update on messages for each row
    when (new.status = 'accepted' and new.recipient = '${odd}') execute function refuse_note()`)
  await expect(office.work(id)).rejects.toThrow('not this one')
  await world.owner.query('drop trigger refuse_note on messages; drop function refuse_note')
  expect(await office.states(id)).toEqual({ accepted: 3, sending: 1 })
  expect(new Set(office.receivers()).size).toBe(4)
})

test.each(['', 'x'])('words of a mail server are kept, however they are cut (%j)', async (odd) => {
  const { id, ids } = await started(4)
  const [, , full = ''] = await addressesOf(ids)
  office.sink.refuse(full, 452, `${odd}${'🌊'.repeat(300)}`)
  await office.work(id)
  expect(await office.states(id)).toEqual({ accepted: 3, queued: 1 })
  const [told] = (await manager.get('/messages', { bulk_id: id, status: 'queued' })).body.data
  expect(told.error).toContain('🌊🌊')
  await manager.post('/bulkmessage/cancel', { id })
})

test('whose letter comes to nothing is left out and told why, before and after it began', async () => {
  const subject = '{{#if customer_phone}}Call {{customer_phone}}{{/if}}'
  const { ids, audience } = await customersOf(world, 3)
  const [mute = 0, meanwhile = 0, reached = 0] = ids
  for (const one of [meanwhile, reached]) await setCustomer(world, one, { phone: '+6495550123' })
  const id = await office.draft(audience, { subject })
  const why = 'The subject is empty'
  expect((await office.preview(id)).left_out).toMatchObject([
    { reason: 'empty_field', customers: [{ customer_id: mute, why }] },
  ])
  await office.start(id)
  await setCustomer(world, meanwhile, { phone: null })
  await office.work(id)
  expect(await office.states(id)).toEqual({ accepted: 1, left_out: 2 })
  expect((await office.get(id)).data.state).toBe('done')
  expect(office.receivers()).toEqual(await addressesOf([reached]))
})
