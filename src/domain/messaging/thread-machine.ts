import { machine } from '#domain/kit/machine.ts'

export const threadStates = ['open', 'waiting', 'snoozed', 'done'] as const
export type ThreadState = (typeof threadStates)[number]

/** As people say it. */
export const threadStateWords: Record<ThreadState, string> = {
  open: 'To answer',
  waiting: 'Answered',
  snoozed: 'Resting',
  done: 'Done',
}

interface Party {
  address: unknown
}

const isKnown = ({ address }: Party) => (address === null ? 'it is known whose thread it is' : null)

/** What the office does with a thread; that messages come and go is the messages' own doing. */
export const threadMachine = machine({
  field: 'state',
  words: { done: 'finish', read: 'mark', enquiry: 'make an enquiry of', junk: 'sort out' },
  states: threadStates,
  transitions: [
    { action: 'assign', from: threadStates, to: null, who: 'user' },
    { action: 'snooze', from: ['open', 'waiting'], to: 'snoozed', who: 'user' },
    { action: 'done', from: ['open', 'waiting', 'snoozed'], to: 'done', who: 'user' },
    { action: 'read', from: threadStates, to: null, who: 'user' },
    { action: 'enquiry', from: threadStates, to: 'done', who: 'user', unless: isKnown },
    { action: 'junk', from: threadStates, to: null, who: 'user', unless: isKnown },
    { action: 'match', from: threadStates, to: null, who: 'user', unless: isKnown },
  ],
})
