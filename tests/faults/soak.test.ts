import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OfficeServer, startOffice } from '#tests/support/office-server.ts'
import { officeAtWork } from '../../bench/office.ts'
import { type SoakSample, soakBounds } from '../../scripts/testing/soak-bounds.ts'

// A third of a full office, for as long as somebody asks for: `npm run soak -- --minutes 60`.
const minutes = Number(process.env.SOAK_MINUTES ?? (process.env.HEAVY ? 60 : 0))
const LOOKS = 240
// Nobody’s token lives longer than that; whoever works on signs in again.
const STRETCH_MS = 50 * 60_000

let office: OfficeServer | undefined
beforeAll(async () => {
  if (minutes > 0) office = await startOffice({ customers: 20_000, contracts: 100 })
}, 900_000)
afterAll(() => office?.stop())

/** The office at work, over and over until the time is up. */
async function workOn(office: OfficeServer): Promise<{ calls: number; failures: string[] }> {
  const until = performance.now() + minutes * 60_000
  const all = { calls: 0, failures: [] as string[] }
  while (performance.now() < until) {
    const ms = Math.min(STRETCH_MS, until - performance.now())
    const { calls, failures } = await officeAtWork({ ...office, open: 30, active: 9, ms })
    all.calls += calls
    all.failures.push(...failures)
  }
  return all
}

// Shows: R20, V1.4.3
test.runIf(minutes > 0)(
  'a third of a full office works on and on, and the server does not grow',
  async () => {
    if (!office) throw new Error('Nobody is at work.')
    const samples: SoakSample[] = []
    const began = performance.now()
    const driver = monitorEventLoopDelay()
    driver.enable()
    let lost: unknown = null
    const look = async ({ sample }: OfficeServer) => {
      const one = await sample((performance.now() - began) / 60_000)
      samples.push(one)
      // Whoever waits for an hour sees that it goes on.
      if (samples.length % (LOOKS / 12) === 0) console.log(JSON.stringify(one))
    }
    const looking = setInterval(
      (at: OfficeServer) => look(at).catch((error) => (lost ??= error)),
      (minutes * 60_000) / LOOKS,
      office,
    )
    const { calls, failures } = await workOn(office)
    clearInterval(looking)
    driver.disable()
    const [lateMs, driverLateMs] = [await office.latenessMs(), driver.percentile(99) / 1e6]
    const bounds = soakBounds({ samples, minutes, lateMs, driverLateMs })
    const load = loadavg().map((one) => one.toFixed(1))
    console.log(`${minutes} minutes, ${calls} calls, ${failures.length} failures, load ${load}`)
    for (const { what, seen, isBroken } of bounds)
      console.log(`${isBroken ? 'BROKEN' : 'kept'}: ${what}: ${seen}`)
    expect(lost, 'every look').toBeNull()
    expect(failures.slice(0, 10)).toEqual([])
    expect(bounds.filter(({ isBroken }) => isBroken)).toEqual([])
  },
  minutes * 60_000 + 600_000,
)
