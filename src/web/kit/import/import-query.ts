import { queryOptions } from '@tanstack/react-query'
import { isAtWork } from '#domain/kit/import/import-machine.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import type { AnyScreen, ImportRow, ImportScreen, StagedRow } from './import-screen.ts'

const POLL_MS = 1000

/** An import, and what the server lets this person do with it now. */
export interface KnownImport<B extends ImportRow = ImportRow> {
  row: B
  may: ReadonlySet<string>
}

export function importQuery<B extends ImportRow, R extends StagedRow, P, X>(
  { batch, calls }: ImportScreen<B, R, P, X>,
  id: number,
) {
  return queryOptions({
    queryKey: [batch.name, id],
    queryFn: async ({ signal }): Promise<KnownImport<B>> => {
      const { data: row, info } = await send(calls.get, { id }, { signal })
      const allowed = (info.available_actions ?? []).filter((one) => one.allowed)
      return { row, may: new Set(allowed.map((one) => one.action)) }
    },
    refetchInterval: ({ state: { data } }) =>
      data && isAtWork(data.row.import_status) ? POLL_MS : false,
    staleTime: 0,
  })
}

export function countsQuery({ batch, calls }: AnyScreen, { id, import_status }: ImportRow) {
  return queryOptions({
    queryKey: [batch.name, id, 'counts', import_status],
    queryFn: async ({ signal }) => (await send(calls.counts, { id }, { signal })).data,
    staleTime: 0,
  })
}

export const PAGE_SIZE = 50

/** Which part of the rows is asked for. */
export interface PoolPart {
  tab: string
  offset: number
}

export function poolQuery<B extends ImportRow, R extends StagedRow, P, X>(
  { batch, row, calls, tabs }: ImportScreen<B, R, P, X>,
  { id, import_status }: ImportRow,
  { tab, offset }: PoolPart,
) {
  const filter = tabs.find((one) => one.tab === tab)?.params
  const params = { [`${batch.name}_id`]: id, ...filter, limit: PAGE_SIZE, offset }
  return queryOptions({
    queryKey: [row.plural, 'pool', id, import_status, tab, offset],
    queryFn: async ({ signal }) => {
      const { data, info } = await send(calls.rows, params, { signal })
      return { rows: data, total: info.total ?? data.length }
    },
    // A row that was mended stays in sight until another page is asked for.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** After rows were accepted or rejected everything about the import is asked for again. */
export async function forgetImport(screen: AnyScreen, id: number): Promise<void> {
  const { batch, row } = screen
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [batch.name, id] }),
    queryClient.invalidateQueries({ queryKey: [row.plural, 'pool', id] }),
    queryClient.invalidateQueries({ queryKey: [batch.plural] }),
    screen.forget(),
  ])
}
