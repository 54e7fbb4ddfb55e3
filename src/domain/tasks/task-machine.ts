import { machine } from '#domain/kit/machine.ts'

/** A task is open until somebody has done it, and again when it turns out not to be. */
export const taskMachine = machine({
  field: 'task_status',
  words: { done: 'finish' },
  states: ['open', 'done'],
  transitions: [
    { action: 'update', from: ['open', 'done'], to: null, who: 'user' },
    { action: 'done', from: ['open'], to: 'done', who: 'user' },
    { action: 'reopen', from: ['done'], to: 'open', who: 'user' },
    { action: 'delete', from: ['open', 'done'], to: 'deleted', who: 'user' },
    // It comes back as it was when it went.
    { action: 'restore', from: ['deleted'], to: null, who: 'user' },
  ],
})
