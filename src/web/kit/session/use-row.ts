import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Entity } from '#domain/kit/entity.ts'
import { getCall } from './row-calls.ts'
import { send } from './send.ts'

/** One row with what may be done to it. */
export function rowQuery(entity: Pick<Entity, 'name'>, id: number) {
  return queryOptions({
    queryKey: [entity.name, id],
    queryFn: ({ signal }) => send(getCall(entity), { id }, { signal }),
    staleTime: 0,
  })
}

/** The id in the address; null for a new record. */
export function useRowId(): number | null {
  const [params] = useSearchParams()
  const id = Number(params.get('id'))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export function useRow(entity: Pick<Entity, 'name'>, id: number | null) {
  return useQuery({ ...rowQuery(entity, id ?? 0), enabled: id !== null })
}
