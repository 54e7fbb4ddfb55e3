import { verbs } from '#domain/kit/verbs.ts'
import { consent } from './consent.ts'

/** Consent is noted and read, never changed. */
export const consentCalls = verbs(consent, {
  without: ['update', 'remove', 'removeMany', 'restore'],
})
