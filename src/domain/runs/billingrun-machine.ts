import { machine } from '#domain/kit/machine.ts'

/**
 * The life of a billing run as people steer it. Jobs bring it on: from running to ready once the
 * drafts are made, from approving and sending to ready or done.
 */
export const billingrunMachine = machine({
  field: 'run_status',
  states: ['running', 'ready', 'approving', 'sending', 'done', 'cancelled', 'failed'],
  transitions: [
    { action: 'approve', from: ['ready'], to: 'approving', who: 'accounting' },
    { action: 'send', from: ['ready'], to: 'sending', who: 'accounting' },
    {
      action: 'resume',
      from: ['ready', 'cancelled', 'failed'],
      to: 'running',
      who: 'accounting',
    },
    { action: 'cancel', from: ['running', 'ready'], to: 'cancelled', who: 'accounting' },
    // What is approved or sent by then stays so; the rest can be approved and sent again.
    { action: 'cancel', from: ['approving', 'sending'], to: 'ready', who: 'accounting' },
  ],
})
