import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, date, flag, integer, ref, text, timestamp } from '#domain/kit/field.ts'
import { mandateMachine } from './mandate-machine.ts'
import { causeWords, debitCauses, mandateStatuses } from './provider-words.ts'

export const mandateSources = ['online', 'phone', 'paper', 'import'] as const

/** A customer's authority to collect from their account. */
export const mandate = entity({
  name: 'mandate',
  plural: 'mandates',
  label: 'Direct debit authority',
  labelPlural: 'Direct debit authorities',
  title: 'reference',
  access: { read: 'user', write: 'accounting', remove: 'padmin' },
  machine: mandateMachine,
  heldWith: [{ column: 'customer_id', table: 'customers' }],
  fields: {
    customer_id: ref('customer').required().readonly(),
    source: choice(...mandateSources)
      .required()
      .readonly()
      .label('Given'),
    mandate_status: choice(...mandateStatuses)
      .required()
      .readonly()
      .initially('pending_submission')
      .label('Status'),
    is_current: flag().readonly().label('In use'),
    account_ending: text(20).readonly().label('Account ends in'),
    reference: text(60).readonly(),
    next_possible_charge_date: date().readonly().label('Next possible debit, as last told'),
    first_charge_from: date().readonly().label('First debit from'),
    consent_text_version: text(40).readonly().label('Text they agreed to'),
    consent_at: timestamp().readonly().label('Agreed'),
    consent_script_read: flag().readonly().label('Text was read out'),
    consent_file_id: ref('file').readonly().label('Signed form'),
    reinstated: integer().required().readonly().initially(0).label('Times it came back'),
    ended_by: choice('us', 'customer', 'bank', 'provider').readonly(),
    ended_cause: choice(...debitCauses)
      .inWords(causeWords)
      .readonly()
      .label('Why it ended'),
    ended_date: date().readonly().label('Ended'),
    problem: text(500).readonly(),
    replaces_id: ref('mandate').readonly().label('In place of'),
  },
  list: [
    'created_at',
    'customer_id',
    'mandate_status',
    'is_current',
    'source',
    'account_ending',
    'next_possible_charge_date',
    'problem',
  ],
  form: {
    Authority: ['customer_id', 'mandate_status', 'source', 'account_ending', 'reference'],
    Consent: ['consent_text_version', 'consent_at', 'consent_script_read', 'consent_file_id'],
  },
  search: [],
  order: '-created_at',
})

export type Mandate = Row<typeof mandate>

/** The words that are read out or signed; a change of them is a new version. */
export const CONSENT_TEXT_VERSION = 'nz-2026-1'
