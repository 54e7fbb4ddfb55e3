import { machine } from '#domain/kit/machine.ts'
import { mandateStatuses } from './provider-words.ts'

/** The columns its questions read. */
interface Facts {
  ended_by: unknown
  reinstated: unknown
}

/** The provider lets an authority come back so often. */
export const MOST_REINSTATED = 10

const notOurs = ({ ended_by, reinstated }: Facts) => {
  if (ended_by === 'bank') return 'the customer’s bank ended it: it needs a paper form'
  if (ended_by !== 'us') return 'it did not end through us'
  return Number(reinstated) >= MOST_REINSTATED ? 'it came back ten times already' : null
}

/**
 * The life of an authority. People ask; what becomes of it the provider says, and the row follows
 * wherever that leads.
 */
export const mandateMachine = machine({
  field: 'mandate_status',
  states: mandateStatuses,
  words: { follow: 'follow the provider with' },
  transitions: [
    {
      action: 'cancel',
      from: [
        'pending_customer_approval',
        'pending_submission',
        'submitted',
        'active',
        'suspended_by_payer',
      ],
      to: null,
      who: 'accounting',
      needs: ['reason'],
    },
    {
      action: 'reinstate',
      from: ['cancelled', 'expired'],
      to: null,
      who: 'accounting',
      unless: notOurs,
    },
    { action: 'follow', from: mandateStatuses, to: null, who: 'accounting', isConsequence: true },
  ],
})
