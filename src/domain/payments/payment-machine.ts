import { machine } from '#domain/kit/machine.ts'

/** The columns its questions read. */
interface Facts {
  payment_status: unknown
  grant_ppd: unknown
}

const reconciled = ({ payment_status }: Facts) =>
  payment_status === 'reconciled' ? 'a bank line is matched with it' : null

const granted = ({ grant_ppd }: Facts) => (grant_ppd ? 'its discount was granted already' : null)

/** The life of a customer's payment. Planned and failed ones come with direct debits. */
export const invoicepaymentMachine = machine({
  field: 'payment_status',
  words: { grantppd: 'grant the discount for' },
  states: ['received', 'reconciled', 'partly_refunded', 'refunded', 'failed', 'cancelled'],
  transitions: [
    {
      action: 'update',
      from: ['received', 'reconciled', 'partly_refunded'],
      to: null,
      who: 'accounting',
    },
    {
      action: 'allocate',
      from: ['received', 'reconciled', 'partly_refunded'],
      to: null,
      who: 'accounting',
    },
    {
      action: 'unallocate',
      from: ['received', 'reconciled', 'partly_refunded'],
      to: null,
      who: 'accounting',
    },
    {
      action: 'refund',
      from: ['received', 'reconciled', 'partly_refunded'],
      to: null,
      who: 'accounting',
    },
    {
      action: 'cancel',
      from: ['received', 'reconciled'],
      to: 'cancelled',
      who: 'accounting',
      needs: ['reason'],
      unless: reconciled,
    },
    {
      action: 'grantppd',
      from: ['received', 'reconciled', 'partly_refunded'],
      to: null,
      who: 'manager',
      needs: ['reason'],
      unless: granted,
    },
  ],
})

interface OutFacts {
  unallocated_amount: unknown
}

const allOnBills = ({ unallocated_amount: free }: OutFacts) =>
  typeof free === 'string' && Number(free) > 0 ? null : 'none of it is credit with the supplier'

/** The life of a payment to a supplier. */
export const billpaymentMachine = machine({
  field: 'payment_status',
  words: { returned: 'return', payback: 'be paid back' },
  states: ['draft', 'approved', 'paid', 'cleared', 'cancelled'],
  transitions: [
    { action: 'update', from: ['draft'], to: null, who: 'accounting' },
    { action: 'delete', from: ['draft'], to: 'deleted', who: 'accounting' },
    { action: 'approve', from: ['draft'], to: 'approved', who: 'accounting' },
    { action: 'pay', from: ['approved'], to: 'paid', who: 'accounting' },
    { action: 'returned', from: ['paid'], to: 'approved', who: 'accounting', needs: ['reason'] },
    // The supplier sends back what we paid too much.
    {
      action: 'payback',
      from: ['paid', 'cleared'],
      to: null,
      who: 'accounting',
      unless: allOnBills,
    },
    {
      action: 'cancel',
      from: ['draft', 'approved', 'paid'],
      to: 'cancelled',
      who: 'accounting',
      needs: ['reason'],
    },
  ],
})
