import { queryOptions } from '@tanstack/react-query'
import type { ReadingImport, StagedReading } from '#domain/meters/readingimport.ts'
import { api } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'

export type ImportRow = ReadingImport & { id: number; created_at: string }
export type PoolRow = StagedReading & { id: number; version: number }

const POLL_MS = 1000

/** The server is at work on it. */
export function isAtWork(row: ImportRow | undefined): boolean {
  return ['checking', 'accepting', 'undoing'].includes(row?.import_status ?? '')
}

export function importQuery(id: number) {
  return queryOptions({
    queryKey: ['readingimport', id],
    queryFn: async ({ signal }) =>
      (await api.get<ImportRow>('/readingimport', { id }, { signal })).data,
    refetchInterval: (query) => (isAtWork(query.state.data) ? POLL_MS : false),
    staleTime: 0,
  })
}

export interface PoolCounts {
  total: number | null
  error: number
  warning: number
  information: number
  ok: number
  accepted: number
  rejected: number
}

export function countsQuery({ id, import_status }: ImportRow) {
  return queryOptions({
    queryKey: ['readingimport', id, 'counts', import_status],
    queryFn: async ({ signal }) =>
      (await api.get<PoolCounts>('/readingimport/counts', { id }, { signal })).data,
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

export function poolQuery({ id, import_status }: ImportRow, tab: PoolTab, offset: number) {
  const params = { readingimport_id: id, ...tabParams[tab], limit: PAGE_SIZE, offset }
  return queryOptions({
    queryKey: ['stagedreadings', 'pool', id, import_status, tab, offset],
    queryFn: async ({ signal }) => {
      const { data, info } = await api.get<PoolRow[]>('/stagedreadings', params, { signal })
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
