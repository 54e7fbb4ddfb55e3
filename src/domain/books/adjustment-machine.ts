import { machine } from '#domain/kit/machine.ts'
import { cents } from '#domain/kit/money.ts'
import { sentStatuses } from './counted-statuses.ts'

/** The columns its questions read. */
interface Facts {
  balance: string | null
  is_held: unknown
  kind: unknown
  supplier_id: unknown
  credit_left: string | null
}

const nothingOwed = ({ balance }: Facts) =>
  cents(balance ?? '0.00') > 0 ? null : 'nothing is owed on it'
const held = ({ is_held }: Facts) => (is_held ? 'it is held already' : null)
const notHeld = ({ is_held }: Facts) => (is_held ? null : 'it is not held')

// Its payment failed after that part had gone back: without it the books would owe us nothing for it.
const returnedRefund = ({ kind }: Facts) =>
  kind === 'returned_refund' ? 'its payment has failed – write it off instead' : null

const notReturned = ({ kind }: Facts) =>
  kind === 'returned_refund' ? null : 'it is no returned refund'

const notReminded = (row: Facts) => (row.supplier_id ? 'we owe it to a supplier' : nothingOwed(row))

const notPaidBack = ({ supplier_id, credit_left }: Facts) => {
  if (!supplier_id) return 'it is a customer’s – pay it out instead'
  return cents(credit_left ?? '0.00') > 0 ? null : 'no credit of it is left'
}

/** The life of an adjustment: owed or given at once, it follows the money like an invoice. */
export const adjustmentMachine = machine({
  field: 'adjustment_status',
  words: { writeoff: 'write off', payback: 'be paid back', fall_away: 'fall away' },
  states: [...sentStatuses, 'cancelled'],
  transitions: [
    {
      action: 'hold',
      from: ['invoiced'],
      to: null,
      who: 'accounting',
      needs: ['reason'],
      unless: held,
    },
    { action: 'remind', from: ['invoiced'], to: null, who: 'user', unless: notReminded },
    { action: 'release', from: ['invoiced'], to: null, who: 'accounting', unless: notHeld },
    {
      action: 'writeoff',
      from: ['invoiced'],
      to: null,
      who: 'manager',
      needs: ['reason'],
      unless: nothingOwed,
    },
    // The supplier sends its credit to our bank instead of taking it off the next bill.
    { action: 'payback', from: ['paid'], to: null, who: 'accounting', unless: notPaidBack },
    // The money that a returned refund was paid from came back after all.
    {
      action: 'fall_away',
      from: sentStatuses,
      to: 'cancelled',
      who: 'accounting',
      isConsequence: true,
      unless: notReturned,
    },
    // The server refuses it while money lies on it, or its credit is used.
    {
      action: 'reverse',
      from: sentStatuses,
      to: 'cancelled',
      who: 'manager',
      needs: ['reason'],
      unless: returnedRefund,
    },
  ],
})
