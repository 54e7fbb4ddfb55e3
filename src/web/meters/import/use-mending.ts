import { useRef } from 'react'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { api, isApiProblem } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import {
  forgetImport,
  type ImportRow,
  type PoolRow,
  type PoolTab,
  poolQuery,
} from './import-query.ts'

type Change = Partial<PoolRow>
type Page = { rows: PoolRow[]; total: number }

/** Saves a changed cell and shows what the rules now say of the row and of its neighbours. */
export function useMending(importRow: ImportRow, tab: PoolTab, offset: number) {
  const { queryKey } = poolQuery(importRow, tab, offset)
  // Changes of one row follow each other, each made from the version before it.
  const queue = useRef(new Map<number, Promise<unknown>>())

  async function send(id: number, change: Change): Promise<PoolRow> {
    const rows = queryClient.getQueryData<Page>(queryKey)?.rows ?? []
    const version = rows.find((row) => row.id === id)?.version
    const { data, info } = await api.post<PoolRow>('/stagedreading', { id, version, ...change })
    const told = new Map(neighboursIn(info.neighbours).map((one) => [one.id, one]))
    queryClient.setQueryData<Page>(queryKey, (page) =>
      page
        ? { ...page, rows: page.rows.map((row) => (row.id === id ? data : merged(row, told))) }
        : page,
    )
    void queryClient.invalidateQueries({ queryKey: ['readingimport', importRow.id] })
    return data
  }

  return async (id: number, change: Change): Promise<PoolRow | null> => {
    const before = queue.current.get(id) ?? Promise.resolve()
    const saving = before.catch(() => undefined).then(() => send(id, change))
    queue.current.set(id, saving)
    try {
      return await saving
    } catch (cause) {
      // A field's own words stand at the field; everything else is said once for all.
      if (isApiProblem(cause) && cause.errors.length > 0) throw cause
      toastProblem(cause)
      await forgetImport(importRow.id)
      return null
    }
  }
}

type Told = Pick<PoolRow, 'id' | 'severity' | 'findings'>

function merged(row: PoolRow, told: Map<number, Told>): PoolRow {
  return { ...row, ...told.get(row.id) }
}

function neighboursIn(sent: unknown): Told[] {
  // The server lists them beside the row that was changed.
  return Array.isArray(sent) ? (sent as Told[]) : []
}
