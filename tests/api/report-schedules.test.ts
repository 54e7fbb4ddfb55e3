import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reports } from '#domain/reports/report-list.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { findDueReports } from '#server/reports/schedule/due-reports-job.ts'
import { sendReport } from '#server/reports/schedule/send-report-job.ts'
import { writtenReport } from '#server/reports/schedule/written-report.ts'
import { newCustomer, runJob, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { silentMail } from '#tests/support/smtp-sink.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

const DAY_MS = 86_400_000
// A Tuesday, at noon in Auckland; the first mails leave on Wednesday at seven.
const noon = new Date('2026-05-05T00:00:00Z')
const seven = new Date('2026-05-05T19:00:00Z')

let world: World
let accounting: Client
let manager: Client

beforeAll(async () => {
  world = await makeWorld({ smtpUrl: silentMail })
  world.clock.stopAt(noon)
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  const { id } = await newCustomer(accounting, { name: 'Moana Bay Motel' })
  await sentInvoice(accounting, id, { invoice_date: '2026-05-05', due_date: '2026-05-20' })
})
afterAll(() => world.close())

const query = async <R>(text: string, values: unknown[] = []): Promise<R[]> => {
  await scope(world.owner, world.organisations[0])
  return (await world.owner.query(text, values)).rows as R[]
}

const people = (...names: (keyof World['userIds'])[]) => names.map((name) => world.userIds[name])
const owed = { name: 'What is owed', report_name: 'receivables', frequency: 'daily', on_day: 1 }

async function scheduled(client: Client, given: object): Promise<number> {
  const reply = await client.put('/reportschedule', { ...owed, ...given })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

interface SentReport {
  recipient: string
  kind: string
  text_plain: string
  files: string[]
}

const sentOn = (day: string, id: number) =>
  query<SentReport>(
    `select recipient, kind, text_plain, array(select e.name from message_enclosures e
      where e.message_id = m.id order by e.id) as files
    from messages m where unique_key like $1 order by recipient`,
    [`report %${id} ${day}%`],
  )

/** The morning of a day: what is due is found and worked on, as often as somebody comes by. */
async function morning(at: Date, workers = 1): Promise<void> {
  world.clock.stopAt(at)
  await runJob(world, findDueReports)
  const { rows } = await world.owner.query<{ data: never }>(
    `delete from pgboss.job where name = 'send-report' returning data`,
  )
  const job = jobContext(world)
  for (const { data } of rows)
    await Promise.all(Array.from({ length: workers }, () => sendReport.run(job, data)))
}

const nextMorning = (days: number) => new Date(seven.getTime() + days * DAY_MS)
const dayOf = (at: Date) => new Date(at.getTime() + DAY_MS / 2).toISOString().slice(0, 10)

describe('asking for a report', () => {
  test('its next day is tomorrow once seven has passed, and oneself gets it where nobody is named', async () => {
    const reply = await accounting.put('/reportschedule', owed)
    expect(reply.body.data).toMatchObject({
      next_date: '2026-05-06',
      recipient_ids: people('accounting'),
      relative_period: null,
      schedule_status: 'active',
    })
    await accounting.delete('/reportschedule', { id: reply.body.data.id })
  })

  test('whoever may not read the report cannot be sent it, and who is not here is not known', async () => {
    const without = await accounting.put('/reportschedule', {
      ...owed,
      recipient_ids: people('accounting', 'user'),
    })
    expect(without.status, without.text).toBe(476)
    expect(without.body.message).toContain('may not read Aged receivables')
    const stranger = { ...owed, recipient_ids: people('other') }
    const unknown = await accounting.put('/reportschedule', stranger)
    expect(unknown.status).toBe(400)
    expect(unknown.body.errors).toMatchObject([{ field: 'recipient_ids' }])
  })

  test('only reports that there are and that one may read can be asked for', async () => {
    const user = await world.as('user')
    expect((await user.put('/reportschedule', owed)).status).toBe(403)
    for (const [field, given] of [
      ['report_name', { report_name: 'nothing' }],
      ['report_group', { report_group: 'nothing' }],
      ['only_of', { only_of: 'nothing:1' }],
      ['on_day', { frequency: 'weekly', on_day: 8 }],
    ] as const) {
      const reply = await accounting.put('/reportschedule', { ...owed, ...given })
      expect([reply.status, reply.body.errors?.[0]?.field]).toEqual([400, field])
    }
  })

  test('nobody sees or changes what a colleague or another organisation asked for', async () => {
    const id = await scheduled(accounting, {})
    for (const client of [manager, await world.as('other')]) {
      expect((await client.get('/reportschedule', { id })).status).toBe(404)
      expect((await client.get('/reportschedules')).body.data).toEqual([])
      expect((await client.post('/reportschedule/pause', { id })).status).toBe(404)
      expect((await client.delete('/reportschedule', { id })).status).toBe(404)
    }
    expect((await accounting.get('/reportschedules')).body.data).toMatchObject([{ id }])
    await accounting.delete('/reportschedule', { id })
  })
})

describe('the morning', () => {
  test('each reader gets figures, PDF and, where they may take it away, the file: once', async () => {
    const id = await scheduled(accounting, { recipient_ids: people('accounting', 'manager') })
    await morning(new Date(seven.getTime() - 1))
    expect(await sentOn('2026-05-06', id)).toEqual([])
    await morning(seven, 2)
    await morning(new Date(seven.getTime() + 3_600_000), 2)
    const mails = await sentOn('2026-05-06', id)
    expect(mails.map(({ recipient, files }) => [recipient, files])).toEqual([
      ['accounting@example.co.nz', ['receivables-2026-05-06.pdf']],
      ['manager@example.co.nz', ['receivables-2026-05-06.pdf', 'receivables-2026-05-06.csv']],
    ])
    // What is read here by everybody tells no figure.
    for (const { text_plain } of mails) expect(text_plain).not.toMatch(/103\.50|Moana/)
    const runs = await query(
      `select run_date::text, sent, outcome from reportschedule_runs where reportschedule_id = $1`,
      [id],
    )
    expect(runs).toEqual([{ run_date: '2026-05-06', sent: 2, outcome: 'Sent to 2 people.' }])
    accounting = await world.as('accounting')
    expect((await accounting.get('/reportschedule', { id })).body.data).toMatchObject({
      next_date: '2026-05-07',
      last_date: '2026-05-06',
    })
    const [pdf] = await query<{ bytes: Buffer }>(
      `select bytes from message_enclosures where name like '%.pdf' order by id limit 1`,
    )
    expect(pdfText(pdf?.bytes ?? Buffer.alloc(0))).toContain('Moana Bay Motel')
    const [left] = await query<{ id: string }>(
      `update messages set status = 'accepted' where kind = 'report' returning id`,
    )
    const asked = { id: Number(left?.id), to: 'user@example.co.nz' }
    const reply = await (await world.as('user')).post('/message/resend', asked)
    expect(reply.status).toBe(476)
    expect(reply.body.message).toContain('a report goes to those alone who may read it')
    await accounting.delete('/reportschedule', { id })
  })

  test('the words and the link are those of the reader, and large files stay behind sign-in', async () => {
    const id = await scheduled(accounting, {})
    const [row] = await query<Record<string, never>>(
      'select * from reportschedules where id = $1',
      [id],
    )
    const ctx = systemContext(jobContext(world), world.organisations[0], 'test')
    const due = {
      schedule: row as never,
      definition: reports.receivables,
      owner: 'Priya',
      day: '2026-05-07',
    }
    const reader = {
      user_id: world.userIds.manager,
      name: 'Aroha',
      username: 'manager',
      email: 'manager@example.co.nz',
      role: 'manager',
    } as const
    const whole = await writtenReport(ctx, due, reader)
    expect(whole?.subject).toMatch(/^Aged receivables, /)
    expect(whole?.text).toContain('Moana Bay Motel  103.50')
    expect(whole?.text).toContain('/app/reports?name=receivables')
    expect(whole?.html).toContain('<td align="right">103.50</td>')
    const small = await writtenReport(ctx, due, reader, 100)
    expect(small?.enclosures).toEqual([])
    expect(small?.text).toContain('too large for a mail')
    await accounting.delete('/reportschedule', { id })
  })

  test('who lost the role gets none that day, and whoever asked for it is told', async () => {
    const at = nextMorning(2)
    const id = await scheduled(accounting, { recipient_ids: people('accounting', 'manager') })
    const role = (name: string) =>
      query(`update memberships set role_name = $2 where user_id = $1`, [
        world.userIds.manager,
        name,
      ])
    await role('user')
    await morning(at)
    const mails = await sentOn(dayOf(at), id)
    expect(mails.map(({ recipient, kind }) => [recipient, kind])).toEqual([
      ['accounting@example.co.nz', 'notice'],
      ['accounting@example.co.nz', 'report'],
    ])
    expect(mails.find(({ kind }) => kind === 'notice')?.text_plain).toContain(
      'may not read Aged receivables',
    )
    await role('manager')
    await morning(nextMorning(3))
    expect((await sentOn(dayOf(nextMorning(3)), id)).map(({ kind }) => kind)).toEqual([
      'report',
      'report',
    ])
    accounting = await world.as('accounting')
    await accounting.delete('/reportschedule', { id })
  })

  test('nothing is sent when there is nothing to report, while it is paused, or once it is deleted', async () => {
    const none = await scheduled(accounting, { report_name: 'payables' })
    const paused = await scheduled(accounting, {})
    const gone = await scheduled(accounting, {})
    expect((await accounting.post('/reportschedule/pause', { id: paused })).status).toBe(200)
    await accounting.delete('/reportschedule', { id: gone })
    const at = nextMorning(4)
    await morning(at)
    for (const id of [none, paused, gone]) expect(await sentOn(dayOf(at), id)).toEqual([])
    accounting = await world.as('accounting')
    const { body } = await accounting.get('/reportschedule', { id: none })
    expect(body.data.last_outcome).toBe('Not sent: there was nothing to report.')
    const resumed = await accounting.post('/reportschedule/resume', { id: paused })
    expect(resumed.body.data.next_date).toBe(dayOf(nextMorning(5)))
    for (const id of [none, paused]) await accounting.delete('/reportschedule', { id })
  })

  test('what breaks off leaves neither a mail nor a day that is done, and is sent when it is mended', async () => {
    const id = await scheduled(accounting, { recipient_ids: people('accounting', 'manager') })
    const at = nextMorning(6)
    const address = (email: string) =>
      query('update users set email = $2 where id = $1', [world.userIds.manager, email])
    await address('no address at all')
    await expect(morning(at)).rejects.toThrow()
    expect(await sentOn(dayOf(at), id)).toEqual([])
    expect(
      await query('select id from reportschedule_runs where reportschedule_id = $1', [id]),
    ).toEqual([])
    await address('manager@example.co.nz')
    await morning(new Date(at.getTime() + 300_000))
    expect(await sentOn(dayOf(at), id)).toHaveLength(2)
  })
})
