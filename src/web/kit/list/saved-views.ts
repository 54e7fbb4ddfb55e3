import { useMutation, useQuery } from '@tanstack/react-query'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { saveUserConfig, userConfigsQuery } from '#web/kit/session/start-up.ts'
import { type Filter, writeFilters } from './filters.ts'

export interface SavedView {
  name: string
  /** The address's query, which is all a view consists of. */
  search: string
  /** Where its rows are counted when a question of its own answers them. */
  question?: string
}

/** A view by its filters, and by its order where that is not the list's own. */
export function viewOf(name: string, where: Filter[], order?: string): SavedView {
  const params = new URLSearchParams({ where: writeFilters(where), ...(order ? { order } : {}) })
  return { name, search: `?${params}` }
}

/** A person's own views of a list, kept in their userconfig. */
export function useSavedViews(plural: string) {
  const key = `views.${plural}`
  const { data } = useQuery(userConfigsQuery)
  const row = data?.find((config) => config.name === key)
  const views: SavedView[] = Array.isArray(row?.value) ? row.value : []
  const store = useMutation({
    mutationFn: (value: SavedView[]) => saveUserConfig(key, value),
    onError: toastProblem,
  })
  return {
    views,
    async save(view: SavedView) {
      await store.mutateAsync([...views.filter((other) => other.name !== view.name), view])
      toast(`View “${view.name}” saved.`)
    },
    async remove(view: SavedView) {
      const before = views
      await store.mutateAsync(views.filter((other) => other.name !== view.name))
      toast(`View “${view.name}” removed.`, { run: () => store.mutateAsync(before) })
    },
  }
}
