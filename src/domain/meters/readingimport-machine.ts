import { machine } from '#domain/kit/machine.ts'

export const importStates = [
  'checking',
  'ready',
  'accepting',
  'done',
  'undoing',
  'undone',
  'failed',
] as const
export type ImportState = (typeof importStates)[number]

/** While the server is at work nobody changes an import; what it ends in is the server's to say. */
export const importWork = {
  checking: ['ready', 'failed'],
  // Rows that nobody could accept wait on; so does the rest of a run that could not go on.
  accepting: ['ready', 'done'],
  undoing: ['undone'],
} as const satisfies Partial<Record<ImportState, readonly ImportState[]>>
export type ImportWork = keyof typeof importWork

export function isAtWork(state: ImportState): state is ImportWork {
  return Object.hasOwn(importWork, state)
}

/** The life of a file of readings: what people may ask for, and the work it begins. */
export const readingimportMachine = machine({
  field: 'import_status',
  states: importStates,
  transitions: [
    { action: 'accept', from: ['ready'], to: 'accepting', who: 'user' },
    // Some of its rows may be readings already while others still wait.
    { action: 'undo', from: ['ready', 'done'], to: 'undoing', who: 'manager' },
    // Its readings stay: taking them back is another thing than putting the file away.
    { action: 'delete', from: importStates, to: 'deleted', who: 'manager' },
  ],
})
