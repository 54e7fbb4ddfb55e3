import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { storableText } from '#domain/kit/storable.ts'

const reading: Policy = { from: 'padmin', withoutOrganisation: true, apiKey: false }
const changing: Policy = { ...reading, stepUp: true }

/** One platform admin asks to switch off somebody's lost second factor; another one decides. */
export interface FactorReset {
  id: number
  user_id: number
  username: string
  reason: string
  asked_by: number
  asked_by_name: string
  asked_at: string
}

const one = z.strictObject({ id: idSchema })

export const factorResetCalls = {
  list: call({
    method: 'GET',
    path: '/factorresets',
    summary: 'Resets of a lost second factor that wait for a second platform admin',
    policy: reading,
    input: z.looseObject({}),
    answers: data<FactorReset[]>(),
  }),
  ask: call({
    method: 'PUT',
    path: '/factorreset',
    summary: 'Ask to reset the lost second factor of a user; another platform admin decides',
    policy: changing,
    replayed: false,
    input: z.strictObject({
      user_id: idSchema,
      username_confirm: z.string({ error: 'Type the username to carry on.' }).max(60),
      reason: storableText(500, 'Say why, in a few words.').refine(
        (text) => text.trim().length >= 10,
        'Say why, in at least 10 characters.',
      ),
    }),
    answers: data<FactorReset>(),
  }),
  approve: call({
    method: 'POST',
    path: '/factorreset/approve',
    summary: 'Switch off the second factor that another platform admin asked to reset',
    policy: changing,
    replayed: false,
    input: one,
    answers: data<null>(),
  }),
  refuse: call({
    method: 'POST',
    path: '/factorreset/refuse',
    summary: 'Refuse or take back the reset of a second factor',
    policy: reading,
    replayed: false,
    input: one,
    answers: data<null>(),
  }),
}
