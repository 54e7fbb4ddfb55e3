import { useQuery } from '@tanstack/react-query'
import {
  type FieldChange,
  type FieldChangeRow,
  type FieldChangeState,
  fieldChangeCalls,
  toldAtOnce,
} from '#domain/kit/fieldchange-calls.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

const LOOK_AGAIN_MS = 700
const keyOf = (id: number) => ['fieldchanges', 'one', id]

export const isUnderWay = ({ state }: { state: FieldChangeState }) =>
  state === 'running' || state === 'undoing'

/** How far a change of many rows is, looked at again until it is over. */
export function useFieldChange(first: FieldChange): FieldChange {
  const { data } = useQuery({
    queryKey: keyOf(first.id),
    queryFn: async ({ signal }) =>
      (await send(fieldChangeCalls.get, { id: first.id }, { signal, isQuiet: true })).data,
    initialData: first,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_AGAIN_MS : false),
  })
  return data
}

export const putFieldChange = (change: FieldChange) =>
  queryClient.setQueryData(keyOf(change.id), change)

/** What the caller changed in many rows before, latest first. */
export async function fieldChangesOfMine(): Promise<FieldChange[]> {
  return (await send(fieldChangeCalls.mine, {})).data ?? []
}

/** What became of every row. */
export async function fieldChangeRows(id: number): Promise<FieldChangeRow[]> {
  const rows: FieldChangeRow[] = []
  for (;;) {
    const { data } = await send(fieldChangeCalls.rows, { id, skip: rows.length })
    rows.push(...(data ?? []))
    if ((data ?? []).length < toldAtOnce) return rows
  }
}

/** Lists and pages show the rows as they are now. */
export function forgetChanged(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== 'fieldchanges',
  })
}
