import { machine } from '#domain/kit/machine.ts'
import { cents } from '#domain/kit/money.ts'
import { sentStatuses } from './counted-statuses.ts'

/** The columns its questions read. */
interface Facts {
  balance: string | null
  is_held: unknown
  kind: unknown
}

const nothingOwed = ({ balance }: Facts) =>
  cents(balance ?? '0.00') > 0 ? null : 'nothing is owed on it'
const held = ({ is_held }: Facts) => (is_held ? 'it is held already' : null)
const notHeld = ({ is_held }: Facts) => (is_held ? null : 'it is not held')

// Its payment failed after that part had gone back: without it the books would owe us nothing for it.
const returnedRefund = ({ kind }: Facts) =>
  kind === 'returned_refund' ? 'its payment has failed – write it off instead' : null

/** The life of an adjustment: owed or given at once, it follows the money like an invoice. */
export const adjustmentMachine = machine({
  field: 'adjustment_status',
  words: { writeoff: 'write off' },
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
    { action: 'remind', from: ['invoiced'], to: null, who: 'user', unless: nothingOwed },
    { action: 'release', from: ['invoiced'], to: null, who: 'accounting', unless: notHeld },
    {
      action: 'writeoff',
      from: ['invoiced'],
      to: null,
      who: 'manager',
      needs: ['reason'],
      unless: nothingOwed,
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
