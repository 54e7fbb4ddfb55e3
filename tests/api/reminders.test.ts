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

/** An invoice of which the first step of reminding is due. */
async function remindedInvoice(given: Record<string, unknown>) {
  const accounting = await world.as('accounting')
  const who = await newCustomer(accounting, given)
  const { id } = await sentInvoice(accounting, who.id, { due_date: todayOf(world) })
  passWorkingDays(world, 4)
  await remindCustomers.run(jobContext(world), {})
  return id
}

test('why a reminder was refused can be read on its invoice', async () => {
  const id = await remindedInvoice({ required_for_medical: true })
  const user = await world.as('user')
  const reply = await user.get('/invoice/reminders', { id })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.data).toMatchObject([{ step: 3, outcome: 'refused' }])
  expect(reply.body.data[0].reason).toContain('needs power for medical reasons')
})

test('so can the ones that were sent, and nobody else’s organisation sees either', async () => {
  const id = await remindedInvoice({})
  const user = await world.as('user')
  const reply = await user.get('/invoice/reminders', { id })
  expect(reply.body.data).toMatchObject([{ step: 3, outcome: 'sent', reason: null }])
  const other = await world.as('other')
  expect((await other.get('/invoice/reminders', { id })).status).toBe(404)
})

test('who agreed to it is reminded by text message as well, and nobody else', async () => {
  const sms = {
    provider: 'twilio',
    url: 'http://127.0.0.1:9',
    account_sid: 'ACreminders',
    auth_token: 'a token of the tests',
    hook_key: 'a-hook-key-of-the-tests-long-enough',
    answers_stop: false,
  } as const
  const [organisation_id] = world.organisations
  world.config.channels = { organisations: [{ organisation_id, sms }] }
  await setUp(await world.as('admin'), { sms_sender_service: '4321' })
  const texts = async (invoice_id: number) => {
    const user = await world.as('user')
    const reply = await user.get('/messages', { invoice_id, type: 'sms' })
    expect(reply.status, reply.text).toBeLessThan(300)
    return reply.body.data
  }
  const phone_mobile = '+64215550199'
  const flagged = await remindedInvoice({ phone_mobile, receive_sms_reminders: true })
  expect(await texts(flagged), 'a flag that nobody can explain').toEqual([])
  const accounting = await world.as('accounting')
  const who = await newCustomer(accounting, { phone_mobile })
  const agreed = { channel: 'sms', purpose: 'reminder', how: 'On the phone' }
  const noted = await accounting.put('/consent', { customer_id: who.id, ...agreed })
  expect(noted.status, noted.text).toBe(201)
  const { id } = await sentInvoice(accounting, who.id, { due_date: todayOf(world) })
  passWorkingDays(world, 4)
  await remindCustomers.run(jobContext(world), {})
  const [text, ...more] = await texts(id)
  expect(more).toEqual([])
  expect(text).toMatchObject({ kind: 'reminder', recipient: phone_mobile, status: 'queued' })
  expect(text.text_plain).toContain('is still to pay')
  expect(text.text_plain, 'the link opens nothing here').toContain('/invoice/#…')
})
