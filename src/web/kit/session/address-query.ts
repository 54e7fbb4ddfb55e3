import { queryOptions } from '@tanstack/react-query'
import type { addressCalls } from '#domain/identity/address-calls.ts'
import type { AddressPart } from '#domain/kit/field.ts'
import { light, send } from './send.ts'

const suggestionsCall = light<typeof addressCalls.suggestions>('GET', '/address/suggestions')

/** What an address may go on with, by what is typed of it. */
export const suggestionsQuery = (of: AddressPart, q: string) =>
  queryOptions({
    queryKey: ['address', of, q],
    queryFn: async ({ signal }) => (await send(suggestionsCall, { of, q }, { signal })).data ?? [],
    staleTime: 60_000,
    // What is offered is a help and nothing more: without it people type on.
    retry: false,
    throwOnError: false,
    placeholderData: (previous) => previous,
  })
