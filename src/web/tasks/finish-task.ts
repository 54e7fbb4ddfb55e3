import type { Task } from '#domain/tasks/task.ts'
import { taskCalls } from '#domain/tasks/task-calls.ts'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

export type Finishable = Pick<Task, 'id' | 'version' | 'subject' | 'task_status'>

/** Every list and count of tasks, and the record itself, are asked for again. */
export async function forgetTasks(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['tasks'] }),
    queryClient.invalidateQueries({ queryKey: ['task'] }),
    queryClient.invalidateQueries({ queryKey: ['standing'] }),
  ])
}

/** Done, with a way back; or open again. */
export async function toggleTask({ id, version, subject, task_status }: Finishable): Promise<void> {
  try {
    if (task_status === 'done') {
      await send(taskCalls.reopen, { id, version })
      toast(`“${subject}” is open again.`)
    } else {
      await send(taskCalls.done, { id, version })
      toast(`“${subject}” is done.`, { run: () => reopen(id) })
    }
  } catch (cause) {
    toastProblem(cause)
  } finally {
    await forgetTasks()
  }
}

async function reopen(id: number): Promise<void> {
  await send(taskCalls.reopen, { id })
  await forgetTasks()
}
