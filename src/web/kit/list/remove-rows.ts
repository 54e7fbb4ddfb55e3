import type { Entity } from '#domain/kit/entity.ts'
import { plural } from '#domain/kit/wording.ts'
import { askToDelete } from '#web/kit/dialogs/ask.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { api } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'

const chunkSize = 100
// Above this, deleting asks to type the number.
const typedAbove = 50

/** Asks, deletes, and offers the way back; true when something was deleted. */
export async function removeRows(entity: Entity, ids: number[], name: string): Promise<boolean> {
  const typed = ids.length > typedAbove ? String(ids.length) : undefined
  const consequence = 'It can be restored: with Undo right after, or later from the record.'
  if (!(await askToDelete(name, consequence, typed))) return false
  try {
    const answers = []
    for (let start = 0; start < ids.length; start += chunkSize) {
      const chunk = ids.slice(start, start + chunkSize)
      const answer =
        ids.length === 1
          ? await api.remove(`/${entity.name}`, { id: ids[0] })
          : await api.remove(`/${entity.plural}`, { ids: chunk })
      answers.push(answer)
    }
    const message = ids.length === 1 ? answers[0]?.message : ''
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
    for (const id of ids) await api.post(`/${entity.name}/restore`, { id })
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
