import type { Entity } from '#domain/kit/entity.ts'
import { askToDelete } from '#web/kit/dialogs/ask.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { removeCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { forgetBank } from './bank-query.ts'

/** Asks and deletes what does not come back; true when it is gone. */
export async function removeForGood(
  entity: Entity,
  { id, name, consequence }: { id: number; name: string; consequence: string },
): Promise<boolean> {
  if (!(await askToDelete(name, consequence))) return false
  try {
    toast((await send(removeCall(entity), { id })).message)
    return true
  } catch (cause) {
    toastProblem(cause)
    return false
  } finally {
    await queryClient.invalidateQueries({ queryKey: [entity.plural] })
    await forgetBank()
  }
}
