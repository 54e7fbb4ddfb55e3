import type { InputOf } from '#domain/kit/call.ts'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import type { Answer } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { updateCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import type { DataRow } from './data-table.tsx'

export type VersionedRow = DataRow & { version: number }

/** Changes one field of a row and answers the row as it is now. */
async function changeField(
  entity: Entity,
  row: VersionedRow,
  name: string,
  value: unknown,
): Promise<VersionedRow> {
  const call = updateCall(entity)
  const body = { id: row.id, version: row.version, [name]: value === '' ? null : value }
  // The server checks it by the entity.
  const answer = await send(call, body as InputOf<typeof call>)
  return answer.data as VersionedRow // Every row has its version.
}

/** The same from a list, which shows it at once, with a way back. */
export async function changeInPlace(
  entity: Entity,
  row: VersionedRow,
  name: string,
  value: unknown,
): Promise<void> {
  try {
    const changed = await changeField(entity, row, name, value)
    putRow(entity, changed)
    toast(`${labelOf(entity, name)} changed.`, {
      run: async () => {
        putRow(entity, await changeField(entity, changed, name, row[name] ?? null))
        forgetRows(entity)
      },
    })
  } finally {
    forgetRows(entity)
  }
}

function putRow(entity: Entity, row: VersionedRow): void {
  queryClient.setQueriesData<Answer<DataRow[]>>(
    { queryKey: [entity.plural, 'list'] },
    (answer) =>
      answer && {
        ...answer,
        data: (answer.data ?? []).map((one) => (one.id === row.id ? row : one)),
      },
  )
}

export function forgetRows(entity: Entity): void {
  void queryClient.invalidateQueries({ queryKey: [entity.plural] })
  void queryClient.invalidateQueries({ queryKey: [entity.name] })
}
