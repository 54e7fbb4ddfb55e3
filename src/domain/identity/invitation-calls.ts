import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { nothingShown } from '#domain/kit/shown.ts'
import type { Membership } from './membership.ts'
import { shownInvitation } from './shown-to-guests.ts'

/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7

/** An invitation as its organisation sees it: what was typed, and what became of it. */
export interface Invitation {
  id: number
  /** The username or address as the admin typed it, and nothing else of whom it names. */
  invited: string
  role_name: Membership['role_name']
  invitation_status: 'waiting' | 'accepted' | 'declined' | 'withdrawn' | 'expired'
  invited_by_name: string
  sent_at: string
  expires_at: string
}

/** An invitation as whom it was mailed to sees it. */
export type ShownInvitation = z.infer<typeof shownInvitation>

const reading: Policy = { from: 'admin', apiKey: false }
const changing: Policy = { ...reading, stepUp: true }
const guest: Policy = { from: 'guest' }
const one = z.strictObject({ id: idSchema })

export const invitationCalls = {
  list: call({
    method: 'GET',
    path: '/invitations',
    summary: 'Whom the organisation has invited, newest first',
    policy: reading,
    input: z.looseObject({}),
    answers: data<Invitation[]>(),
  }),
  resend: call({
    method: 'POST',
    path: '/invitation/resend',
    summary: 'Send an invitation again; the link before it stops working',
    policy: changing,
    input: one,
    answers: data<Invitation>(),
  }),
  withdraw: call({
    method: 'DELETE',
    path: '/invitation',
    summary: 'Withdraw an invitation; its link stops working',
    policy: changing,
    input: one,
    answers: data<Invitation>(),
  }),
  look: call({
    method: 'GET',
    path: '/public/invitation',
    summary: 'What a mailed invitation says; changes nothing',
    policy: guest,
    shows: shownInvitation,
    input: z.object({}),
    answers: data<ShownInvitation>(),
  }),
  accept: call({
    method: 'POST',
    path: '/public/invitation/accept',
    summary: 'Join the organisation that has invited the holder of the link',
    policy: guest,
    shows: nothingShown,
    replayed: false,
    input: z.strictObject({}),
    answers: data<null>(),
  }),
  decline: call({
    method: 'POST',
    path: '/public/invitation/decline',
    summary: 'Decline an invitation',
    policy: guest,
    shows: nothingShown,
    replayed: false,
    input: z.strictObject({}),
    answers: data<null>(),
  }),
}
