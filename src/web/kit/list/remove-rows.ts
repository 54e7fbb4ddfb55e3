import type { Entity } from '#domain/kit/entity.ts'
import { plural } from '#domain/kit/wording.ts'
import { askToDelete } from '#web/kit/dialogs/ask.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { removeCall, removeManyCall, restoreCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'

const chunkSize = 100
// Above this, deleting asks to type the number.
const typedAbove = 50

/** Asks, deletes, and offers the way back; true when something was deleted. */
export async function removeRows(entity: Entity, ids: number[], name: string): Promise<boolean> {
  const typed = ids.length > typedAbove ? String(ids.length) : undefined
  const consequence = 'It can be restored: with Undo right after, or later from the record.'
  if (!(await askToDelete(name, consequence, typed))) return false
  try {
    const messages: string[] = []
    for (let start = 0; start < ids.length; start += chunkSize) {
      const chunk = ids.slice(start, start + chunkSize)
      const [id] = chunk
      const answer =
        ids.length === 1 && id !== undefined
          ? await send(removeCall(entity), { id })
          : await send(removeManyCall(entity), { ids: chunk })
      messages.push(answer.message)
    }
    const message = ids.length === 1 ? messages[0] : ''
    toast(message || `${countOf(entity, ids.length)} deleted.`, {
      run: () => restoreRows(entity, ids),
    })
    return true
  } catch (cause) {
    toastProblem(cause)
    return false
  } finally {
    await queryClient.invalidateQueries({ queryKey: [entity.plural] })
  }
}

/** Brings deleted rows back. */
export async function restoreRows(entity: Entity, ids: number[]): Promise<void> {
  try {
    for (const id of ids) await send(restoreCall(entity), { id })
    toast(`${countOf(entity, ids.length)} restored.`)
  } finally {
    await queryClient.invalidateQueries({ queryKey: [entity.plural] })
    await queryClient.invalidateQueries({ queryKey: [entity.name] })
  }
}

export function countOf(entity: Entity, count: number): string {
  if (count === 1) return `1 ${entity.label.toLowerCase()}`
  return plural(count, entity.label.toLowerCase(), entity.labelPlural.toLowerCase())
}
