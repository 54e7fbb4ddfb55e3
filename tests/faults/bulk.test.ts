import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleMessages } from '#server/messaging/outbox/settle-messages-job.ts'
import { bulkOffice, customersOf, type TestBulkOffice } from '#tests/support/bulk.ts'
import type { Client } from '#tests/support/client.ts'
import { setUp } from '#tests/support/gateways.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// The small one is slowed down, so that there is time to kill somebody at work.
const [people, kills, pauses, perMinute] = process.env.HEAVY ? [10_000, 40, 5, 0] : [110, 3, 1, 900]
const WORKERS = 2
const AT_ONCE = 4
const program = fileURLToPath(new URL('../support/bulk-worker.ts', import.meta.url))

let world: World
let manager: Client
let office: TestBulkOffice
const workers = new Set<ChildProcess>()
beforeAll(async () => {
  world = await makeWorld()
  const admin = await world.as('admin')
  await setUp(admin, { mail_per_minute: perMinute, bulk_second_person_above: 1_000_000 })
  manager = await world.as('manager')
  office = await bulkOffice(world, manager)
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await office.close()
  await world.close()
})

async function startProcess(bulk_id: number): Promise<ChildProcess> {
  const env = {
    ...process.env,
    APP_URL: world.appUrl,
    SMTP_URL: office.sink.url,
    ORGANISATION: String(world.organisations[0]),
    BULK: String(bulk_id),
  }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  workers.add(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  if (child.exitCode === null) await closed
  workers.delete(child)
}

const act = async (name: string, id: number) => {
  const reply = await manager.post(`/bulkmessage/${name}`, { id })
  expect(reply.status, reply.text).toBe(200)
}

/** As if whoever died had held what they had at hand for long enough. */
async function letOthersHaveIt(id: number): Promise<void> {
  const late = `update bulkrecipients set taken_until = now() - interval '1 second'
    where bulk_id = $1 and state = 'queued'`
  await world.owner.query(late, [id])
}

/** The same for what was being sent when they died. */
async function settle(): Promise<void> {
  const late = `update messages set sending_until = now() - interval '1 second'
    where status = 'sending'`
  await world.owner.query(late)
  await settleMessages.run(jobContext(world), {})
}

// Shows: R03
test(`${people} people get it although who sends it is killed ${kills} times and paused ${pauses} times: none twice, none forgotten`, async () => {
  const { audience } = await customersOf(world, people)
  const id = await office.draft(audience)
  await office.start(id, people > 50 ? { count: people } : {})
  const received = () => office.sink.messages.length
  const step = Math.floor(people / (kills + 2))
  let atWork = await Promise.all(Array.from({ length: WORKERS }, () => startProcess(id)))
  for (let turn = 1; turn <= kills; turn++) {
    await letOthersHaveIt(id)
    await expect.poll(received, { timeout: 20_000, interval: 2 }).toBeGreaterThan(turn * step)
    await sleep(turn % 7)
    const [first, ...others] = atWork
    if (first) await kill(first)
    if (turn % Math.ceil(kills / pauses) === 1) {
      await act('pause', id)
      await sleep(2000)
      const then = received()
      await sleep(500)
      expect(received(), 'nothing leaves two seconds after it was paused').toBe(then)
      await act('resume', id)
    }
    atWork = [...others, await startProcess(id)]
  }
  const left = async () => {
    await letOthersHaveIt(id)
    const { waiting = 0, queued = 0 } = await office.states(id)
    return waiting + queued
  }
  await expect.poll(left, { timeout: 120_000, interval: 100 }).toBe(0)
  // Nobody is killed here: what they have at hand is sent.
  await sleep(500)
  for (const child of atWork) await kill(child)
  await settle()
  await office.tend()
  const { data, info } = await office.get(id)
  const { accepted = 0, unconfirmed = 0 } = info.progress.states
  const receivers = office.receivers()
  console.log(
    JSON.stringify({ people, kills, pauses, accepted, unconfirmed, received: received() }),
  )
  expect(data.state).toBe('done')
  expect(accepted + unconfirmed).toBe(people)
  expect(unconfirmed).toBeLessThanOrEqual(kills * AT_ONCE)
  expect(new Set(receivers).size, 'nobody gets one twice').toBe(receivers.length)
  expect(receivers.length).toBeGreaterThanOrEqual(accepted)
}, 1_200_000)
