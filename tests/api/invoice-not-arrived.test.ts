import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargeLateFeesJob } from '#server/invoices/dunning/dunning-late-fees.ts'
import { remindCustomers } from '#server/invoices/dunning/dunning-remind-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import {
  booksHold,
  newCustomer,
  passWorkingDays,
  runJob,
  sentInvoice,
} from '#tests/support/billing.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
  passWorkingDays(world, 1)
})
afterAll(() => world.close())

async function pass(workingDays: number) {
  passWorkingDays(world, workingDays)
  await runJob(world, chargeLateFeesJob)
  await runJob(world, remindCustomers)
}

/** What became of the mail with an invoice. */
const comesTo = (invoice_id: number, status: string) =>
  world.owner.query(
    `update messages set status = $2, sent_at = $3 where invoice_id = $1 and kind = 'invoice'`,
    [invoice_id, status, world.clock.now()],
  )

async function told(invoice_id: number) {
  const reminders = await world.owner.query(
    'select step, outcome, reason from reminders where invoice_id = $1 order by id',
    [invoice_id],
  )
  const fees = await world.owner.query(
    'select amount from pending_charges where about_invoice_id = $1 and dropped_at is null',
    [invoice_id],
  )
  return { reminders: reminders.rows, fees: fees.rows }
}

test('whom the invoice never reached is neither reminded nor charged, until it has', async () => {
  const accounting = await world.as('accounting')
  const who = await newCustomer(accounting, { charge_late_fee: true })
  const { id } = await sentInvoice(accounting, who.id, { due_date: todayOf(world) })
  await scope(world.owner, world.organisations[0])
  await comesTo(id, 'bounced')
  await pass(4)
  const before = await told(id)
  expect(before).toMatchObject({ reminders: [{ step: 3, outcome: 'refused' }], fees: [] })
  expect(before.reminders[0].reason).toContain('did not arrive')
  // Its days begin once it has come.
  await comesTo(id, 'accepted')
  await pass(2)
  expect((await told(id)).fees).toEqual([])
  await pass(1)
  const after = await told(id)
  expect(after.fees).toEqual([{ amount: '10.00' }])
  expect(after.reminders.at(-1)).toMatchObject({ outcome: 'sent' })
  await booksHold(world, who.id)
})
