import { machine } from '#domain/kit/machine.ts'

export const bulkStates = ['draft', 'scheduled', 'running', 'paused', 'cancelled', 'done'] as const
export type BulkState = (typeof bulkStates)[number]

/** As people say it. */
export const bulkStateWords: Record<BulkState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  running: 'Sending',
  paused: 'Paused',
  cancelled: 'Cancelled',
  done: 'Done',
}

/** The life of a message to many, as people steer it and as its own work brings it on. */
export const bulkmessageMachine = machine({
  field: 'state',
  words: { trial: 'try', again: 'repeat' },
  states: bulkStates,
  transitions: [
    { action: 'update', from: ['draft'], to: null, who: 'manager' },
    { action: 'delete', from: ['draft'], to: 'deleted', who: 'manager' },
    { action: 'restore', from: ['deleted'], to: null, who: 'manager' },
    { action: 'preview', from: ['draft'], to: null, who: 'manager' },
    { action: 'trial', from: ['draft'], to: null, who: 'manager' },
    // Now, or scheduled where a moment was chosen.
    { action: 'start', from: ['draft'], to: null, who: 'manager' },
    { action: 'pause', from: ['running'], to: 'paused', who: 'manager' },
    { action: 'resume', from: ['paused'], to: 'running', who: 'manager' },
    {
      action: 'cancel',
      from: ['scheduled', 'running', 'paused'],
      to: 'cancelled',
      who: 'manager',
    },
    // A draft of its own for who did not get it.
    { action: 'again', from: ['done', 'cancelled'], to: null, who: 'manager' },
    { action: 'begin', from: ['scheduled'], to: 'running', who: 'padmin', isConsequence: true },
    { action: 'finish', from: ['running'], to: 'done', who: 'padmin', isConsequence: true },
  ],
})
