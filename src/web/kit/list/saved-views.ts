import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation } from 'react-router'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import {
  type SharedView,
  sharedViewsQuery,
  shareView,
  unshareView,
} from '#web/kit/session/shared-views.ts'
import { saveUserConfig, userConfigsQuery } from '#web/kit/session/start-up.ts'
import { type Filter, writeFilters } from './filters.ts'

export interface SavedView {
  name: string
  /** The address's query, which is all a view consists of. */
  search: string
  /** Where its rows are counted when a question of its own answers them. */
  question?: string
  /** The row of a view that everybody sees. */
  shared?: SharedView
}

/** Where a list stands: what its views are kept under, and the query that leads to all its rows. */
export interface ListPlace {
  name: string
  search: string
}

/** Which page of a view somebody is on does not make it another view. */
export function isSameView(a: string, b: string): boolean {
  return normal(a) === normal(b)
}

function normal(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('offset')
  params.sort()
  return params.toString()
}

/** A view by its filters, and by its order where that is not the list's own. */
export function viewOf(name: string, where: Filter[], order?: string): SavedView {
  const params = new URLSearchParams({ where: writeFilters(where), ...(order ? { order } : {}) })
  return { name, search: `?${params}` }
}

/** A person's own views of a list, kept in their userconfig, and those that everybody sees. */
export function useSavedViews(list: string) {
  const key = `views.${list}`
  const { data: configs } = useQuery(userConfigsQuery)
  const { data: all } = useQuery(sharedViewsQuery)
  const row = configs?.find((config) => config.name === key)
  const own: SavedView[] = Array.isArray(row?.value) ? row.value : []
  const shared = (all ?? [])
    .filter(({ list_name }) => list_name === list)
    .map((view): SavedView => ({ name: view.name, search: view.search, shared: view }))
  const store = useMutation({
    mutationFn: (value: SavedView[]) => saveUserConfig(key, value),
    onError: toastProblem,
  })
  const share = ({ name, search }: SavedView) => shareView({ list_name: list, name, search })
  const without = (name: string) => own.filter((other) => other.name !== name)
  return {
    own,
    shared,
    async save(view: SavedView, isShared: boolean) {
      await (isShared ? share(view) : store.mutateAsync([...without(view.name), view]))
      toast(`View “${view.name}” ${isShared ? 'is there for everybody' : 'saved'}.`)
    },
    async remove(view: SavedView) {
      const before = own
      await (view.shared ? unshareView(view.shared) : store.mutateAsync(without(view.name)))
      toast(`View “${view.name}” removed.`, {
        run: () => (view.shared ? share(view) : store.mutateAsync(before)),
      })
    },
    /** From one's own to everybody's. */
    async shareOwn(view: SavedView) {
      await share(view)
      await store.mutateAsync(without(view.name))
      toast(`View “${view.name}” is there for everybody.`)
    },
  }
}

const firstKey = 'views.first'
/** Of all rows there is no query to tell that somebody wants to see them all. */
export const allRows = { isStarted: true }

/** By list: the query of the view that it opens with, for this person. */
export function useFirstViews() {
  const { data } = useQuery(userConfigsQuery)
  const row = data?.find((config) => config.name === firstKey)
  // Written below, by this person.
  const firsts = (row?.value ?? {}) as Record<string, string>
  return {
    isKnown: data !== undefined,
    firsts,
    async open(list: string, search: string) {
      await saveUserConfig(firstKey, { ...firsts, [list]: search }).catch(toastProblem)
    },
  }
}

/** Where a list goes at once when somebody comes to it by the menu; null where it stays. */
export function useStartView(place: ListPlace | null, usual = '') {
  const { search, state } = useLocation()
  const { isKnown, firsts } = useFirstViews()
  const isDecided = useRef(false)
  const all = place?.search ?? ''
  const first = place === null ? all : (firsts[place.name] ?? (usual || all))
  // Without a query a screen of several lists shows the first of them.
  const isThere = (search !== '' && !isSameView(search, all)) || state?.isStarted === true
  if (isDecided.current || isThere) {
    isDecided.current = true
    return null
  }
  const isAll = isSameView(first, all)
  isDecided.current = isKnown && isAll
  return !isAll && isKnown ? { search: first, state: allRows } : null
}
