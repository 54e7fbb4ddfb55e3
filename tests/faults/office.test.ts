import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { bulkAll, type OfficeBulk } from '#tests/support/office-bulk.ts'
import { type OfficeServer, startOffice } from '#tests/support/office-server.ts'
import { type Doing, officeAtWork, patience } from '../../bench/office.ts'
import { signIn } from '../../bench/session.ts'

// A full office: a hundred open pages that poll, thirty people at work, and a billing run and a
// message to many meanwhile.
// `npm test` sees for some seconds that it works; what it takes is measured by the long runs.
const isHeavy = Boolean(process.env.HEAVY)
const officeMinutes = Number(process.env.OFFICE_MINUTES ?? (isHeavy ? 10 : 0.15))
const size = isHeavy ? { open: 100, active: 30 } : { open: 5, active: 8 }
const book = isHeavy
  ? { customers: 20_000, contracts: 2000, metered: 40_000, invoices: 600_000 }
  : { customers: 200, contracts: 20 }
const readers = isHeavy ? 3000 : 60

let office: OfficeServer
beforeAll(async () => {
  office = await startOffice(book)
  // The full book has six hundred thousand invoices with their entries: a quarter of an hour, and more
  // where the machine has other things to do.
}, 2_700_000)
afterAll(() => office?.stop())

const say = (figures: object) =>
  console.log(JSON.stringify({ ...figures, load: loadavg().map((load) => load.toFixed(1)) }))

const runIn = z.object({
  data: z.object({ id: z.number(), run_status: z.string(), rows_done: z.number() }),
})

/** From the call to the last draft, as somebody who waits for it. */
async function billAll(): Promise<number> {
  const [, , manager] = office.users
  if (!manager) throw new Error('Nobody is there to bill.')
  const { write } = await signIn(office.port, manager)
  const url = `http://127.0.0.1:${office.port}/api/v1/billingrun`
  const headers = { ...write, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const body = JSON.stringify({ contract_ids: office.contract_ids, billed_to_date: '2026-10-31' })
  const began = performance.now()
  const made = runIn.parse(await (await fetch(url, { method: 'PUT', headers, body })).json())
  for (;;) {
    const asked = await fetch(`${url}?id=${made.data.id}`, { headers: write })
    const { data } = runIn.parse(await asked.json())
    if (data.run_status === 'ready') {
      expect(data.rows_done).toBe(office.contract_ids.length)
      return (performance.now() - began) / 1000
    }
    await sleep(500)
  }
}

/** Megabytes more while every customer goes into one file. */
async function exportAll(): Promise<number> {
  const [user] = office.users.slice(-1)
  if (!user) throw new Error('Nobody is there to export.')
  const { read } = await signIn(office.port, user)
  const before = (await office.sample(0)).megabytes
  const url = `http://127.0.0.1:${office.port}/api/v1/customers/csv`
  const text = await (await fetch(url, { headers: read })).text()
  expect(text.split('\n').length).toBeGreaterThan(book.customers)
  return (await office.sample(0)).megabytes - before
}

// Shows: T22, R19, V15.2.2
test(
  'a full office works while its contracts are billed, its book is exported and many are written to',
  async () => {
    const isQuiet = (loadavg()[0] ?? 0) < 2
    let [billedSeconds, grownMb] = [0, 0]
    let bulk: OfficeBulk | null = null
    const billAndExport = async () => {
      billedSeconds = await billAll()
      grownMb = await exportAll()
    }
    const writeToMany = async () => {
      bulk = await bulkAll(office, readers)
    }
    const meanwhile = () => Promise.all([billAndExport(), writeToMany()])
    const ms = officeMinutes * 60_000
    const { calls, failures, p95 } = await officeAtWork({ ...office, ...size, ms, meanwhile })
    const lateMs = await office.latenessMs()
    say({
      ...book,
      ...size,
      minutes: officeMinutes,
      calls,
      p95,
      lateMs,
      billedSeconds,
      grownMb,
      bulk,
    })
    expect(failures).toEqual([])
    expect(bulk).toMatchObject({ recipients: readers, arrived: readers, reached: readers })
    expect(calls).toBeGreaterThan(20)
    // Beside other work the figures tell of that work; failures never do.
    if (!isHeavy || !isQuiet) return
    // The keys are those of the table.
    for (const doing of Object.keys(patience) as Doing[])
      expect(p95[doing], doing).toBeLessThan(patience[doing])
    expect(lateMs).toBeLessThan(100)
    expect(billedSeconds).toBeLessThan(120)
    expect(grownMb).toBeLessThan(60)
  },
  officeMinutes * 60_000 + 600_000,
)
