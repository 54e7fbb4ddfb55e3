import { useQuery } from '@tanstack/react-query'
import type { ExportJob } from '#domain/exports/export.ts'
import { exportCalls } from '#domain/exports/export-calls.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

const LOOK_AGAIN_MS = 1000

export const isUnderWay = ({ export_status }: Pick<ExportJob, 'export_status'>) =>
  export_status === 'waiting' || export_status === 'running'

/** What can be exported. */
export function useExportChoices() {
  return useQuery({
    queryKey: ['exports', 'choices'],
    queryFn: async ({ signal }) => (await send(exportCalls.choices, {}, { signal })).data,
  })
}

/** The latest exports, looked at again while one is being made. */
export function useRecentExports() {
  return useQuery({
    queryKey: ['exports', 'recent'],
    queryFn: async ({ signal }) =>
      (await send(exportCalls.list, { limit: '20' }, { signal })).data ?? [],
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_AGAIN_MS : false),
  })
}

export const readExportsAgain = () => queryClient.invalidateQueries({ queryKey: ['exports'] })
