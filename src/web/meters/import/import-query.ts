import { queryOptions } from '@tanstack/react-query'
import type { ReadingImport } from '#domain/meters/readingimport.ts'
import { readingimportCalls, stagedreadingCalls } from '#domain/meters/readingimport-calls.ts'
import { isAtWork } from '#domain/meters/readingimport-machine.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

const POLL_MS = 1000

/** An import, and what the server lets this person do with it now. */
export interface KnownImport {
  row: ReadingImport
  may: ReadonlySet<string>
}

export function importQuery(id: number) {
  return queryOptions({
    queryKey: ['readingimport', id],
    queryFn: async ({ signal }): Promise<KnownImport> => {
      const { data: row, info } = await send(readingimportCalls.get, { id }, { signal })
      const allowed = (info.available_actions ?? []).filter((one) => one.allowed)
      return { row, may: new Set(allowed.map((one) => one.action)) }
    },
    refetchInterval: ({ state: { data } }) =>
      data && isAtWork(data.row.import_status) ? POLL_MS : false,
    staleTime: 0,
  })
}

export function countsQuery({ id, import_status }: ReadingImport) {
  return queryOptions({
    queryKey: ['readingimport', id, 'counts', import_status],
    queryFn: async ({ signal }) => (await send(readingimportCalls.counts, { id }, { signal })).data,
    staleTime: 0,
  })
}

export type PoolTab = 'all' | 'error' | 'warning' | 'ready' | 'accepted' | 'rejected'

const tabParams: Record<PoolTab, Record<string, string>> = {
  all: {},
  error: { staged_status: 'waiting', severity: 'error' },
  warning: { staged_status: 'waiting', severity: 'warning' },
  ready: { staged_status: 'waiting', 'severity.in': 'ok,information' },
  accepted: { staged_status: 'accepted' },
  rejected: { staged_status: 'rejected' },
}

export const PAGE_SIZE = 50

export function poolQuery({ id, import_status }: ReadingImport, tab: PoolTab, offset: number) {
  const params = { readingimport_id: id, ...tabParams[tab], limit: PAGE_SIZE, offset }
  return queryOptions({
    queryKey: ['stagedreadings', 'pool', id, import_status, tab, offset],
    queryFn: async ({ signal }) => {
      const { data, info } = await send(stagedreadingCalls.list, params, { signal })
      return { rows: data, total: info.total ?? data.length }
    },
    // A row that was mended stays in sight until another page is asked for.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** After rows were accepted or rejected everything about the import is asked for again. */
export async function forgetImport(id: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['readingimport', id] }),
    queryClient.invalidateQueries({ queryKey: ['stagedreadings', 'pool', id] }),
    queryClient.invalidateQueries({ queryKey: ['readingimports'] }),
    queryClient.invalidateQueries({ queryKey: ['meterreadings'] }),
  ])
}
