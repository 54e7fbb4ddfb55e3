import type { Role } from '#domain/access/role.ts'
import { machine, type Transition } from '#domain/kit/machine.ts'

export const importStates = [
  'checking',
  // The headings say nothing to us: somebody says which column is which.
  'mapping',
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

interface ImportRoles {
  accept: Role
  undo: Role
  /** Whether somebody who takes an import back has to say why. */
  undoNeedsReason: boolean
  /** Whether a file with unknown headings waits for its columns; else it is refused. */
  waitsForColumns: boolean
}

type ImportAction = 'accept' | 'undo' | 'delete' | 'map'

/** The life of a file on its way in: what people may ask for, and the work it begins. */
export function importMachine({ accept, undo, undoNeedsReason, waitsForColumns }: ImportRoles) {
  const map: Transition<ImportAction, unknown> = {
    action: 'map',
    from: ['mapping'],
    to: 'checking',
    who: accept,
  }
  return machine<ImportAction>({
    field: 'import_status',
    states: importStates,
    transitions: [
      { action: 'accept', from: ['ready'], to: 'accepting', who: accept },
      {
        action: 'undo',
        // Some of its rows may count already while others still wait.
        from: ['ready', 'done'],
        to: 'undoing',
        who: undo,
        ...(undoNeedsReason ? { needs: ['reason'] } : {}),
      },
      // What it made stays: taking that back is another thing than putting the file away.
      { action: 'delete', from: importStates, to: 'deleted', who: undo },
      ...(waitsForColumns ? [map] : []),
    ],
    words: { map: 'choose the columns of' },
  })
}
