import { queryOptions } from '@tanstack/react-query'
import type { SharedView, sharedViewCalls } from '#domain/identity/shared-view-calls.ts'
import type { InputOf } from '#domain/kit/call.ts'
import { queryClient } from './query.ts'
import { light, send } from './send.ts'

export type { SharedView }

const listCall = light<typeof sharedViewCalls.list>('GET', '/sharedviews')
const saveCall = light<typeof sharedViewCalls.save>('POST', '/sharedview/save')
const removeCall = light<typeof sharedViewCalls.remove>('DELETE', '/sharedview')

/** The views of every list that everybody here sees. */
export const sharedViewsQuery = queryOptions({
  queryKey: ['sharedviews'],
  queryFn: async ({ signal }) => (await send(listCall, {}, { signal })).data ?? [],
  staleTime: 60_000,
})

export async function shareView(view: InputOf<typeof saveCall>): Promise<void> {
  await send(saveCall, view)
  await queryClient.invalidateQueries(sharedViewsQuery)
}

export async function unshareView({ id }: Pick<SharedView, 'id'>): Promise<void> {
  await send(removeCall, { id })
  await queryClient.invalidateQueries(sharedViewsQuery)
}
