import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'

export const demonstrationStatuses = ['waiting', 'filling', 'ready', 'failed', 'removing'] as const
export type DemonstrationStatus = (typeof demonstrationStatuses)[number]

/** How much there is to see: everything that can happen has happened, or one of everything. */
export const demonstrationSizes = ['large', 'small'] as const
export type DemonstrationSize = (typeof demonstrationSizes)[number]

/** What stands on everything that comes out of a demonstration. */
export const DEMONSTRATION_MARK = 'Demonstration'

/** An organisation that was made to be shown, under its own number. */
export interface Demonstration {
  id: number
  name: string
  demonstration_status: DemonstrationStatus
  /** Who of it signs in, once it is filled. */
  usernames: string[]
  created_at: string
}

/** What its people sign in with, shown this once. */
export interface DemonstrationKeys {
  usernames: string[]
  password: string
}

// Organisations come and go by it: platform admins alone, in person and under their own name.
const policy: Policy = {
  from: 'padmin',
  apiKey: false,
  withoutOrganisation: true,
  whileImpersonating: false,
}

export const demonstrationCalls = {
  list: call({
    method: 'GET',
    path: '/demonstrations',
    summary: 'The demonstrations there are, and how far each of them is',
    policy,
    input: z.object({}),
    answers: data<Demonstration[]>(),
  }),
  create: call({
    method: 'PUT',
    path: '/demonstration',
    summary: 'Make an organisation to show the program with: filled, and nothing leaves it',
    policy,
    input: z.strictObject({ size: z.enum(demonstrationSizes).default('large') }),
    answers: data<{ id: number; name: string }>(),
  }),
  keys: call({
    method: 'POST',
    path: '/demonstration/password',
    summary: 'Give the people of a demonstration a new password; shown this once',
    policy: { ...policy, stepUp: true },
    replayed: false,
    input: z.strictObject({ id: idSchema }),
    answers: data<DemonstrationKeys>(),
  }),
  remove: call({
    method: 'POST',
    path: '/demonstration/remove',
    summary: 'Remove a demonstration with everything in it; its name must be typed',
    policy,
    input: z.strictObject({ id: idSchema, name_confirm: z.string().max(200) }),
    answers: data<{ id: number }>(),
  }),
}
