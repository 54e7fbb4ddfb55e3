import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommissionLife, type Doing, doings } from '#tests/support/commission-life.ts'
import { commissionOffice } from '#tests/support/commissioned.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Lives of a contract with two partners, played from outside: money comes and goes back, the contract
// ends and returns, statements are sent, cancelled, paid and returned. After each step the books hold
// (I14, C1 and C2 among the questions) and both partners have what a model of its own says.
const lives = process.env.HEAVY ? 60 : 5

let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>

beforeAll(async () => {
  world = await makeWorld()
  office = await commissionOffice(world)
  await scope(world.owner, world.organisations[0])
  await world.owner.query(`update organisations set gst_number = '49091850' where id = $1`, [
    world.organisations[0],
  ])
})
afterAll(() => world.close())

const steps = fc.array(
  fc.record({
    do: fc.constantFrom(...doings, 'clear', 'state', 'state', 'pay statement', 'tax invoice'),
    at: fc.constantFrom(0 as const, 1 as const),
  }),
  { minLength: 10, maxLength: 14, size: 'max' },
)
// Each doing comes at least once, whatever chance says.
const known: Doing[] = [
  ...(['clear', 'state', 'pay statement', 'charge back', 'state'] as const),
  ...(['clear', 'redo', 'send invoice', 'end', 'tax invoice', 'state'] as const),
  ...(['return', 'cancel statement', 'restore', 'state', 'pay statement', 'refund'] as const),
].map((what) => ({ do: what, at: 1 }))

/** How often each was done. */
const tally = new Map<string, number>()

async function live(list: readonly Doing[]): Promise<void> {
  const life = await CommissionLife.begin(world, office)
  for (const one of list) {
    if (!(await life.play(one))) continue
    tally.set(one.do, (tally.get(one.do) ?? 0) + 1)
    await life.agrees()
  }
}

// Shows: R15
test('what partners earned, were told and were paid is what the model says after every step', async () => {
  await live(known)
  await fc.assert(fc.asyncProperty(steps, live), {
    ...{ numRuns: lives, endOnFailure: true },
    seed: process.env.HEAVY ? Date.now() : 1107,
  })
  expect(doings.filter((one) => !tally.has(one))).toEqual([])
}, 300_000)
