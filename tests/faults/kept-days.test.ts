import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptDays } from '#server/reports/figures/kept-days.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const program = fileURLToPath(new URL('../support/days-worker.ts', import.meta.url))
const NOW = '2026-11-18T00:00:00Z'
const span = { from: '2026-10-01', to: '2026-11-18' }
const [writers, kills] = process.env.HEAVY ? [4, 20] : [3, 4]

let world: World
let worker: ChildProcess | undefined
const scope = () => ({ organisation_id: world.organisations[0], user_id: null })

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await world.close()
})

async function startProcess(): Promise<ChildProcess> {
  const env = {
    ...process.env,
    APP_URL: world.appUrl,
    ORGANISATION: String(world.organisations[0]),
    NOW,
  }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

/** An entry of some day, of two lines, and a payment beside it; now and then the payment changes. */
async function write(place: number): Promise<void> {
  const day = `2026-1${place % 3 === 0 ? '0' : '1'}-${String((place % 17) + 1).padStart(2, '0')}`
  await world.database.write(scope(), async (conn) => {
    await conn.query(
      `with e as (insert into transactions (organisation_id, event, transaction_date, amount,
          actor_name, source, request_id)
        values ($1, 'manual', $2, $3, 'Test', 'system', 'test') returning id)
      insert into accounttransactions (organisation_id, transaction_id, account, amount,
        transaction_date)
      select $1, id, x.account, x.amount, $2::date from e
        cross join (values (4000, -$3::numeric), (3000, $3::numeric)) x (account, amount)`,
      [world.organisations[0], day, `${place}.01`],
    )
    await conn.query(
      `insert into invoicepayments (organisation_id, payment_status, customer_id, payment_date,
        payment_type, amount_incl_gst)
      select $1, 'received', id, $2, 'cash', $3 from customers limit 1`,
      [world.organisations[0], day, `${place}.02`],
    )
    if (place % 5 === 0)
      await conn.query(`update invoicepayments set payment_status = 'cancelled'
        where id = (select max(id) - 7 from invoicepayments)`)
  })
}

const LIVE = {
  books: `select -sum(amount) as amount from accounttransactions where account = 4000`,
  received: `select sum(received_amount) as amount from invoicepayments`,
}

/** What figures say and what the rows say, in one snapshot. */
function bothSums() {
  const moment = 'set transaction isolation level repeatable read, read only'
  return world.database.write(
    scope(),
    async (conn) => {
      const sums = async (source: 'books' | 'received', key: string) => {
        const kept = (await keptDays(conn, source, span)).sumOf(span, [key]).toFixed(2)
        const [row] = await conn.query<{ amount: string | null }>(LIVE[source])
        return [kept, Number(row?.amount ?? 0).toFixed(2)]
      }
      return [...(await sums('books', 'billed')), ...(await sums('received', 'received'))]
    },
    moment,
  )
}

test('figures are exact while days are written into, summed up, and who sums them up is killed', async () => {
  await world.database.write(scope(), (conn) =>
    conn.query(`insert into customers (organisation_id, name) values ($1, 'Somebody')`, [
      world.organisations[0],
    ]),
  )
  let isOver = false
  let place = 0
  const atWork = Array.from({ length: writers }, async () => {
    while (!isOver) await write(++place)
  })
  let looks = 0
  for (let turn = 0; turn < kills; turn++) {
    worker = await startProcess()
    const until = performance.now() + 250 + 90 * turn
    while (performance.now() < until) {
      const [books, booksLive, received, receivedLive] = await bothSums()
      expect([books, received]).toEqual([booksLive, receivedLive])
      looks += 1
    }
    await kill(worker)
  }
  isOver = true
  await Promise.all(atWork)
  worker = await startProcess()
  const left = async () => {
    const [row] = await world.database.read(scope(), (conn) =>
      conn.query<{ count: number }>('select count(*)::int as count from dirtydays'),
    )
    return row?.count
  }
  await expect.poll(left, { timeout: 5000, interval: 50 }).toBe(0)
  await sleep(50)
  const [books, booksLive, received, receivedLive] = await bothSums()
  expect([books, received]).toEqual([booksLive, receivedLive])
  const [kept] = await world.database.read(scope(), (conn) =>
    conn.query<{ amount: string }>(`select sum(amount)::numeric(14,2)::text as amount from daytotals
      where source = 'books' and key = 'billed'`),
  )
  expect(kept?.amount, 'every day is before today, so all of it is kept').toBe(booksLive)
  expect(looks).toBeGreaterThan(kills)
  expect(place).toBeGreaterThan(50)
})
