import { machine } from '#domain/kit/machine.ts'

export const bankLineStates = [
  'new',
  'suggested',
  'matched',
  'transfer',
  'reconciled',
  'ignored',
] as const
export type BankLineState = (typeof bankLineStates)[number]

/** Lines that nobody has explained yet. */
export const openLineStates = ['new', 'suggested'] as const satisfies BankLineState[]

const fromTheBank = ({ source, taken_back_at }: { source: unknown; taken_back_at?: unknown }) =>
  source === 'hand' || taken_back_at ? null : 'the bank has shown it'

/** The life of a line of a bank statement. That something speaks for it is the matcher's to say. */
export const banktransactionMachine = machine({
  field: 'transaction_status',
  words: { unmatch: 'take the match off', transfer: 'match' },
  states: bankLineStates,
  transitions: [
    // What a bank says never changes; what we note beside it may.
    { action: 'update', from: bankLineStates, to: null, who: 'accounting' },
    { action: 'match', from: openLineStates, to: 'matched', who: 'accounting' },
    {
      action: 'transfer',
      from: openLineStates,
      to: 'transfer',
      who: 'accounting',
      isConsequence: true,
    },
    {
      action: 'unmatch',
      from: ['matched', 'transfer', 'ignored'],
      to: 'new',
      who: 'accounting',
      needs: ['reason'],
    },
    { action: 'ignore', from: openLineStates, to: 'ignored', who: 'accounting', needs: ['reason'] },
    {
      action: 'delete',
      from: openLineStates,
      to: 'deleted',
      who: 'accounting',
      unless: fromTheBank,
    },
  ],
})
