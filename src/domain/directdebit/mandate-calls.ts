import { z } from 'zod'
import { reason, rowRequest } from '#domain/kit/action-input.ts'
import { action, call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { storableText } from '#domain/kit/storable.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { ddevent } from './ddevent.ts'
import { mandate, mandateSources } from './mandate.ts'
import { payout } from './payout.ts'

/** When and how the customer agreed: read out to them, or signed. */
const consent = z.strictObject({
  text_version: storableText(40, 'Which text they agreed to is needed.'),
  at: z.iso.datetime({ offset: true, error: 'When they agreed is needed.' }),
  script_read: z.boolean().optional(),
  file_id: idSchema.optional(),
})

/** A name that the provider may have given: it becomes a part of an address. */
const providerName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{4,40}$/, { error: 'It has letters and digits, as in MD0001ABCDEF.' })

/** A new authority, or the invitation to give one. */
export interface MandateBegun {
  id: number | null
  invited_to: string | null
}

/** What only those see who may. */
export interface MandateDetails {
  account_holder: string | null
  account_ending: string | null
  reference: string | null
  provider_mandate_id: string | null
  provider_customer_id: string | null
}

const { create: _create, ...readingVerbs } = verbs(mandate, {
  without: ['update', 'remove', 'removeMany', 'restore'],
})

export const mandateCalls = {
  ...readingVerbs,
  create: call({
    method: 'PUT',
    path: '/mandate',
    summary:
      'Set up direct debit: invite the customer online, enter what was given by phone or paper, or ' +
      'take over what the provider has. In place of one there is: whoever may see its details, ' +
      'after the guard code',
    policy: { from: 'accounting' },
    input: z.strictObject({
      customer_id: idSchema,
      source: z.enum(mandateSources),
      /** The provider's name for an authority that was given before. */
      provider_mandate_id: providerName.optional(),
      /** In place of the one there is. */
      replace: z.boolean().optional(),
      email: z.string().trim().max(254).optional(),
      bank_account_number: z.string().trim().max(40).optional(),
      account_holder: z.string().trim().max(60).optional(),
      consent: consent.optional(),
    }),
    answers: data<MandateBegun>(),
    status: 201,
    replayed: false,
  }),
  cancel: action(mandate, 'cancel', {
    summary:
      'End an authority: debits that are not with the bank yet are cancelled. For whoever may see ' +
      'its details, after the guard code',
    input: z.strictObject({ ...rowRequest, reason }),
    said: 'The provider is being told.',
  }),
  reinstate: action(mandate, 'reinstate', {
    summary:
      'Let an authority that ended through us come back. For whoever may see its details, after ' +
      'the guard code',
    input: z.strictObject(rowRequest),
    said: 'The provider is being asked.',
  }),
  details: call({
    method: 'POST',
    path: '/mandate/details',
    summary: 'Show whose account an authority is for; leaves a trace',
    policy: { from: 'user', whileImpersonating: false },
    input: z.strictObject({ id: idSchema }),
    answers: data<MandateDetails>(),
    target: mandate,
    replayed: false,
  }),
}

export const payoutCalls = verbs(payout, {
  without: ['create', 'update', 'remove', 'removeMany', 'restore'],
})

export const ddeventCalls = verbs(ddevent, {
  without: ['create', 'update', 'remove', 'removeMany', 'restore'],
})
