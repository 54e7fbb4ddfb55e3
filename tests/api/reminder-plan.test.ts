import { afterAll, beforeAll, expect, test } from 'vitest'
import { remindCustomers } from '#server/invoices/dunning/dunning-remind-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { newCustomer, passWorkingDays, sentInvoice } from '#tests/support/billing.ts'
import { setUp } from '#tests/support/gateways.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  passWorkingDays(world, 1)
})
afterAll(() => world.close())

/** An invoice that is due today, of a customer of its own. */
async function invoiceOf(customer_type: string) {
  const accounting = await world.as('accounting')
  const who = await newCustomer(accounting, { customer_type })
  const { id } = await sentInvoice(accounting, who.id, { due_date: todayOf(world) })
  return { id, customer_id: who.id }
}

const remind = () => remindCustomers.run(jobContext(world), {})

async function letters(invoice_id: number) {
  const asked = { invoice_id, kind: 'reminder', order: 'id' }
  return (await (await world.as('user')).get('/messages', asked)).body.data ?? []
}

const words = { type: 'email', context: 'reminder', text_base: 'Our words: {{balance}}.' }

test('what is changed while the job is at work holds at once: who is reminded, and how', async () => {
  const [first, second, third] = [
    await invoiceOf('residential'),
    await invoiceOf('residential'),
    await invoiceOf('residential'),
  ]
  await setUp(await world.as('admin'), { reminder_steps_by_class: { commercial: [] } })
  passWorkingDays(world, 4)
  const { owner } = world
  const organisation = String(world.organisations[0])
  await owner.query("select set_config('app.organisation_id', $1, false)", [organisation])
  await owner.query('begin')
  await owner.query('select id from invoices where id = $1 for update', [first.id])
  const reminding = remind()
  const waits = `select count(*)::int from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where not l.granted and a.datname = current_database()`
  const waiting = async () => (await owner.query<{ count: number }>(waits)).rows[0]?.count
  await expect.poll(waiting, { timeout: 3000, interval: 20 }).toBeGreaterThan(0)
  const accounting = await world.as('accounting')
  const { customer_id } = second
  const { version } = (await accounting.get('/customer', { id: customer_id })).body.data
  const change = { id: customer_id, version, customer_type: 'commercial' }
  const moved = await accounting.post('/customer', change)
  expect(moved.status, moved.text).toBe(261)
  await owner.query('commit')
  await reminding
  expect(await letters(first.id)).toHaveLength(1)
  expect(await letters(second.id), 'businesses are not reminded').toEqual([])
  expect(await letters(third.id)).toHaveLength(1)
  await setUp(await world.as('admin'), { reminder_steps_by_class: {} })
})

test('words of our own that advertise by now are none of a reminder', async () => {
  const admin = await world.as('admin')
  const asked = { ...words, name: 'Ours', purpose: 'service', subject: 'Ours' }
  const made = await admin.put('/messagetemplate', asked)
  expect(made.status, made.text).toBe(201)
  const { id: template, version } = made.body.data
  await setUp(admin, { reminder_steps: [{ days: 3, template }] })
  const change = { id: template, version, purpose: 'promotional' }
  const changed = await admin.post('/messagetemplate', change)
  expect(changed.status, changed.text).toBe(261)
  const { id } = await invoiceOf('residential')
  passWorkingDays(world, 4)
  await remind()
  expect(await letters(id)).toMatchObject([
    { purpose: 'service', subject: expect.stringMatching(/^Reminder: /), status: 'queued' },
  ])
  await setUp(await world.as('admin'), { reminder_steps: [3, 10, 20] })
})

test('a reminder whose subject comes to nothing waits and says so', async () => {
  const admin = await world.as('admin')
  const subject = '{{#if late_fee}}A fee of {{late_fee}}{{/if}}'
  const asked = { ...words, name: 'Ours of the key', purpose: 'service', subject, key: 'reminder' }
  const made = await admin.put('/messagetemplate', asked)
  expect(made.status, made.text).toBe(201)
  const { id } = await invoiceOf('residential')
  passWorkingDays(world, 4)
  const sent = await (await world.as('user')).post('/invoice/remind', { id })
  expect(sent.status, sent.text).toBe(200)
  expect(await letters(id)).toMatchObject([
    { status: 'blocked', error: 'The subject is empty.', subject: 'Reminder' },
  ])
})
