import { queryOptions } from '@tanstack/react-query'
import type { optionCalls } from '#domain/identity/option-calls.ts'
import type { organisationCalls } from '#domain/identity/organisation-calls.ts'
import type { organisationconfigCalls } from '#domain/identity/organisationconfig-calls.ts'
import type { userConfigCalls } from '#domain/identity/user-config-calls.ts'
import type { userPermissionCalls } from '#domain/identity/user-permission-calls.ts'
import type { InputOf, Sendable } from '#domain/kit/call.ts'
import { queryClient } from './query.ts'
import { listCall } from './row-calls.ts'
import { light, send } from './send.ts'

// §4: what is loaded after sign-in. Full lists have limit 0 and offset 0.
const fullParams = { limit: 0, offset: 0 }
const staleTime = 300_000

/** A full list of the organisation, as it is loaded after sign-in. */
export function fullList(plural: string) {
  return queryOptions({
    queryKey: [plural, 'full'],
    queryFn: async () => (await send(listCall({ plural }), fullParams)).data ?? [],
    staleTime,
  })
}

function own<C extends Sendable>(name: string, call: C, input: InputOf<C>) {
  return queryOptions({
    queryKey: [name, 'own', input],
    queryFn: async () => (await send(call, input)).data,
    staleTime,
  })
}

const organisationCall = light<typeof organisationCalls.get>('GET', '/organisation')
const configsCall = light<typeof organisationconfigCalls.list>('GET', '/organisationconfigs')
const userConfigsCall = light<typeof userConfigCalls.list>('GET', '/userconfigs')
const saveConfigCall = light<typeof userConfigCalls.save>('POST', '/userconfig/save')
const permissionsCall = light<typeof userPermissionCalls.list>('GET', '/userpermissions')
const optionsCall = light<typeof optionCalls.list>('GET', '/options')

export const organisationQuery = (id: number) => own('organisation', organisationCall, { id })
export const organisationConfigsQuery = own('organisationconfigs', configsCall, {})
export const userConfigsQuery = own('userconfigs', userConfigsCall, {})
export const permissionsQuery = own('userpermissions', permissionsCall, {})
export const optionsQuery = queryOptions({
  queryKey: ['options', 'own'],
  queryFn: async () => (await send(optionsCall, fullParams)).data ?? [],
  staleTime,
})

/** Keeps what a person has arranged for themselves, by name. */
export async function saveUserConfig(name: string, value: unknown): Promise<void> {
  await send(saveConfigCall, { name, value })
  await queryClient.invalidateQueries({ queryKey: userConfigsQuery.queryKey })
}

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
