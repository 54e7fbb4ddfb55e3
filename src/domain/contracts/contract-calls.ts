import { z } from 'zod'
import { reason, rowRequest } from '#domain/kit/action-input.ts'
import { action, call, data, file, row } from '#domain/kit/call.ts'
import { created } from '#domain/kit/problem.ts'
import { fieldSchema, idSchema, updateSchema } from '#domain/kit/schema.ts'
import { type Revision, verbActions, verbs } from '#domain/kit/verbs.ts'
import { readerAddress } from '#domain/mail/reader-address.ts'
import { contract } from './contract.ts'
import type { DatedTerms } from './contract-terms.ts'
import { newRates } from './new-rates.ts'
import { rateupdate, supplierrateupdate } from './rateupdate.ts'

const day = (name: keyof typeof contract.fields) =>
  // A date field answers text; the kit's schema does not say so to the compiler.
  fieldSchema(contract, name, contract.fields[name]) as z.ZodType<string, string>

type Change = Revision<typeof contract> & { reason?: string | undefined }

// The schema is built from the entity, as the type is.
const contractChange = updateSchema(contract).extend({
  billed_to_date: day('billed_to_date').optional(),
  reason: reason.optional(),
}) as unknown as z.ZodType<Change, Change>

const oneContract = z.object({ id: idSchema })

/** Terms of a contract, the day they hold from, and who set them. */
export interface StoredTerms extends DatedTerms {
  actor_name: string
  created_at: string
}

/** A document that was sent, and what became of it. */
export interface DocumentVersion {
  id: number
  document_version: number
  created_at: string
  sent_to: string | null
  opened_at: string | null
  accepted_at: string | null
  accepted_name: string | null
  withdrawn_at: string | null
  sha256: string
  link_expires_at: string | null
}

const rateUpdate = z.strictObject({
  ...rowRequest,
  // Of a contract it may be left empty, of its rates never.
  valid_from_date: fieldSchema(
    rateupdate,
    'valid_from_date',
    rateupdate.fields.valid_from_date,
  ) as z.ZodType<string, string>,
  rates: newRates,
  reason: z.string().trim().max(1000).optional(),
})

/** What can be done with a contract beside changing its fields. */
const contractActions = {
  cancel: action(contract, 'cancel', {
    summary: 'Cancel an active contract from a day on',
    input: z.strictObject({
      ...rowRequest,
      // Left empty in the form it is sent so, to be refused in words.
      date_end: day('date_end') as z.ZodType<string, string | undefined>,
      reason,
      waive_fee: z.boolean().optional(),
    }),
    said: 'Contract cancelled.',
  }),
  // Within an hour whoever deleted it may bring it back: the machine cannot know who that was.
  restore: call({
    method: 'POST',
    path: '/contract/restore',
    summary: 'Restore a deleted, cancelled or ended contract',
    policy: { from: 'user' },
    target: contract,
    action: 'restore',
    input: z.strictObject({
      ...rowRequest,
      reason: reason.optional(),
      date_end: day('date_end').optional(),
    }),
    answers: row(contract),
    said: 'Contract restored.',
  }),
  lock: action(contract, 'lock', {
    summary: 'Lock a contract: only notes, unlocking and cancelling are left',
    input: z.strictObject({ ...rowRequest, reason: reason.optional() }),
    said: 'Contract locked.',
  }),
  unlock: action(contract, 'unlock', {
    summary: 'Unlock a contract',
    input: z.strictObject({ ...rowRequest, reason: reason.optional() }),
    said: 'Contract unlocked.',
  }),
  activate: action(contract, 'activate', {
    summary: 'Make a draft active without sending it, with the reason',
    input: z.strictObject({ ...rowRequest, reason }),
    said: 'Contract is active.',
  }),
  send: action(contract, 'send', {
    summary: 'Offer a contract: the document is frozen and its link sent to the customer',
    input: z.strictObject({
      ...rowRequest,
      to: readerAddress.optional(),
      message: z.string().trim().max(2000).optional(),
    }),
    said: 'Contract sent.',
  }),
  accept: action(contract, 'accept', {
    summary: 'Note that an offer was accepted on paper or by phone',
    input: z.strictObject({
      ...rowRequest,
      name: z.string().trim().min(2, 'Say who accepted.').max(200),
      reason: reason.optional(),
    }),
    said: 'Contract is active.',
  }),
  duplicate: action(contract, 'duplicate', {
    summary: 'Copy a contract with its terms and rates into a new draft',
    input: z.strictObject({
      ...rowRequest,
      date_start: day('date_start').optional(),
      date_end: day('date_end').optional(),
    }),
    said: 'Contract duplicated.',
    status: created,
  }),
  addrateupdates: {
    ...action(contract, 'addrateupdates', {
      summary: 'Give a contract new sell rates from a day on',
      input: rateUpdate,
      said: 'Rates added.',
    }),
    answers: row(rateupdate),
  },
  addsupplierrateupdates: {
    ...action(contract, 'addsupplierrateupdates', {
      summary: 'Give a contract new buy rates from a day on',
      input: rateUpdate,
      said: 'Rates added.',
    }),
    answers: row(supplierrateupdate),
  },
  undo: action(contract, 'undo', {
    summary: 'Take back the last rate update, while nothing of it is billed',
    input: z.strictObject({ ...rowRequest, side: z.enum(['sell', 'buy']).optional() }),
    said: 'Rate update taken back.',
  }),
}

export const contractCalls = {
  // Cancelled and ended contracts are restored by the same call as deleted ones.
  ...verbs(contract, { without: ['restore', 'update'] }),
  ...contractActions,
  // What was billed elsewhere is set with the reason, which no other change needs.
  update: call({
    method: 'POST',
    path: '/contract',
    summary: 'Change a contract; up to when it was billed elsewhere, with the reason',
    policy: { from: 'user' },
    target: contract,
    action: verbActions.update,
    input: contractChange,
    answers: row(contract),
  }),
  terms: call({
    method: 'GET',
    path: '/contract/terms',
    summary: 'The terms of a contract and the days they hold from',
    policy: { from: 'user' },
    target: contract,
    input: oneContract,
    answers: data<StoredTerms[]>(),
  }),
  preview: call({
    method: 'GET',
    path: '/contract/preview',
    summary: 'The contract’s document as it would be sent now, as a PDF that is not kept',
    policy: { from: 'user' },
    sends: 'application/pdf',
    target: contract,
    input: oneContract,
    answers: file,
  }),
  document: call({
    method: 'GET',
    path: '/contract/document',
    summary:
      'A document as it was sent, or as it was accepted; the newest unless a version is named',
    policy: { from: 'user' },
    sends: 'application/pdf',
    target: contract,
    input: z.object({ id: idSchema, version: idSchema.optional() }),
    answers: file,
  }),
  documents: call({
    method: 'GET',
    path: '/contract/documents',
    summary: 'The versions of a contract’s document and what became of each, newest first',
    policy: { from: 'user' },
    target: contract,
    input: oneContract,
    answers: data<DocumentVersion[]>(),
  }),
}
