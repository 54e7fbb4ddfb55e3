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

/** Somebody of the platform came in, or worked in the name of one of the organisation's people. */
export interface PlatformVisit {
  id: number
  by_name: string
  /** In whose name, where it was not their own. */
  as_name: string | null
  reason: string | null
  created_at: string
}

export const memberCalls = {
  visits: call({
    method: 'GET',
    path: '/organisation/visits',
    summary: 'When people of the platform came into the organisation, newest first',
    policy: { from: 'admin', apiKey: false },
    input: z.looseObject({}),
    answers: data<PlatformVisit[]>(),
  }),
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
