import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { Membership } from './membership.ts'
import type { Organisation } from './organisation.ts'

/** Somebody who works in the organisation. */
export interface Member {
  id: number
  user_id: number
  username: string
  firstname: string | null
  lastname: string | null
  role_name: Membership['role_name']
  // Colleagues are known by name; addresses and access are for those who manage them.
  email?: string
  is_disabled?: boolean
  has_totp?: boolean
  last_signed_in_at?: string | null
  version?: number
}

/** An organisation as the platform sees it. */
export type OrganisationOverview = Pick<
  Organisation,
  'id' | 'name' | 'city' | 'is_active' | 'demo' | 'totp_required' | 'created_at'
> & { members: number; customers: number }

export const memberCalls = {
  get: call({
    method: 'GET',
    path: '/organisation/member',
    summary: 'One person of the organisation',
    policy: { from: 'user' },
    input: z.object({ user_id: idSchema }),
    answers: data<Member>(),
  }),
  list: call({
    method: 'GET',
    path: '/organisation/members',
    summary: 'The people of the organisation',
    policy: { from: 'user' },
    input: z.looseObject({}),
    answers: data<Member[]>(),
  }),
  overview: call({
    method: 'GET',
    path: '/organisations/overview',
    summary: 'Every organisation with how many people and customers it has',
    policy: { from: 'padmin', withoutOrganisation: true, apiKey: false },
    input: z.looseObject({}),
    answers: data<OrganisationOverview[]>(),
  }),
}
