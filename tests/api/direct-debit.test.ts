import { afterAll, beforeAll, expect, test } from 'vitest'
import { booksHold, newCustomer, sentInvoice } from '#tests/support/billing.ts'
import { type Debiting, debiting } from '#tests/support/debiting.ts'

let office: Debiting

beforeAll(async () => {
  // A Wednesday, with no holiday within three weeks.
  office = await debiting('2027-05-05')
})
afterAll(() => office.close())

const due = { due_date: '2027-05-21', discounted_date: '2027-05-21' }

async function payer() {
  const { id } = await newCustomer(office.user)
  await office.authorise(id)
  return id
}

test('an invoice is collected in time for its discount, paid out, and the books agree', async () => {
  const customer = await payer()
  const sent = await sentInvoice(office.accounting, customer, due)
  await office.work()
  const [planned] = await office.debitsOf(customer)
  expect(planned).toMatchObject({
    invoice_id: sent.id,
    payment_status: 'pending',
    debit_state: 'planned',
    charge_date: '2027-05-21',
    amount_incl_gst: '103.50',
  })
  await booksHold(office.world, customer)

  await office.at('2027-05-21')
  expect((await office.debitsOf(customer))[0]).toMatchObject({ debit_state: 'submitted' })
  await office.at('2027-05-26', 13)
  expect((await office.debitsOf(customer))[0]).toMatchObject({
    payment_status: 'received',
    debit_state: 'confirmed',
    payment_date: '2027-05-21',
    allocated_amount: '103.50',
  })
  await booksHold(office.world, customer)
  await office.at('2027-05-27')
  expect((await office.debitsOf(customer))[0]).toMatchObject({
    payment_status: 'reconciled',
    debit_state: 'paid_out',
  })
  const invoice = await office.accounting.get('/invoice', { id: sent.id })
  expect(invoice.body.data).toMatchObject({ invoice_status: 'paid', balance: '0.00' })
  const payouts = await office.accounting.get('/payouts', {})
  expect(payouts.body.data).toHaveLength(1)
  expect(payouts.body.data[0]).toMatchObject({ payout_status: 'paid', collected: '103.50' })
  await booksHold(office.world, customer)
})
