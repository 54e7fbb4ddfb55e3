import { useQuery } from '@tanstack/react-query'
import { organisationSettings } from '#domain/identity/organisation-settings.ts'
import { organisationConfigsQuery } from '#web/kit/session/start-up.ts'

const { initial, schema } = organisationSettings.answer_within

/** How many working hours somebody may wait, as the organisation wants it. */
export function useAnswerWithin(): number {
  const { data } = useQuery(organisationConfigsQuery)
  const stored = data?.find(({ name }) => name.toLowerCase() === 'answer_within')
  const known = schema.safeParse(stored?.value)
  return known.success ? known.data : initial
}
