import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { booksHold, newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { dayIn } from '#tests/support/days.ts'
import { lettersWhere } from '#tests/support/letters.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
})
afterAll(() => world.close())

const dates = { due_date: dayIn(29), discounted_date: dayIn(22) }
const later_day = dayIn(57)
const reason = 'Agreed on the phone'

async function sent() {
  const { id: customer_id } = await newCustomer(accounting)
  return sentInvoice(accounting, customer_id, dates)
}

const change = (row: { id: number; version: number }, values: object) =>
  accounting.post('/invoice', { id: row.id, version: row.version, ...values })

async function letters(id: number) {
  await scope(world.owner, world.organisations[0])
  return lettersWhere(world.owner, 'unique_key like $1', [`later ${id} %`])
}

// Shows: V2.2.3
test('the discount cannot be earned after the due date, whichever of the two moves', async () => {
  const row = await sent()
  const refused = await change(row, { discounted_date: dayIn(30), reason })
  expect(refused.status, refused.text).toBe(400)
  expect(refused.body.errors).toMatchObject([{ field: 'discounted_date' }])
  expect(await letters(row.id)).toEqual([])
  const both = { due_date: later_day, discounted_date: later_day, reason }
  expect((await change(row, both)).status).toBe(261)
})

test('more time needs a reason, and never becomes less', async () => {
  const row = await sent()
  const silent = await change(row, { due_date: later_day })
  expect(silent.body.errors).toMatchObject([{ field: 'reason' }])
  const sooner = await change(row, { due_date: dayIn(12), reason })
  expect(sooner.body.errors).toMatchObject([{ field: 'due_date' }])
})

test('the customer of a sent invoice is told the new days, once for each change', async () => {
  const row = await sent()
  const later = await change(row, { due_date: later_day, reason })
  expect(later.status, later.text).toBe(261)
  const [first, ...others] = await letters(row.id)
  expect(others).toEqual([])
  expect(first?.subject).toContain(row.invoice_number)
  expect(first?.text_plain).toContain(`$103.50 is still to pay, by ${formatDayShort(later_day)}.`)
  expect(first?.text_plain).toContain(
    `Paid by ${formatDayShort(dates.discounted_date)}, your discount counts.`,
  )
  expect(first?.text_plain).toMatch(/\/invoice\/#[\w-]{43}\s/)
  expect(first?.text_plain).not.toContain(reason)
  await change(later.body.data, { notes: 'Called again' })
  expect(await letters(row.id)).toHaveLength(1)
  const deliveries = await accounting.get('/invoice/deliveries', { id: row.id })
  expect(deliveries.body.data[0]).toMatchObject({ kind: 'new_dates' })
  await booksHold(world, row.customer_id)
})

test('one that was never sent moves in silence', async () => {
  const { id: customer_id } = await newCustomer(accounting)
  const lines = [{ name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }]
  const made = await accounting.put('/invoice', { customer_id, lines, ...dates })
  const approved = await accounting.post('/invoice/approve', { id: made.body.data.id })
  const later = await change(approved.body.data, { due_date: later_day, reason })
  expect(later.body.data.due_date).toBe(later_day)
  expect(await letters(made.body.data.id)).toEqual([])
})
