import { expect } from 'vitest'
import { sendBulk, tendBulks } from '#server/invoices/customer-letters.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import type { Client } from './client.ts'
import { gateways, setUp } from './gateways.ts'
import { jobContext } from './job-context.ts'
import { startSmtpSink } from './smtp-sink.ts'
import { makeWorld, type World } from './world.ts'

let made = 0

/** Customers of one city, so that a list can be asked for them alone. */
export async function customersOf(world: World, count: number, more: Record<string, unknown> = {}) {
  made += 1
  const city = `Town ${made}`
  const rows = Array.from({ length: count }, (_, n) => ({
    organisation_id: world.organisations[0],
    customer_number: `B${made}-${String(n).padStart(5, '0')}`,
    name: `Reader ${made}-${n}`,
    customer_status: 'active',
    customer_type: 'residential',
    email: `reader${n}@town${made}.example`,
    city,
    ...more,
  }))
  const columns = Object.keys(rows[0] ?? {})
  const { rows: found } = await world.owner.query<{ id: string }>(
    `insert into customers (${columns.join(', ')})
     select ${columns.join(', ')} from json_populate_recordset(null::customers, $1::json)
     returning id`,
    [JSON.stringify(rows.map((row) => ({ ...row })))],
  )
  const ids = found.map(({ id }) => Number(id))
  return { ids, city, audience: { list: 'customers', params: { city } } as const }
}

/** Gives customers values of their own, by SQL: checks do not stand in the way. */
export async function setCustomer(world: World, id: number, values: Record<string, unknown>) {
  for (const [column, value] of Object.entries(values))
    await world.owner.query(`update customers set ${column} = $2 where id = $1`, [id, value])
}

/** An office that writes to many, with a mail server that takes what leaves. */
export async function bulkOffice(world: World, manager: Client) {
  const sink = await startSmtpSink()
  const config = { ...world.config, smtpUrl: sink.url }
  const contextWith = (more: Partial<JobContext> = {}) => jobContext(world, { config, ...more })
  const [organisation_id] = world.organisations
  const draft = async (audience: object, more: object = {}): Promise<number> => {
    const words = { subject: 'News for {{customer_name}}', text_base: 'Kia ora {{customer_name}}.' }
    const body = { name: 'News', audience, ...words, ...more }
    const reply = await manager.put('/bulkmessage', body)
    expect(reply.status, reply.text).toBe(201)
    return reply.body.data.id
  }
  const get = async (id: number) => (await manager.get('/bulkmessage', { id })).body
  return {
    sink,
    draft,
    get,
    preview: async (id: number) => {
      const reply = await manager.post('/bulkmessage/preview', { id })
      expect(reply.status, reply.text).toBe(200)
      return reply.body.data
    },
    start: async (id: number, more: object = {}) => {
      const reply = await manager.post('/bulkmessage/start', { id, ...more })
      expect(reply.status, reply.text).toBe(200)
      return reply.body.data
    },
    /** One worker's turn at it. */
    work: (bulk_id: number, more: Partial<JobContext> = {}) =>
      sendBulk.run(contextWith(more), { organisation_id, bulk_id }),
    tend: (more: Partial<JobContext> = {}) => tendBulks.run(contextWith(more), {}),
    states: async (id: number) => (await get(id)).info.progress.states,
    receivers: () => sink.messages.flatMap(({ to }) => to),
    close: () => sink.stop(),
  }
}
export type TestBulkOffice = Awaited<ReturnType<typeof bulkOffice>>

/** The same in a world of its own, with phones, and nobody who is not to be disturbed. */
export async function bulkWorld(settings: Record<string, unknown> = {}) {
  const [world, house] = await Promise.all([makeWorld(), gateways()])
  const [manager, admin] = await Promise.all([world.as('manager'), world.as('admin')])
  const awake = { sms_quiet_hours: 'none', promo_mail_quiet_hours: 'none' }
  await setUp(admin, { sms_sender_service: '4321', ...awake, ...settings })
  const [organisation_id] = world.organisations
  const sms = house.channels.twilio
  world.config.channels = { organisations: [{ organisation_id, sms }] }
  const office = await bulkOffice(world, manager)
  const close = async () => {
    await office.close()
    await world.close()
    await house.close()
  }
  return { world, house, manager, admin, office, close }
}
