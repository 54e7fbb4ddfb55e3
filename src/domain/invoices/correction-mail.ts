import { supplyCorrection } from '#domain/books/supply-correction.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { letter } from '#domain/kit/letter.ts'
import { formatMoney } from '#domain/kit/money.ts'
import type { InvoiceFacts } from './invoice-document.ts'

export interface Correction {
  /** What is taken off, and the GST in it. */
  amount: string
  gst: string
  why: 'cancelled' | 'replaced' | 'fee waived'
}

const told: Record<Correction['why'], (number: string) => string> = {
  cancelled: (number) => `Invoice ${number} was cancelled. There is nothing to pay on it.`,
  replaced: (number) =>
    `Invoice ${number} is being corrected. A new one takes its place; what you paid counts for it.`,
  'fee waived': (number) => `A late payment fee was taken off invoice ${number}.`,
}

/** The customer hears of every correction of what they were sent, and what it corrects. */
export function correctionMail(facts: InvoiceFacts, { amount, gst, why }: Correction) {
  const { organisation, customer, invoice } = facts
  const broker = organisation.trading_name ?? organisation.name
  const number = invoice.invoice_number ?? ''
  const corrected = supplyCorrection({ broker, gst_number: organisation.gst_number }, [
    `For invoice ${number} of ${formatDayShort(invoice.invoice_date)}`,
    `Taken off: $${formatMoney(amount)}, GST in it $${formatMoney(gst)}`,
  ])
  return {
    subject: `Correction of invoice ${number} from ${broker}`,
    text: letter(broker, customer.name, [
      told[why](number),
      corrected,
      'Money you have paid is not lost: it is credit, or counts for the invoice that follows.',
    ]),
  }
}
