import { sentStatuses } from '#domain/books/counted-statuses.ts'
import { machine } from '#domain/kit/machine.ts'
import { cents } from '#domain/kit/money.ts'

/** The columns its questions read. */
interface Facts {
  invoice_number: unknown
  balance: string | null
  is_held: unknown
  ppd_granted: unknown
  has_late_fee: unknown
}

const noNumber = ({ invoice_number }: Facts) =>
  invoice_number ? 'it has a number – cancel it instead' : null
const withoutNumber = ({ invoice_number }: Facts) =>
  invoice_number ? null : 'it has no number – delete it instead'
const nothingOwed = ({ balance }: Facts) =>
  cents(balance ?? '0.00') > 0 ? null : 'nothing is owed on it'
const held = ({ is_held }: Facts) => (is_held ? 'it is held already' : null)
const notHeld = ({ is_held }: Facts) => (is_held ? null : 'it is not held')
const discountStands = ({ ppd_granted }: Facts) =>
  ppd_granted ? 'its discount was granted already' : null
const notGranted = ({ ppd_granted }: Facts) => (ppd_granted ? null : 'its discount was not granted')
const withoutFee = ({ has_late_fee }: Facts) => (has_late_fee ? null : 'it has no late fee')

const settled = ['cleared', 'paid'] as const

/** The life of a customer's invoice. Badges (overdue, partly paid, discount lost …) are derived. */
export const invoiceMachine = machine({
  field: 'invoice_status',
  words: {
    grantppd: 'grant the discount of',
    revokeppd: 'revoke the discount of',
    writeoff: 'write off',
    waivefee: 'waive the late fee of',
  },
  states: ['draft', 'approved', 'invoiced', 'cleared', 'paid', 'cancelled', 'refunded'],
  transitions: [
    { action: 'update', from: ['draft'], to: null, who: 'user' },
    // Only notes, recipients and later dates: the server refuses the rest and says “redo”.
    { action: 'update', from: ['approved', 'invoiced'], to: null, who: 'accounting' },
    { action: 'recalculate', from: ['draft'], to: null, who: 'user' },
    { action: 'recalculate', from: ['approved'], to: 'draft', who: 'accounting' },
    { action: 'delete', from: ['draft'], to: 'deleted', who: 'user', unless: noNumber },
    // Within an hour whoever deleted it may bring it back too.
    { action: 'draft', from: ['deleted'], to: 'draft', who: 'admin' },
    { action: 'draft', from: ['approved'], to: 'draft', who: 'accounting', needs: ['reason'] },
    { action: 'approve', from: ['draft'], to: 'approved', who: 'accounting' },
    { action: 'send', from: ['approved'], to: 'invoiced', who: 'accounting' },
    { action: 'send', from: sentStatuses, to: null, who: 'user' },
    { action: 'remind', from: ['invoiced'], to: null, who: 'user', unless: nothingOwed },
    {
      action: 'hold',
      from: ['invoiced'],
      to: null,
      who: 'accounting',
      needs: ['reason'],
      unless: held,
    },
    { action: 'release', from: ['invoiced'], to: null, who: 'accounting', unless: notHeld },
    {
      action: 'grantppd',
      from: sentStatuses,
      to: null,
      who: 'accounting',
      needs: ['reason'],
      unless: discountStands,
    },
    {
      action: 'revokeppd',
      from: sentStatuses,
      to: null,
      who: 'accounting',
      needs: ['reason'],
      unless: notGranted,
    },
    {
      action: 'writeoff',
      from: ['invoiced'],
      to: null,
      who: 'manager',
      needs: ['reason'],
      unless: nothingOwed,
    },
    // Not in the specification: our choice.
    {
      action: 'waivefee',
      from: sentStatuses,
      to: null,
      who: 'accounting',
      needs: ['reason'],
      unless: withoutFee,
    },
    {
      action: 'cancel',
      from: ['draft'],
      to: 'cancelled',
      who: 'accounting',
      needs: ['reason'],
      unless: withoutNumber,
    },
    {
      action: 'cancel',
      from: ['approved', 'invoiced'],
      to: 'cancelled',
      who: 'accounting',
      needs: ['reason'],
    },
    { action: 'cancel', from: settled, to: 'cancelled', who: 'manager', needs: ['reason'] },
    { action: 'redo', from: sentStatuses, to: 'cancelled', who: 'accounting', needs: ['reason'] },
    { action: 'redo', from: ['cancelled'], to: null, who: 'accounting' },
  ],
})
