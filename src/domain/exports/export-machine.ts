import { machine } from '#domain/kit/machine.ts'

/**
 * The life of an export as people steer it. A job brings it on: from waiting to running and done, or to
 * failed, and a week later to expired.
 */
export const exportMachine = machine({
  field: 'export_status',
  words: { discard: 'throw away' },
  states: ['waiting', 'running', 'done', 'cancelled', 'failed', 'expired'],
  transitions: [
    { action: 'cancel', from: ['waiting', 'running'], to: 'cancelled', who: 'admin' },
    { action: 'resume', from: ['cancelled', 'failed'], to: 'waiting', who: 'admin' },
    { action: 'discard', from: ['done'], to: 'expired', who: 'admin' },
  ],
})
