import type { Entity } from '#domain/kit/entity.ts'
import { plural } from '#domain/kit/wording.ts'
import { askToDelete } from '#web/kit/dialogs/ask.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { messageFrom } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { removeCall, removeManyCall, restoreCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import type { BulkResult } from './bulk-results.tsx'
import { rowsByIds } from './rows-by-ids.ts'
import { showResults } from './show-results.tsx'

const chunkSize = 100
// Above this, deleting asks to type the number.
const typedAbove = 50
const namesShown = 8

/** Asks, deletes, and offers the way back; true when something was deleted. */
export async function removeRows(entity: Entity, ids: number[], name: string): Promise<boolean> {
  const typed = ids.length > typedAbove ? String(ids.length) : undefined
  const consequence = 'It can be restored: with Undo right after, or later from the record.'
  const those = ids.length > 1 ? `${await namesOf(entity, ids).catch(() => name)}. ` : ''
  if (!(await askToDelete(name, those + consequence, typed))) return false
  try {
    const { message, removed, refused } = await remove(entity, ids)
    if (removed.length > 0)
      toast(message || `${countOf(entity, removed.length)} deleted.`, {
        run: () => restoreRows(entity, removed),
      })
    if (refused.size > 0) showResults('delete', entity, await named(entity, ids, refused))
    return removed.length > 0
  } catch (cause) {
    toastProblem(cause)
    return false
  } finally {
    await queryClient.invalidateQueries({ queryKey: [entity.plural] })
  }
}

interface Removal {
  message: string
  removed: number[]
  /** Why not, by the row's id. */
  refused: Map<number, string>
}

async function remove(entity: Entity, ids: number[]): Promise<Removal> {
  const [only] = ids
  if (ids.length === 1 && only !== undefined) {
    const { message } = await send(removeCall(entity), { id: only })
    return { message, removed: ids, refused: new Map() }
  }
  const all: Removal = { message: '', removed: [], refused: new Map() }
  for (let start = 0; start < ids.length; start += chunkSize) {
    const chunk = ids.slice(start, start + chunkSize)
    const { data } = await send(removeManyCall(entity), { ids: chunk })
    all.removed.push(...data.deleted)
    for (const { id, message } of data.refused) all.refused.set(id, message)
  }
  return all
}

/** Brings deleted rows back. */
export async function restoreRows(entity: Entity, ids: number[]): Promise<void> {
  const refused = new Map<number, string>()
  try {
    for (const id of ids) {
      // What cannot come back, since its owner is gone, keeps none of the others away.
      await send(restoreCall(entity), { id }).catch((cause) => {
        if (ids.length === 1) throw cause
        refused.set(id, messageFrom(cause))
      })
    }
    if (refused.size > 0) showResults('restore', entity, await named(entity, ids, refused))
    else toast(`${countOf(entity, ids.length)} restored.`)
  } finally {
    await queryClient.invalidateQueries({ queryKey: [entity.plural] })
    await queryClient.invalidateQueries({ queryKey: [entity.name] })
  }
}

async function named(
  entity: Entity,
  ids: readonly number[],
  refused: ReadonlyMap<number, string>,
): Promise<BulkResult[]> {
  const rows = await rowsByIds(entity, ids, { fields: entity.title })
  return rows.map((row) => ({
    id: row.id,
    name: String(row[entity.title] ?? row.id),
    problem: refused.get(row.id) ?? null,
  }))
}

/** Which ones, as far as a sentence can say. */
async function namesOf(entity: Entity, ids: readonly number[]): Promise<string> {
  const some = await rowsByIds(entity, ids.slice(0, namesShown), { fields: entity.title })
  const names = some.map((row) => String(row[entity.title] ?? row.id)).join(', ')
  const more = ids.length - some.length
  return more > 0 ? `${names} and ${more} more` : names
}

export function countOf(entity: Entity, count: number): string {
  if (count === 1) return `1 ${entity.label.toLowerCase()}`
  return plural(count, entity.label.toLowerCase(), entity.labelPlural.toLowerCase())
}
