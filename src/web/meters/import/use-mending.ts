import { useRef } from 'react'
import type { ReadingImport, StagedReading } from '#domain/meters/readingimport.ts'
import { type RowVerdict, stagedreadingCalls } from '#domain/meters/readingimport-calls.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { isApiProblem } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { forgetImport, type PoolTab, poolQuery } from './import-query.ts'

type Change = Partial<StagedReading>
type Page = { rows: StagedReading[]; total: number }

/** Saves a changed cell and shows what the rules now say of the row and of its neighbours. */
export function useMending(importRow: ReadingImport, tab: PoolTab, offset: number) {
  const { queryKey } = poolQuery(importRow, tab, offset)
  // Changes of one row follow each other, each made from the version before it.
  const queue = useRef(new Map<number, Promise<unknown>>())

  async function save(id: number, change: Change): Promise<StagedReading> {
    const rows = queryClient.getQueryData<Page>(queryKey)?.rows ?? []
    const version = rows.find((row) => row.id === id)?.version
    const { data, info } = await send(stagedreadingCalls.update, { ...change, id, version })
    const told = new Map(info.neighbours?.map((one) => [one.id, one]))
    queryClient.setQueryData<Page>(queryKey, (page) =>
      page
        ? { ...page, rows: page.rows.map((row) => (row.id === id ? data : merged(row, told))) }
        : page,
    )
    void queryClient.invalidateQueries({ queryKey: ['readingimport', importRow.id] })
    return data
  }

  return async (id: number, change: Change): Promise<StagedReading | null> => {
    const before = queue.current.get(id) ?? Promise.resolve()
    const saving = before.catch(() => undefined).then(() => save(id, change))
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

function merged(row: StagedReading, told: ReadonlyMap<number, RowVerdict>): StagedReading {
  return { ...row, ...told.get(row.id) }
}
