import { useRef } from 'react'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { isApiProblem } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { forgetImport, type PoolPart, poolQuery } from './import-query.ts'
import type { ImportRow, ImportScreen, StagedRow } from './import-screen.ts'

/** Saves a changed cell and shows what the rules now say of the row and of its neighbours. */
export function useMending<B extends ImportRow, R extends StagedRow, P, X>(
  screen: ImportScreen<B, R, P, X>,
  importRow: B,
  part: PoolPart,
) {
  type Page = { rows: R[]; total: number }
  const { queryKey } = poolQuery(screen, importRow, part)
  // Changes of one row follow each other, each made from the version before it.
  const queue = useRef(new Map<number, Promise<unknown>>())

  async function save(id: number, change: Partial<R>): Promise<R> {
    const rows = queryClient.getQueryData<Page>(queryKey)?.rows ?? []
    const version = rows.find((row) => row.id === id)?.version
    const { data, info } = await send(screen.calls.mend, { ...change, id, version })
    const told = new Map(info.neighbours?.map((one) => [one.id, one]))
    queryClient.setQueryData<Page>(queryKey, (page) =>
      page
        ? {
            ...page,
            rows: page.rows.map((row) => (row.id === id ? data : { ...row, ...told.get(row.id) })),
          }
        : page,
    )
    void queryClient.invalidateQueries({ queryKey: [screen.batch.name, importRow.id] })
    return data
  }

  return async (id: number, change: Partial<R>): Promise<R | null> => {
    const before = queue.current.get(id) ?? Promise.resolve()
    const saving = before.catch(() => undefined).then(() => save(id, change))
    queue.current.set(id, saving)
    try {
      return await saving
    } catch (cause) {
      // A field's own words stand at the field; everything else is said once for all.
      if (isApiProblem(cause) && cause.errors.length > 0) throw cause
      toastProblem(cause)
      await forgetImport(screen, importRow.id)
      return null
    }
  }
}
