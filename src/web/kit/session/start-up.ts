import { queryOptions } from '@tanstack/react-query'
import type { OptionRow } from '#web/kit/form/options.ts'
import { api } from './api.ts'
import { queryClient } from './query.ts'

// §4: what is loaded after sign-in. Full lists have limit 0 and offset 0.
const fullParams = { limit: 0, offset: 0 }

/** A full list of the organisation, as it is loaded after sign-in. */
export function fullList<T = Record<string, unknown> & { id: number }>(plural: string) {
  return queryOptions({
    queryKey: [plural, 'full'],
    queryFn: async () => (await api.get<T[]>(`/${plural}`, fullParams)).data ?? [],
    staleTime: 300_000,
  })
}

function own<T>(name: string, params = {}) {
  return queryOptions({
    queryKey: [name, 'own', params],
    queryFn: async () => (await api.get<T>(`/${name}`, params)).data,
    staleTime: 300_000,
  })
}

export interface Permissions {
  user_id: number
  view_customer_direct_debit?: boolean
  set_customer_direct_debit_password?: boolean
  encrypt?: boolean
  can_decrypt?: boolean
  [more: string]: unknown
}

export interface OrganisationRow {
  id: number
  name: string
  [more: string]: unknown
}

export const organisationQuery = (id: number) => own<OrganisationRow | null>('organisation', { id })
export const organisationConfigsQuery = own<ConfigRow[]>('organisationconfigs')
export interface ConfigRow {
  name: string
  value: unknown
}

export const userConfigsQuery = own<ConfigRow[]>('userconfigs')
export const permissionsQuery = own<Permissions[]>('userpermissions')
export const optionsQuery = queryOptions({
  queryKey: ['options', 'own'],
  queryFn: async () => (await api.get<OptionRow[]>('/options', fullParams)).data ?? [],
  staleTime: 300_000,
})

/** Loads what the screens count on; one that fails is asked for again where it is needed. */
export async function startUp(
  user: { organisation_id?: number | null | undefined } | null,
): Promise<void> {
  if (!user) return
  const organisationId = user.organisation_id
  await Promise.allSettled([
    queryClient.prefetchQuery(optionsQuery),
    ...(organisationId
      ? [
          queryClient.prefetchQuery(organisationQuery(organisationId)),
          queryClient.prefetchQuery(organisationConfigsQuery),
          queryClient.prefetchQuery(userConfigsQuery),
          queryClient.prefetchQuery(permissionsQuery),
          queryClient.prefetchQuery(fullList('staffs')),
          queryClient.prefetchQuery(fullList('suppliers')),
          queryClient.prefetchQuery(fullList('partners')),
        ]
      : []),
  ])
}
