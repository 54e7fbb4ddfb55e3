import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import { cents } from '#domain/kit/money.ts'
import { today } from '#web/kit/frame/today.ts'
import { send } from '#web/kit/session/send.ts'

export interface OpenInvoice {
  id: number
  customer_id: number
  name: string
  customer: string
  balance: string
}

/** A payment as it is about to be recorded; all of what is owed, today, unless somebody says so. */
export interface PaymentRow extends OpenInvoice {
  isChosen: boolean
  amount: string
  date: string
}

export const paymentRow = (open: OpenInvoice): PaymentRow => ({
  ...open,
  isChosen: true,
  amount: open.balance,
  date: today(),
})

/** The chosen invoices: those that something is owed on, and the others. */
export async function openInvoices(ids: readonly number[], signal: AbortSignal) {
  const asked = { 'id.in': ids.join(','), order: 'id', limit: 500 }
  const { data, info } = await send(invoiceCalls.list, asked, { signal })
  const invoices = (data ?? []).map((row) => ({
    id: row.id,
    customer_id: row.customer_id,
    name: row.invoice_number ?? `Draft ${row.id}`,
    customer: info.titles?.customer?.[String(row.customer_id)] ?? `Customer ${row.customer_id}`,
    balance: row.balance ?? '0.00',
    isOpen: row.invoice_status === 'invoiced' && cents(row.balance ?? '0.00') > 0,
  }))
  return {
    open: invoices.filter(({ isOpen }) => isOpen),
    settled: invoices.filter(({ isOpen }) => !isOpen),
  }
}
