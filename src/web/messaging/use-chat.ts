import { useQuery } from '@tanstack/react-query'
import { echoed, fetched, merged, type PolledMessage } from '#domain/messaging/poll.ts'
import { isApiProblem } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'

interface ChatSource<M extends PolledMessage> {
  queryKey: readonly unknown[]
  everyMs: number
  /** Everything at first, then what is new since what was fetched. */
  load: (known: readonly M[], signal: AbortSignal) => Promise<M[]>
}

// A link that has ended does not come back.
const ended = [469, 470, 473]

/** A chat that keeps itself up to date while somebody looks; nothing is lost or shown twice. */
export function useChat<M extends PolledMessage>({ queryKey, everyMs, load }: ChatSource<M>) {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const arrived = await load(fetched(knownOf<M>(queryKey)), signal)
      // Something may have been sent meanwhile: what is known now counts, not what was asked from.
      return merged(knownOf<M>(queryKey), arrived)
    },
    staleTime: 0,
    // Whoever comes back begins anew: older messages may have got further meanwhile.
    gcTime: 0,
    refetchInterval: ({ state: { error } }) =>
      isApiProblem(error) && ended.includes(error.status) ? false : everyMs,
  })
}

const knownOf = <M>(queryKey: readonly unknown[]) => queryClient.getQueryData<M[]>(queryKey) ?? []

/** Shows at once what was just sent. */
export function addToChat<M extends PolledMessage>(queryKey: readonly unknown[], sent: M): void {
  queryClient.setQueryData<M[]>(queryKey, (known) => echoed(known ?? [], sent))
}
