import { afterAll, beforeAll, expect, test } from 'vitest'
import { remindCustomers } from '#server/invoices/dunning/dunning-remind-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { newCustomer, passWorkingDays, runJob, sentInvoice } from '#tests/support/billing.ts'
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
  await runJob(world, remindCustomers)
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
