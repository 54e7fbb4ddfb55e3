import { formatMoney } from '#domain/kit/money.ts'
import type { KeyValues } from '#domain/messaging/template/standards.ts'
import type { InvoiceFacts } from './invoice-document.ts'
import { invoiceFields, invoiceRows } from './invoice-mail.ts'

export interface Correction {
  /** What is taken off, and the GST in it. */
  amount: string
  gst: string
  why: 'cancelled' | 'replaced' | 'fee waived'
}

/** The customer hears of every correction of what they were sent, and what it corrects. */
export function correctionValues(
  facts: InvoiceFacts,
  { amount, gst, why }: Correction,
): KeyValues<'correction'> {
  return {
    fields: {
      ...invoiceFields(facts),
      // What was taken off is told here; its page is opened by the mail it came with.
      link: null,
      corrected_amount: `$${formatMoney(amount)}`,
      corrected_gst: `$${formatMoney(gst)}`,
      is_cancelled: why === 'cancelled',
      is_replaced: why === 'replaced',
      is_fee_waived: why === 'fee waived',
    },
    rows: invoiceRows(facts),
  }
}
