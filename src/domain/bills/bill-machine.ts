import { machine } from '#domain/kit/machine.ts'

/** The columns its questions read. */
interface Facts {
  invoice_id: unknown
  is_disputed: unknown
}

const inUse = ({ invoice_id }: Facts) =>
  invoice_id ? 'an invoice uses it – cancel or redo that one first' : null
const disputed = ({ is_disputed }: Facts) => (is_disputed ? 'it is disputed already' : null)
const undisputed = ({ is_disputed }: Facts) => (is_disputed ? null : 'it is not disputed')

/** The life of a supplier's bill. */
export const billMachine = machine({
  field: 'bill_status',
  states: ['draft', 'approved', 'invoiced', 'paid', 'cleared', 'cancelled', 'refunded'],
  transitions: [
    { action: 'update', from: ['draft'], to: null, who: 'user' },
    { action: 'approve', from: ['draft'], to: 'approved', who: 'accounting' },
    { action: 'delete', from: ['draft'], to: 'deleted', who: 'user', unless: inUse },
    { action: 'restore', from: ['deleted'], to: 'draft', who: 'manager' },
    {
      action: 'dispute',
      from: ['approved'],
      to: null,
      who: 'accounting',
      needs: ['reason'],
      unless: disputed,
    },
    // One that was disputed may have been invoiced meanwhile.
    {
      action: 'resolve',
      from: ['approved', 'invoiced'],
      to: null,
      who: 'accounting',
      unless: undisputed,
    },
    {
      action: 'cancel',
      from: ['approved'],
      to: 'cancelled',
      who: 'accounting',
      needs: ['reason'],
      unless: inUse,
    },
    // The supplier corrected it: a new draft takes its place, and its invoice is redone.
    {
      action: 'replace',
      from: ['approved', 'invoiced', 'paid', 'cleared'],
      to: 'cancelled',
      who: 'accounting',
      needs: ['reason'],
    },
    // The supplier gave back all that was paid.
    {
      action: 'refund',
      from: ['paid', 'cleared'],
      to: 'refunded',
      who: 'accounting',
      needs: ['reason'],
    },
  ],
})
