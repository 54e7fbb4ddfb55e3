import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Entity } from '#domain/kit/entity.ts'
import type { Params } from '#web/kit/session/api.ts'
import { listCall, listInput } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { type ListState, rowParams } from './list-state.ts'
import { summedColumns } from './sums.ts'

/** Where the rows of a list come from when it is not all of the entity's. */
export interface ListSource {
  path: string
  params?: Params
  /** What it means when nothing answers. */
  none: string
  /** The figure that names the same rows: with it they can be had as a file. */
  figure?: string
  /** Whether it can be had as a file. */
  hasCsv?: boolean
}

/** One page of an entity's rows. */
export function useList(entity: Entity, state: ListState, source?: ListSource) {
  const { role } = useSession()
  const { limit, offset, sum, exact } = state
  const sums = new Set([...(sum ? [sum] : []), ...summedColumns(entity, state.columns, role)])
  const added = [...sums].join() || undefined
  const page = { limit, offset, sum: added, exact: exact ? 1 : undefined }
  const params = { ...source?.params, ...rowParams(state), ...page }
  const path = source?.path ?? `/${entity.plural}`
  return useQuery({
    queryKey: [entity.plural, 'list', path, params],
    queryFn: ({ signal }) => send(callOf(entity, source), listInput(params), { signal }),
    placeholderData: keepPreviousData,
  })
}

function callOf(entity: Entity, source: ListSource | undefined) {
  return listCall(source ? { plural: source.path.slice(1) } : entity)
}

/** How many rows answer to some parameters; `plural` names the list, or a question beneath it. */
export function countQuery(plural: string, params: Params = {}) {
  return queryOptions({
    queryKey: [plural.split('/')[0], 'count', plural, params],
    queryFn: async ({ signal }) => {
      const asked = listInput({ ...params, limit: 1, fields: 'id' })
      return (await send(listCall({ plural }), asked, { signal })).info.total ?? 0
    },
  })
}

/** What a column comes to over every row that answers to some parameters. */
export function sumQuery(plural: string, column: string, params: Params = {}) {
  return queryOptions({
    queryKey: [plural, 'sum', column, params],
    queryFn: async ({ signal }) => {
      const asked = listInput({ ...params, limit: 1, fields: 'id', sum: column })
      return (await send(listCall({ plural }), asked, { signal })).info.sums?.[column] ?? null
    },
  })
}

/** The ids of every row the list matches, or of the first of very many. */
export async function allIds(
  entity: Entity,
  state: ListState,
  { source, most }: { source: ListSource | undefined; most: number },
): Promise<number[]> {
  const ids: number[] = []
  let cursor: string | null | undefined
  do {
    const asked = { ...source?.params, ...rowParams(state), fields: 'id', limit: 500, cursor }
    const page = await send(callOf(entity, source), listInput(asked))
    ids.push(...page.data.map((row) => row.id))
    cursor = page.info.next_cursor
  } while (cursor && ids.length < most)
  return ids.slice(0, most)
}
