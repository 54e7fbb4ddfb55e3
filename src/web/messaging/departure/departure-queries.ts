import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import type {
  CloserLook,
  Departure,
  DepartureAction,
} from '#domain/messaging/departure/departure.ts'
import {
  type DepartureOptions,
  departureCalls,
} from '#domain/messaging/departure/departure-calls.ts'
import { RevealContext } from '#web/kit/form/reveal.ts'
import { send } from '#web/kit/session/send.ts'

const LOOK_AGAIN_MS = 500
/** So many are looked at closely before anybody asks. */
const AT_ONCE = 25

export interface Looking {
  action: DepartureAction
  ids: number[]
  /** The one thing by which all of them leave, where that decides on their words. */
  about?: number | undefined
  options: DepartureOptions
}

/** The rows as they are about to leave. */
export function useLeaving({ action, ids, options }: Looking) {
  return useQuery({
    queryKey: ['departures', 'leaving', action, ids, options.again],
    queryFn: async ({ signal }) => {
      const asked = { action, ids, ...(options.again ? { options: { again: true } } : {}) }
      const { data, info } = await send(departureCalls.preview, asked, { signal })
      return { rows: data, totals: info }
    },
    staleTime: 0,
    gcTime: 0,
  })
}

/** One row with its page and all that is read of it; nothing where a code keeps it shut. */
export function useCloserLook(looking: Looking) {
  const { action, ids, about, options } = looking
  const reveal = useContext(RevealContext)
  return useQuery({
    queryKey: ['departures', 'look', action, about, ids, options],
    queryFn: async ({ signal }) => (await reveal(() => lookAt(looking, signal))) ?? [],
    placeholderData: (previous) => previous,
    enabled: ids.length > 0,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Whether what would be read is there to be read; where it can't be, whoever sends is told why. */
export function useIsLookedAt(looking: Looking): boolean {
  const { data, error, isPlaceholderData } = useCloserLook(looking)
  return error !== null || (data !== undefined && !isPlaceholderData)
}

/** What stands in the way of each, found by trying it. */
export function useObstacles(looking: Looking): Map<number, string> {
  const { action, about, options } = looking
  const first = looking.ids.slice(0, AT_ONCE)
  const { data } = useQuery({
    queryKey: ['departures', 'obstacles', action, about, first, options],
    queryFn: ({ signal }) => lookAt({ ...looking, ids: first }, signal),
    // One alone is looked at closely anyway.
    enabled: first.length > 1,
    staleTime: 0,
    gcTime: 0,
  })
  const found = (data ?? []).flatMap((look) => {
    const words = obstacleOf(look)
    return words === null ? [] : [[look.id, words] as const]
  })
  return new Map(found)
}

export function obstacleOf({ problem, messages }: CloserLook): string | null {
  return problem ?? messages.find(({ withheld }) => withheld !== null)?.withheld ?? null
}

async function lookAt({ about, ...asked }: Looking, signal: AbortSignal): Promise<CloserLook[]> {
  const body = { ...asked, ...(about === undefined ? {} : { about }) }
  return (await send(departureCalls.look, body, { signal })).data
}

/** How far something is that was let go, until nothing of it is held. */
export function useDeparture(first: Departure): Departure {
  const { data } = useQuery({
    queryKey: ['departures', 'one', first.id],
    queryFn: async ({ signal }) =>
      (await send(departureCalls.get, { id: first.id }, { signal })).data,
    initialData: first,
    refetchInterval: ({ state }) => (state.data?.counts.held ? LOOK_AGAIN_MS : false),
  })
  return data
}
