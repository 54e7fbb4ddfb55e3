import { machine } from '#domain/kit/machine.ts'
import { cents } from '#domain/kit/money.ts'

/** The columns its questions read. */
interface Facts {
  to_pay: string | null
  gst_mode: unknown
  tax_invoice_number: unknown
}

const nothingToPay = ({ to_pay }: Facts) =>
  cents(to_pay ?? '0.00') > 0 ? null : 'nothing is to be paid: it is carried to the next'

const noInvoiceWanted = ({ gst_mode, tax_invoice_number }: Facts) => {
  if (gst_mode !== 'their_invoice') return 'no tax invoice of theirs is expected'
  return tax_invoice_number ? 'their tax invoice is booked already' : null
}

const sent = ['sent', 'paid', 'cleared']

/** The life of a commission statement: what was sent never changes, and is cancelled whole. */
export const commissionstatementMachine = machine({
  field: 'statement_status',
  words: { leaveout: 'leave out of', takein: 'take into', taxinvoice: 'book the tax invoice of' },
  states: ['draft', 'sent', 'paid', 'cleared', 'cancelled'],
  transitions: [
    { action: 'leaveout', from: ['draft'], to: null, who: 'accounting', needs: ['reason'] },
    { action: 'takein', from: ['draft'], to: null, who: 'accounting', needs: ['reason'] },
    { action: 'delete', from: ['draft'], to: null, who: 'accounting' },
    { action: 'send', from: ['draft'], to: 'sent', who: 'manager' },
    { action: 'resend', from: sent, to: null, who: 'accounting' },
    { action: 'pay', from: ['sent'], to: 'paid', who: 'accounting', unless: nothingToPay },
    // A line of the bank shows it, or turned out to be something else.
    { action: 'clear', from: ['paid'], to: 'cleared', who: 'accounting', isConsequence: true },
    { action: 'release', from: ['cleared'], to: 'paid', who: 'accounting', isConsequence: true },
    // Carried ones are settled with the one that is paid, and are open again with it.
    { action: 'settle', from: ['sent'], to: 'paid', who: 'accounting', isConsequence: true },
    {
      action: 'returned',
      from: ['paid', 'cleared'],
      to: 'sent',
      who: 'accounting',
      needs: ['reason'],
    },
    {
      action: 'taxinvoice',
      from: sent,
      to: null,
      who: 'accounting',
      unless: noInvoiceWanted,
    },
    // The server refuses all but the partner's newest.
    { action: 'cancel', from: ['sent'], to: 'cancelled', who: 'manager', needs: ['reason'] },
  ],
})
