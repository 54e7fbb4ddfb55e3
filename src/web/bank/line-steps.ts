import type { ShownKeys } from '#web/kit/frame/shown-keys.ts'

/** What can be said of a line besides taking what it may be, each with its key. */
export const lineSteps = [
  { step: 'find', key: 'f', label: 'Find' },
  { step: 'split', key: 's', label: 'Split' },
  { step: 'aside', key: 'p', label: 'Set aside' },
  { step: 'transfer', key: 't', label: 'Transfer' },
  { step: 'ignore', key: 'i', label: 'Leave out' },
  { step: 'rule', key: 'r', label: 'Make a rule' },
] as const
export type LineStep = (typeof lineSteps)[number]['step']

export const lineKeys: ShownKeys = [
  [['j'], 'Next line'],
  [['k'], 'Previous line'],
  [['Enter'], 'Accept the first candidate, and go to the next line'],
  [['1', '–', '8'], 'Take that candidate'],
  [['f'], 'Find whom or what the line is for'],
  [['s'], 'Split the line into parts'],
  [['p'], 'Set it aside: not identified yet'],
  [['t'], 'Transfer between our accounts'],
  [['i'], 'Leave it out'],
  [['r'], 'Make a rule from this line'],
  [['u'], 'Undo the last match'],
]
