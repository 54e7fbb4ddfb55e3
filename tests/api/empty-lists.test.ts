import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#domain/contracts/contract.ts'
import { customer } from '#domain/customers/customer.ts'
import { keyOf } from '#domain/kit/call.ts'
import { orEmpty } from '#server/kit/http/answer.ts'
import type { Route } from '#server/kit/http/route.ts'
import { routes } from '#server/routes.ts'
import type { Client, Reply } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// 260 is what a screen shows its empty state by, and a program stops reading: whichever list it is.
let world: World
let padmin: Client
let other: Client
beforeAll(async () => {
  world = await makeWorld()
  padmin = await world.as('padmin')
  other = await world.as('other')
})
afterAll(() => world.close())

const reads = routes.filter(({ method }) => method === 'GET')

const isNothing = ({ body }: Reply) =>
  body?.success === true &&
  (body.data === null || (Array.isArray(body.data) && body.data.length === 0))

/** What answers with nothing, and by which code. */
async function nothings(client: Client, asked: readonly Route[], given: Record<string, number>) {
  const found: string[] = []
  for (const entry of asked) {
    const reply = await client.get(entry.path.replace(/:\w+/g, '1'), given)
    if (isNothing(reply)) found.push(`${keyOf(entry)} ${reply.status} ${reply.body.message}`)
  }
  return found
}

const isToldWrong = (line: string) => !/ 260 \S/.test(line)

test('whatever is read and has nothing to tell says so by its code', async () => {
  for (const client of [padmin, other]) {
    const found = await nothings(client, reads, {})
    // An organisation that has just begun has next to nothing.
    expect(found.length).toBeGreaterThan(90)
    expect(found.filter(isToldWrong)).toEqual([])
  }
  expect((await nothings(world.guest(), reads, {})).filter(isToldWrong)).toEqual([])
})

test('so does what is asked about a record that is new', async () => {
  const about = [customer, contract]
  let all = 0
  for (const entity of about) {
    const { id } = await makeRow(other, entity)
    const its = reads.filter((entry) => entry.target === entity)
    const found = [
      ...(await nothings(other, its, { id })),
      ...(await nothings(other, reads, { [`${entity.name}_id`]: id })),
    ]
    expect(found.filter(isToldWrong), entity.name).toEqual([])
    all += found.length
  }
  expect(all).toBeGreaterThan(15)
})

test('what holds something, is no reading or has said its own code keeps it', () => {
  const get = { method: 'GET' } as const
  expect(orEmpty(get, { data: [1] }).status).toBeUndefined()
  expect(orEmpty(get, { data: {} }).status).toBeUndefined()
  expect(orEmpty(get, { rawRows: [Buffer.from('{}')] }).status).toBeUndefined()
  expect(orEmpty(get, { data: [], status: 202 }).status).toBe(202)
  expect(orEmpty({ method: 'POST' }, { data: [] }).status).toBeUndefined()
  for (const nothing of [{ data: [] }, { data: null }, { rawData: '[]' }, { rawRows: [] }])
    expect(orEmpty(get, nothing)).toMatchObject({ status: 260, message: 'Nothing here yet.' })
})
