import { organisationSettings } from '#domain/identity/organisation-settings.ts'
import { useSetting } from '#web/identity/use-setting.ts'

/** How many working hours somebody may wait, as the organisation wants it. */
export const useAnswerWithin = (): number =>
  useSetting('answer_within', organisationSettings.answer_within)
