import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partner } from '#domain/partners/partner.ts'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

const program = fileURLToPath(new URL('../support/office-worker.ts', import.meta.url))
// A Tuesday, at noon in Auckland; what is scheduled then is due on Wednesday at seven.
const noon = new Date('2026-05-05T00:00:00Z')
const seven = '2026-05-05T19:00:00Z'
const because = { reason: 'Agreed by telephone' }

let world: World

beforeAll(async () => {
  world = await makeWorld()
  world.clock.stopAt(noon)
})
afterAll(() => world.close())

const query = async <R>(text: string, values: unknown[] = []): Promise<R[]> => {
  await scope(world.owner, world.organisations[0])
  return (await world.owner.query(text, values)).rows as R[]
}

/** Has a process of its own work until it is killed; says whether it was. */
async function killed(given: object): Promise<boolean> {
  const all = { organisation_id: world.organisations[0], now: seven, ...given }
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, APP_URL: world.appUrl, GIVEN: JSON.stringify(all) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code, signal] = await once(child, 'close')
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The worker ended with ${code}.`)
  return signal === 'SIGKILL'
}

const schedules = 3
// Two organisations are looked at, then each report is read, and its day and mails are kept.
const commits = process.env.HEAVY ? Array.from({ length: 8 }, (_, at) => at + 1) : [1, 4]

test('reports that are due when the server is killed leave once, each of them, after it is back', async () => {
  const accounting = await world.as('accounting')
  const { id } = await newCustomer(accounting)
  await sentInvoice(accounting, id, { invoice_date: '2026-05-05', due_date: '2026-05-20' })
  for (let number = 1; number <= schedules; number++) {
    const owed = { name: `Owed ${number}`, report_name: 'receivables', frequency: 'daily' }
    const reply = await accounting.put('/reportschedule', { ...owed, on_day: 1 })
    expect(reply.status, reply.text).toBe(201)
  }
  let deaths = 0
  for (const dieAt of commits)
    for (const side of ['before', 'after'] as const) if (await killed({ dieAt, side })) deaths += 1
  expect(deaths).toBeGreaterThanOrEqual(3)
  expect(await killed({})).toBe(false)
  const mails = await query(`select unique_key from messages where kind = 'report'`)
  expect(mails).toHaveLength(schedules)
  const days = await query<{ sent: number }>(
    `select reportschedule_id, run_date, sent from reportschedule_runs`,
  )
  expect(days.map(({ sent }) => sent)).toEqual(Array(schedules).fill(1))
  const next = await query<{ next_date: string }>('select distinct next_date from reportschedules')
  expect(next).toMatchObject([{ next_date: '2026-05-07' }])
})

test('a statement whose sender is killed after its number has that number and one mail in the end', async () => {
  const manager = await world.as('manager')
  const earner = async () => {
    const { id } = await makeRow(manager, partner, { email: 'partner@example.co.nz' })
    const earned = { partner_id: id, amount: '50.00', ...because }
    expect((await manager.put('/commission', earned)).status).toBe(201)
    return id
  }
  const [first, second] = [await earner(), await earner()]
  const now = '2026-05-07T00:00:00Z'
  const told = (partner_id: number) =>
    query(
      `select s.statement_number, s.statement_status, (select count(*)::int from messages m
        where m.partner_id = s.partner_id and m.kind = 'commission') as mails
      from commissionstatements s where s.partner_id = $1`,
      [partner_id],
    )
  // Between the number and the mail: nothing is kept, and the number is free for the next try.
  const dieAfter = 'commission_number'
  expect(await killed({ now, partner_id: first, dieAfter })).toBe(true)
  expect(await told(first)).toEqual([])
  expect(await killed({ now, partner_id: first })).toBe(false)
  const sent = { statement_status: 'sent', mails: 1 }
  expect(await told(first)).toEqual([{ statement_number: 'CS-000001', ...sent }])
  // Right after it was kept: whoever tries again finds it sent.
  expect(await killed({ now, partner_id: second, dieAt: 1, side: 'after' })).toBe(true)
  world.clock.stopAt(new Date(now))
  const again = await (await world.as('manager')).post('/partner/commission/send', { id: second })
  expect(again.status).toBe(476)
  expect(await told(second)).toEqual([{ statement_number: 'CS-000002', ...sent }])
})

test('a long statement whose paper is being drawn when the server is killed is drawn and mailed once', async () => {
  const manager = await world.as('manager')
  const { id: partner_id } = await makeRow(manager, partner, { email: 'long@example.co.nz' })
  for (let line = 1; line <= 200; line++) {
    const earned = { partner_id, amount: '1.00', reason: `Event ${line}` }
    expect((await manager.put('/commission', earned)).status).toBe(201)
  }
  const told = () =>
    query(
      `select s.is_being_drawn, (select count(*)::int from commission_papers p
          where p.statement_id = s.id) as papers,
        (select count(*)::int from messages m where m.partner_id = s.partner_id
          and m.kind = 'commission') as mails
      from commissionstatements s where s.partner_id = $1`,
      [partner_id],
    )
  const now = '2026-05-09T00:00:00Z'
  const undrawn = [{ is_being_drawn: true, papers: 0, mails: 0 }]
  // Right after it was sent: its drawing stands in the queue.
  expect(await killed({ now, partner_id, dieAt: 1, side: 'after' })).toBe(true)
  expect(await told()).toEqual(undrawn)
  // Drawn, and killed before that was kept.
  expect(await killed({ now, isDrawing: true, dieAt: 1, side: 'before' })).toBe(true)
  expect(await told()).toEqual(undrawn)
  // Kept with its mail, and killed before the queue heard of it: whoever draws again finds it done.
  const drawn = [{ is_being_drawn: false, papers: 1, mails: 1 }]
  expect(await killed({ now, isDrawing: true, dieAt: 1, side: 'after' })).toBe(true)
  expect(await told()).toEqual(drawn)
  expect(await killed({ now, isDrawing: true })).toBe(false)
  expect(await told()).toEqual(drawn)
})
