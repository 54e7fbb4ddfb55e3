import { useQuery } from '@tanstack/react-query'
import { bulkmessageCalls, bulkrecipientCalls } from '#domain/messaging/bulk/bulkmessage-calls.ts'
import type { RecipientState } from '#domain/messaging/bulk/outcome.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

const LOOK_AGAIN_MS = 2000
const LOOK_AT_SCHEDULED_MS = 20_000

export const bulkList = '/app/messages?tab=bulk'

/** One bulk message and how far it has come, looked at again while something happens to it. */
export function useBulk(id: number) {
  return useQuery({
    queryKey: ['bulkmessage', 'progress', id],
    queryFn: ({ signal }) => send(bulkmessageCalls.get, { id }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const now = state.data?.data.state
      if (now === 'running') return LOOK_AGAIN_MS
      return now === 'scheduled' ? LOOK_AT_SCHEDULED_MS : false
    },
  })
}

/** What would happen if it were started as it is saved now. */
export function usePreview(id: number, version: number, isShown: boolean) {
  return useQuery({
    // Of its own: once it is started there is nothing to look at beforehand.
    queryKey: ['bulkpreview', id, version],
    queryFn: async ({ signal }) => (await send(bulkmessageCalls.preview, { id }, { signal })).data,
    enabled: isShown,
    staleTime: 0,
    retry: false,
  })
}

const SHOWN = 100

/** The first of its recipients that are in some states, with their names. */
export function useRecipients(id: number, states: readonly RecipientState[], version: string) {
  return useQuery({
    queryKey: ['bulkrecipients', id, states, version],
    queryFn: async ({ signal }) => {
      const asked = { bulk_id: String(id), 'state.in': states.join(','), limit: String(SHOWN) }
      const { data, info } = await send(bulkrecipientCalls.list, asked, { signal })
      return { rows: data ?? [], total: info.total ?? 0, titles: info.titles ?? {} }
    },
    placeholderData: (previous) => previous,
  })
}

/** It is another one by now, and so are its recipients and messages. */
export function forgetBulk(): Promise<unknown> {
  return Promise.all(
    ['bulkmessage', 'bulkmessages', 'bulkrecipients', 'messages'].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  )
}
