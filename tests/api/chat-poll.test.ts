import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { merged, newestOf } from '#domain/messaging/poll.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

interface ChatLine {
  id: number
  created_at: string
}

let world: World
let user: Client

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
})
afterAll(() => world.close())

// Times lie in the future, so that nothing else in this database is among them.
const START = Date.parse('2031-01-01T00:00:00Z')
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ late: fc.integer({ min: 0, max: 950 }) }) },
    { weight: 1, arbitrary: fc.constant('poll' as const) },
  ),
  { minLength: 12, maxLength: 30 },
)

// Shows: R35
test('polls from the newest plus one second lose nothing and show nothing twice', async () => {
  const { id: customer_id } = await makeRow(user, customer)
  await scope(world.owner, world.organisations[0])
  let at = START
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 0, max: 400 }), async (drawn, pace) => {
      let known: ChatLine[] = []
      const written: number[] = []
      const shown: number[] = []
      let newest = new Date(at - 500).toISOString()
      const poll = async () => {
        const asked = await user.get('/messages', {
          organisation_id: world.organisations[0],
          created_from: new Date(Date.parse(newest) + 1000).toISOString(),
          type: 'chat',
          reference_id: customer_id,
          reference_object: 'Customer',
          order: 'created_at',
          limit: 500,
        })
        const arrived: ChatLine[] = asked.body.data ?? []
        const isOwn = new Set(written)
        const had = new Set(known.map(({ id }) => id))
        const fresh = arrived.filter(({ id }) => isOwn.has(id) && !had.has(id))
        shown.push(...fresh.map(({ id }) => id))
        known = merged(known, fresh)
        newest = newestOf(known) ?? newest
      }
      for (const step of drawn) {
        at += pace
        if (step === 'poll') await poll()
        else {
          // Its time was taken a little before it could be seen.
          const { rows } = await world.owner.query<{ id: string }>(
            `insert into messages (organisation_id, type, direction, text_plain, status,
               reference_object, reference_id, customer_id, created_at)
             values ($1, 'chat', 'in', 'Tick', 'delivered', 'customer', $2::int, $2::bigint, $3) returning id`,
            [world.organisations[0], customer_id, new Date(at - step.late)],
          )
          written.push(Number(rows[0]?.id))
        }
      }
      at += 3000
      await poll()
      expect([...shown].sort((a, b) => a - b)).toEqual(written)
    }),
    { numRuns: 15 },
  )
}, 60_000)
