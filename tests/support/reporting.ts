import { expect } from 'vitest'
import type { Client } from './client.ts'
import { draftWithBill, everyWarning, type SuppliedAccount, suppliedAccount } from './supplied.ts'

/** The sell side of the worked example: 640.53 in time, else 709.75. */
const aprilLines = [
  { name: 'Energy', quantity: '1', rate: '573.26' },
  { name: 'Special read', quantity: '1', rate: '25.00', discountable: false },
  { name: 'Welcome credit', quantity: '1', rate: '-20.00', discountable: false },
]

export interface WorkedExample extends SuppliedAccount {
  invoice_id: number
  invoice_number: string
  bill_id: number
}

interface ExampleParts {
  bill?: object
  dates?: object
  /** Whoever earns on it. */
  partner_id?: number
}

/** The worked example of the billing rules, sent and approved through the API. */
export async function workedExample(
  admin: Client,
  { bill = {}, dates = {}, partner_id }: ExampleParts = {},
): Promise<WorkedExample> {
  const account = await suppliedAccount(admin)
  if (partner_id) {
    const earns = {
      valid_from_date: '2025-01-01',
      partners: [{ partner_id, share_percent: '100' }],
    }
    const set = await admin.put('/contractpartner', { contract_id: account.contract_id, ...earns })
    expect(set.status, set.text).toBe(201)
  }
  const more = { lines: aprilLines, late_payment_fee_amount: '10.00', ...dates }
  const made = await draftWithBill(admin, account, bill, more)
  const { id } = made.invoice
  expect(made.invoice).toMatchObject({
    discounted_total_this_period: '640.53',
    undiscounted_total_this_period: '709.75',
  })
  const approve = { id, send: true, posted: true, acknowledge: everyWarning }
  const sent = await admin.post('/invoice/approve', approve)
  expect(sent.status, sent.text).toBe(200)
  const { invoice_number } = sent.body.data
  return { ...account, invoice_id: id, invoice_number, bill_id: made.bill_id }
}

/** A customer's money for an invoice. */
export async function received(
  client: Client,
  { customer_id, invoice_id }: Pick<WorkedExample, 'customer_id' | 'invoice_id'>,
  amount_incl_gst: string,
  payment_date: string,
): Promise<number> {
  const reply = await client.put('/invoicepayment', {
    ...{ customer_id, invoice_id, amount_incl_gst, payment_date },
    payment_type: 'bank_transfer',
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

export interface ReadRow {
  key: string
  name: string
  detail: string | null
  to: string | null
  values: Record<string, string | number | null>
  before: Record<string, string | number | null> | null
}

/** A report as somebody reads it. */
export async function readReport(client: Client, asked: Record<string, unknown>) {
  const reply = await client.get('/report', { limit: 500, ...asked })
  expect([200, 260], reply.text).toContain(reply.status)
  const rows: ReadRow[] = reply.body.data
  return { rows, info: reply.body.info, text: reply.text }
}
