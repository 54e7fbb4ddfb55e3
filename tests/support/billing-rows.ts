import { expect } from 'vitest'
import { contract } from '#domain/contracts/contract.ts'
import { customer } from '#domain/customers/customer.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { bankRows } from './bank-rows.ts'
import type { Client, Reply } from './client.ts'
import { commissionRows } from './commission-rows.ts'
import { dayIn } from './days.ts'
import { makeRow } from './fitting.ts'
import { accountantfileRow, exportRow } from './ready-exports.ts'
import { gstreturnRow } from './ready-reports.ts'

// Money documents are not made from their own fields: an invoice comes from a request, a bill with
// an invoice, and a line of the books with its entry.

let sequence = 0

async function given(reply: Promise<Reply>): Promise<number> {
  const { status, text, body } = await reply
  expect([200, 201], text).toContain(status)
  return Number(Array.isArray(body.data) ? body.data[0].id : body.data.id)
}

async function invoiceWithBill(client: Client): Promise<number> {
  sequence += 1
  const deal = await makeRow(client, contract, {
    supplier_id: (await makeRow(client, supplier)).id,
    date_start: '2026-01-01',
  })
  const agreed = { id: deal.id, reason: 'Agreed elsewhere' }
  await given(client.post('/contract/activate', agreed))
  const days = { period_start: '2026-04-01', period_end: '2026-04-30' }
  return given(
    client.put('/invoice', {
      customer_id: deal.customer_id,
      contract_id: deal.id,
      ...days,
      lines: [{ name: 'Energy', quantity: '1', rate: '100.00' }],
      bill: {
        ...days,
        supplier_statement_number: `Bill ${sequence}`,
        supplier_due_date: dayIn(31),
        lines: [{ name: 'Energy', quantity: '1', rate: '80.00' }],
      },
    }),
  )
}

const billOf = async (client: Client) =>
  given(client.get('/bills', { invoice_id: await invoiceWithBill(client) }))

/** An entry over the limit of four eyes. */
export async function waitingEntry(client: Client): Promise<number> {
  const line = { account: 5000, against_account: 4010, amount: '9000.00' }
  const written = await client.put('/accounttransaction', { ...line, reason: 'A large one' })
  expect(written.status, written.text).toBe(202)
  return written.body.data.manualentry_id
}

async function entry(client: Client): Promise<number> {
  const payee = await makeRow(client, supplier)
  const lines = [
    { account: 5000, amount: '10.00' },
    { account: 4010, amount: '-10.00' },
  ]
  const reason = 'An entry for this test'
  return given(client.put('/transaction', { lines, reason, supplier_id: payee.id }))
}

/** A message to somebody with a page to read it on. */
export async function readableMessage(client: Client) {
  sequence += 1
  const email = `chat${sequence}@example.co.nz`
  const { id: customer_id } = await makeRow(client, customer, { email })
  const lines = [{ name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }]
  const id = await given(client.put('/invoice', { customer_id, lines }))
  const acknowledge = Array.from({ length: 12 }, (_, n) => `W${String(n + 1).padStart(2, '0')}`)
  await given(client.post('/invoice/approve', { id, send: true, acknowledge }))
  return { customer_id, text_plain: 'Kia ora, we have looked into it.' }
}

/** How a row of each kind comes about; the rest is made from its own fields. */
export const billingRows: Record<string, (client: Client) => Promise<number>> = {
  ...bankRows,
  ...commissionRows,
  invoice: invoiceWithBill,
  bill: billOf,
  transaction: entry,
  accounttransaction: async (client) =>
    given(client.get('/accounttransactions', { transaction_id: await entry(client) })),
  gstreturn: gstreturnRow,
  export: exportRow,
  accountantfile: accountantfileRow,
  adjustment: async (client) =>
    given(
      client.put('/adjustment', {
        customer_id: (await makeRow(client, customer)).id,
        kind: 'opening_balance',
        side: 'debit',
        amount: '10.00',
        reason: 'Owed before we came',
      }),
    ),
  invoicepayment: async (client) =>
    given(
      client.put('/invoicepayment', {
        customer_id: (await makeRow(client, customer)).id,
        amount_incl_gst: '10.00',
        payment_date: '2026-11-01',
      }),
    ),
  billpayment: async (client) => {
    const bill_id = await billOf(client)
    await given(client.post('/bill/approve', { id: bill_id }))
    const payment = { bill_id, amount_incl_gst: '10.00', payment_date: '2026-11-01' }
    return given(client.put('/billpayment', payment))
  },
  manualentry: waitingEntry,
  billingrun: async (client) => given(client.put('/billingrun', {})),
  message: async (client) => given(client.put('/message', await readableMessage(client))),
  thread: async (client) => {
    const { customer_id } = await readableMessage(client)
    return given(client.get('/threads', { customer_id }))
  },
}
