import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { booksHold, newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { dayIn } from '#tests/support/days.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { bookedOn } from '#tests/support/supplied.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let manager: Client

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  manager = await world.as('manager')
})
afterAll(() => world.close())

/** $103.50 in time, else $115.00. */
async function owed(given: Record<string, unknown> = {}) {
  const { id: customer_id } = await newCustomer(accounting)
  const invoice = await sentInvoice(accounting, customer_id, given)
  return { customer_id, credits_id: Number(invoice.id), number: String(invoice.invoice_number) }
}

type OwedInvoice = Awaited<ReturnType<typeof owed>>

const asked = ({ customer_id, credits_id }: OwedInvoice, credit_amount?: string) => ({
  ...{ customer_id, credits_id },
  ...(credit_amount ? { credit_amount } : {}),
})

async function credit(about: OwedInvoice, credit_amount?: string) {
  const made = await accounting.put('/invoice', asked(about, credit_amount))
  expect(made.status, made.text).toBe(201)
  return made.body.data
}

async function sent(id: number) {
  const reply = await accounting.post('/invoice/approve', { id, send: true, posted: true })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.data.invoiced_at, reply.text).not.toBeNull()
  return reply.body.data
}

const read = async (id: number) => (await accounting.get('/invoice', { id })).body.data

describe('a credit note', () => {
  test('credits what the invoice comes to, to the cent and with its GST', async () => {
    const about = await owed()
    const draft = await credit(about)
    expect(draft).toMatchObject({
      credits_id: about.credits_id,
      discounted_total_this_period: '-103.50',
      undiscounted_total_this_period: '-103.50',
      gst_if_discounted: '-13.50',
      gst_if_not: '-13.50',
    })
    expect(draft.lines).toMatchObject([{ name: `Credit for invoice ${about.number}` }])
    const { id } = await sent(draft.id)
    expect(await read(about.credits_id)).toMatchObject({ balance: '0.00' })
    const pdf = pdfText((await accounting.get('/invoice/document', { id })).bytes)
    expect(pdf).toContain('Credit tax invoice')
    expect(pdf).toContain(about.number)
    expect((await accounting.get('/invoice/verify', { id })).body.data.differences).toEqual([])
    expect(await bookedOn(world, { invoice_id: id })).toMatchObject({ 2300: '13.50' })
    const list = await accounting.get('/invoices', { credits_id: about.credits_id })
    expect(list.body.data).toMatchObject([{ id }])
    await booksHold(world, about.customer_id)
  })

  test('goes to the invoice it credits first, and what is left of it to the oldest', async () => {
    const { customer_id } = await owed({ due_date: dayIn(12) })
    const oldest = (await accounting.get('/invoices', { customer_id })).body.data[0]
    const invoice = await sentInvoice(accounting, customer_id, { due_date: dayIn(26) })
    const number = String(invoice.invoice_number)
    const about = { customer_id, credits_id: Number(invoice.id), number }
    await sent((await credit(about, '60.00')).id)
    expect(await read(about.credits_id)).toMatchObject({ balance: '43.50' })
    expect(await read(oldest.id)).toMatchObject({ balance: '103.50' })
    const money = { customer_id, invoice_id: invoice.id, payment_date: '2026-11-01' }
    await accounting.put('/invoicepayment', { ...money, amount_incl_gst: '40.00' })
    await sent((await credit(about)).id)
    expect(await read(about.credits_id)).toMatchObject({ balance: '0.00' })
    expect(await read(oldest.id)).toMatchObject({ balance: '63.50' })
    await booksHold(world, customer_id)
  })

  test('in parts leaves the exact rest to the last one, of GST too', async () => {
    const about = await owed({ lines: [line('100.00'), line('0.07')] })
    // 100.07 + 15.01 GST, less 10 %: 103.57 with 13.51 GST.
    expect((await credit(about, '34.52')).gst_if_discounted).toBe('-4.50')
    expect((await credit(about, '34.52')).gst_if_discounted).toBe('-4.50')
    const last = await credit(about)
    expect(last).toMatchObject({
      discounted_total_this_period: '-34.53',
      gst_if_discounted: '-4.51',
    })
    const none = await accounting.put('/invoice', asked(about))
    expect(none.status).toBe(400)
    expect(none.body.errors).toMatchObject([{ field: 'credits_id' }])
  })

  test('never comes to more than is left of the invoice', async () => {
    const about = await owed()
    await credit(about, '100.00')
    const over = await accounting.put('/invoice', asked(about, '3.51'))
    expect(over.status).toBe(400)
    expect(over.body.errors).toMatchObject([
      { field: 'credit_amount', message: 'At most 3.50 is left to credit.' },
    ])
    const nothing = await accounting.put('/invoice', asked(about, '0.00'))
    expect(nothing.body.errors).toMatchObject([{ field: 'credit_amount' }])
  })

  test('names a sent invoice of the same customer, and has no lines of its own', async () => {
    const [about, other] = [await owed(), await owed()]
    const foreign = { ...asked(about), credits_id: other.credits_id }
    expect((await accounting.put('/invoice', foreign)).body.errors).toMatchObject([
      { field: 'credits_id' },
    ])
    const { id } = await credit(about, '10.00')
    const ofCredit = await accounting.put('/invoice', { ...asked(about), credits_id: id })
    expect(ofCredit.body.errors).toMatchObject([{ field: 'credits_id' }])
    const written = await accounting.put('/invoice', { ...asked(about), lines: [line('1.00')] })
    expect(written.body.errors).toMatchObject([{ field: 'lines' }])
    const { version } = await read(id)
    const typed = await accounting.post('/invoice', { id, version, lines: [line('1.00')] })
    expect(typed.body.errors).toMatchObject([{ field: 'lines' }])
    const less = await accounting.post('/invoice', { id, version, credit_amount: '9.00' })
    expect(less.body.data.discounted_total_this_period).toBe('-9.00')
  })

  test('counts with the discount the invoice lost, and without a fee that was waived', async () => {
    const about = await owed()
    await scope(world.owner, world.organisations[0])
    await world.owner.query("update invoices set ppd_state = 'lost' where id = $1", [
      about.credits_id,
    ])
    expect(await credit(about)).toMatchObject({ discounted_total_this_period: '-115.00' })
  })

  test('stands in the way of taking its invoice back, until it is taken back itself', async () => {
    const about = await owed()
    const note = await sent((await credit(about, '23.00')).id)
    const because = { reason: 'Wrong site' }
    const refused = await manager.post('/invoice/cancel', { id: about.credits_id, ...because })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain(note.invoice_number)
    expect((await manager.post('/invoice/redo', { id: about.credits_id, ...because })).status).toBe(
      476,
    )
    const again = await accounting.post('/invoice/redo', { id: note.id, ...because })
    expect(again.body.data).toMatchObject({
      credits_id: about.credits_id,
      discounted_total_this_period: '-23.00',
    })
    await accounting.delete('/invoice', { id: again.body.data.id })
    const done = await manager.post('/invoice/cancel', { id: about.credits_id, ...because })
    expect(done.status, done.text).toBe(200)
    await booksHold(world, about.customer_id)
  })

  test('made twice at the same moment still comes to no more than the invoice', async () => {
    const about = await owed()
    const both = [1, 2].map(() => accounting.put('/invoice', asked(about, '60.00')))
    const statuses = (await Promise.all(both)).map((reply) => reply.status)
    expect(statuses.sort()).toEqual([201, 400])
  })

  test('is not approved once its invoice is gone', async () => {
    const about = await owed()
    const draft = await credit(about, '23.00')
    await scope(world.owner, world.organisations[0])
    await world.owner.query("update invoices set invoice_status = 'cancelled' where id = $1", [
      about.credits_id,
    ])
    const refused = await accounting.post('/invoice/approve', { id: draft.id })
    expect(refused.status).toBe(476)
  })
})

const line = (rate: string) => ({ name: 'Energy', quantity: '1', rate, unit: 'each' })
