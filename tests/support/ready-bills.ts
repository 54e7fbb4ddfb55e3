import { expect } from 'vitest'
import { supplier } from '#domain/suppliers/supplier.ts'
import { billingRows } from './billing-rows.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'
import { because, done, type Prepare } from './ready-rows.ts'

// How calls about suppliers' bills and the money for them are made ready.

const billOf = (client: Client) => billingRows.bill?.(client) ?? Promise.reject(new Error('bill'))

/** A bill whose invoice was thrown away. */
async function freeBill(client: Client): Promise<number> {
  const id = await billOf(client)
  const { invoice_id } = (await client.get('/bill', { id })).body.data
  expect((await client.delete('/invoice', { id: invoice_id })).status).toBe(262)
  return id
}

async function approvedBill(client: Client): Promise<number> {
  const id = await billOf(client)
  await done(client, '/bill/approve', { id })
  return id
}

async function supplierPayment(client: Client, state: 'draft' | 'approved' | 'paid') {
  const bill_id = await approvedBill(client)
  const body = { bill_id, amount_incl_gst: '10.00', payment_date: '2026-11-01' }
  const { id } = (await client.put('/billpayment', body)).body.data
  if (state !== 'draft') await done(client, '/billpayment/approve', { id })
  if (state === 'paid') await done(client, '/billpayment/pay', { id })
  return { id }
}

/** A bill that was paid as a whole, and its payment. */
async function paidBill(client: Client): Promise<{ bill_id: number; id: number }> {
  const bill_id = await approvedBill(client)
  const body = { bill_id, amount_incl_gst: '92.00', payment_date: '2026-11-01' }
  const { id } = (await client.put('/billpayment', body)).body.data
  await done(client, '/billpayment/approve', { id })
  await done(client, '/billpayment/pay', { id })
  return { bill_id, id }
}

const refundOf: Prepare = async (client) => ({
  id: (await paidBill(client)).bill_id,
  to: 'bank',
  ...because,
})

const paybackOf: Prepare = async (client) => {
  const { bill_id, id } = await paidBill(client)
  await done(client, '/bill/refund', { id: bill_id, to: 'credit', ...because })
  return { id }
}

/** Credit with a supplier that no bill has used. */
const supplierCredit: Prepare = async (client) => {
  const supplier_id = (await makeRow(client, supplier)).id
  const given = { kind: 'correction', side: 'credit', amount: '10.00', reason: 'Read wrongly' }
  const made = await client.put('/adjustment', { supplier_id, ...given })
  expect(made.status, made.text).toBe(201)
  return { id: made.body.data.id }
}

export const readyBills: Record<string, Prepare> = {
  'POST /bill': async (client) => ({ id: await billOf(client), version: 1, notes: 'Looked at' }),
  'POST /bill/approve': async (client) => ({ id: await billOf(client) }),
  'POST /bill/dispute': async (client) => ({ id: await approvedBill(client), ...because }),
  'POST /bill/refund': refundOf,
  'POST /bill/cancel': async (client) => {
    const id = await freeBill(client)
    await done(client, '/bill/approve', { id })
    return { id, ...because }
  },
  'POST /bill/restore': async (client) => {
    const id = await freeBill(client)
    expect((await client.delete('/bill', { id })).status).toBe(262)
    return { id }
  },
  'POST /bill/resolve': async (client) => {
    const id = await approvedBill(client)
    await done(client, '/bill/dispute', { id, ...because })
    return { id, ...because }
  },
  'PUT /billpayment': async (client) => ({
    bill_id: await approvedBill(client),
    amount_incl_gst: '10.00',
    payment_date: '2026-11-01',
  }),
  'POST /billpayment': async (client) => ({
    ...(await supplierPayment(client, 'draft')),
    version: 1,
    notes: 'Looked at',
  }),
  'POST /billpayment/approve': (client) => supplierPayment(client, 'draft'),
  'POST /billpayment/pay': (client) => supplierPayment(client, 'approved'),
  'POST /billpayment/payback': paybackOf,
  'POST /adjustment/payback': supplierCredit,
  'POST /billpayment/returned': async (client) => ({
    ...(await supplierPayment(client, 'paid')),
    ...because,
  }),
  'POST /billpayment/cancel': async (client) => ({
    ...(await supplierPayment(client, 'paid')),
    ...because,
  }),
}
