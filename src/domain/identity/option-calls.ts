import { z } from 'zod'
import { type Answers, call } from '#domain/kit/call.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { option } from './settings.ts'
import { shownOptions } from './shown-to-guests.ts'

/** An entry of a list of choices; the defaults have no id, as nobody has stored them. */
export type ShownOption = z.infer<typeof shownOptions>[number]

export const optionCalls = {
  ...verbs(option, { without: ['list'] }),
  // The list is answered together with the defaults, also to guests.
  list: call({
    method: 'GET',
    path: '/options',
    summary: 'The lists of choices: the defaults for guests, with your organisation’s for users',
    compressed: true,
    policy: { from: 'guest' },
    shows: shownOptions,
    input: z.looseObject({ list_name: z.string().max(60).optional() }),
    answers: { rows: { entity: option, many: true } } as Answers<ShownOption[]>,
  }),
}
