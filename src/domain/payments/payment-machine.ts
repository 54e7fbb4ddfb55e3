import { machine } from '#domain/kit/machine.ts'

/** The columns its questions read. */
interface Facts {
  payment_status: unknown
  banktransaction_id: unknown
  grant_ppd: unknown
  amount_incl_gst: unknown
  debit_state: unknown
}

const paidOut = ({ amount_incl_gst }: Facts) =>
  String(amount_incl_gst).startsWith('-') ? 'it paid credit out' : null

const reconciled = ({ payment_status, debit_state }: Facts) =>
  payment_status === 'reconciled' && !debit_state ? 'a bank line is matched with it' : null

const onStatement = ({ banktransaction_id, debit_state }: Facts) => {
  if (debit_state) return 'the bank shows its payout, not itself'
  return banktransaction_id ? 'a bank line is matched with it already' : null
}

/** What the provider collected, only the provider takes back. */
const collected = ({ debit_state }: Facts) =>
  debit_state ? 'it was collected by direct debit, and the provider says what becomes of it' : null

const withBank = ({ debit_state }: Facts) =>
  debit_state === 'submitted' ? 'it is with the bank already' : null

const granted = (row: Facts) => (row.grant_ppd ? 'its discount was granted already' : paidOut(row))

/** The life of a customer's payment; a direct debit begins as one that is planned. */
export const invoicepaymentMachine = machine({
  field: 'payment_status',
  words: { grantppd: 'grant the discount for', receipt: 'send a receipt for' },
  states: [
    'pending',
    'received',
    'reconciled',
    'partly_refunded',
    'refunded',
    'failed',
    'cancelled',
  ],
  transitions: [
    {
      action: 'update',
      from: ['received', 'reconciled', 'partly_refunded'],
      to: null,
      who: 'accounting',
      unless: collected,
    },
    // The provider is asked to leave it; it is cancelled once it says so.
    {
      action: 'cancel',
      from: ['pending'],
      to: null,
      who: 'accounting',
      needs: ['reason'],
      unless: withBank,
    },
    // What the provider says of a debit.
    { action: 'submit', from: ['pending'], to: null, who: 'accounting', isConsequence: true },
    { action: 'stop', from: ['pending'], to: 'cancelled', who: 'accounting', isConsequence: true },
    {
      action: 'confirm',
      from: ['pending'],
      to: 'received',
      who: 'accounting',
      isConsequence: true,
    },
    { action: 'fail', from: ['pending'], to: 'failed', who: 'accounting', isConsequence: true },
    {
      action: 'bounce',
      from: ['received', 'reconciled', 'partly_refunded', 'refunded'],
      to: 'failed',
      who: 'accounting',
      isConsequence: true,
    },
    { action: 'retry', from: ['failed'], to: 'pending', who: 'accounting', isConsequence: true },
    {
      action: 'pay_out',
      from: ['received'],
      to: 'reconciled',
      who: 'accounting',
      isConsequence: true,
    },
    {
      action: 'pay_out',
      from: ['partly_refunded', 'refunded'],
      to: null,
      who: 'accounting',
      isConsequence: true,
    },
    {
      action: 'allocate',
      from: ['received', 'reconciled', 'partly_refunded'],
      to: null,
      who: 'accounting',
      unless: paidOut,
    },
    {
      action: 'unallocate',
      from: ['received', 'reconciled', 'partly_refunded'],
      to: null,
      who: 'accounting',
      unless: paidOut,
    },
    {
      action: 'refund',
      from: ['received', 'reconciled', 'partly_refunded'],
      to: null,
      who: 'accounting',
      unless: paidOut,
    },
    {
      action: 'cancel',
      from: ['received', 'reconciled'],
      to: 'cancelled',
      who: 'accounting',
      needs: ['reason'],
      unless: (row) => reconciled(row) ?? collected(row),
    },
    // The bank shows it. What was paid back of it already stays so.
    {
      action: 'reconcile',
      from: ['received'],
      to: 'reconciled',
      who: 'accounting',
      unless: onStatement,
      isConsequence: true,
    },
    {
      action: 'reconcile',
      from: ['partly_refunded', 'refunded'],
      to: null,
      who: 'accounting',
      unless: onStatement,
      isConsequence: true,
    },
    // The line turned out to be something else.
    {
      action: 'release',
      from: ['reconciled'],
      to: 'received',
      who: 'accounting',
      isConsequence: true,
    },
    {
      action: 'undo',
      from: ['reconciled'],
      to: 'cancelled',
      who: 'accounting',
      isConsequence: true,
    },
    // Money that the bank had taken back is there after all.
    { action: 'revive', from: ['failed'], to: 'received', who: 'accounting', isConsequence: true },
    {
      action: 'revive_confirmed',
      from: ['failed'],
      to: 'reconciled',
      who: 'accounting',
      isConsequence: true,
    },
    // The same of a debit: how far it had come, and what was paid back of it, holds again.
    { action: 'stand_again', from: ['failed'], to: null, who: 'accounting', isConsequence: true },
    // What was paid back, or paid out, came back: the money is here as before.
    {
      action: 'refund_returned',
      from: ['partly_refunded', 'refunded'],
      to: null,
      who: 'accounting',
      isConsequence: true,
    },
    {
      action: 'refund_returned',
      from: ['received'],
      to: 'failed',
      who: 'accounting',
      isConsequence: true,
    },
    // And it had left after all.
    {
      action: 'refund_left',
      from: ['received', 'reconciled', 'partly_refunded'],
      to: null,
      who: 'accounting',
      isConsequence: true,
    },
    {
      action: 'refund_left',
      from: ['failed'],
      to: 'received',
      who: 'accounting',
      isConsequence: true,
    },
    // The bank took it back, however far it had come.
    {
      action: 'dishonour',
      from: ['received', 'reconciled', 'partly_refunded', 'refunded'],
      to: 'failed',
      who: 'accounting',
      needs: ['reason'],
      unless: (row) => paidOut(row) ?? collected(row),
    },
    // It says how things stand, whatever became of the money; it may be sent again.
    {
      action: 'receipt',
      from: ['received', 'reconciled', 'partly_refunded', 'refunded'],
      to: null,
      who: 'user',
      unless: paidOut,
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
    { action: 'clear', from: ['paid'], to: 'cleared', who: 'accounting', isConsequence: true },
    { action: 'release', from: ['cleared'], to: 'paid', who: 'accounting', isConsequence: true },
    { action: 'returned', from: ['paid'], to: 'approved', who: 'accounting', needs: ['reason'] },
    // The bank shows that it came back, whether or not it had shown that it left.
    {
      action: 'came_back',
      from: ['paid', 'cleared'],
      to: 'approved',
      who: 'accounting',
      isConsequence: true,
    },
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
