import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconRotate } from '@tabler/icons-react'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useState } from 'react'
import { humanise, plural } from '#domain/kit/wording.ts'
import { type Task, task } from '#domain/tasks/task.ts'
import { taskCalls } from '#domain/tasks/task-calls.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { forgetTasks, toggleTask } from './finish-task.ts'
import { openTasks, taskQuestions, taskViews } from './task-views.ts'
import { AboutRecord, isOverdue } from './task-words.tsx'
import classes from './tasks.module.css'

// The list asks for whole rows, so the row is a task.
const asTask = (row: DataRow) => row as unknown as Task
const cells = {
  reference_object: (row: DataRow, titles: Titles) => (
    <AboutRecord row={asTask(row)} titles={titles} />
  ),
  task_status: (row: DataRow) => <Status row={asTask(row)} />,
}
const names = ['mine', 'role', 'overdue'] as const

/** What is to be done, with the questions of the morning as its views. */
export function Screen() {
  const [list] = useQueryState('list', parseAsStringLiteral(names))
  return (
    <ListScreen
      entity={task}
      builtIn={taskViews}
      // Who comes by the menu sees what is open; All is a tab like the others.
      first={openTasks.search}
      cells={cells}
      {...(list ? { source: taskQuestions[list] } : {})}
      bulk={{ finish_tasks: (ids, onDone) => <Finish ids={ids} onDone={onDone} /> }}
    />
  )
}

function Status({ row }: { row: Task }) {
  const isDone = row.task_status === 'done'
  const Icon = isDone ? IconRotate : IconCheck
  return (
    <span className={classes.status}>
      {isOverdue(row) ? (
        <StatusChip value="overdue" label="Overdue" />
      ) : (
        <StatusChip value={row.task_status} label={humanise(row.task_status)} />
      )}
      <ActionIcon
        size={24}
        aria-label={isDone ? `Open again: ${row.subject}` : `Done: ${row.subject}`}
        disabled={Boolean(row.deleted_at)}
        onClick={() => void toggleTask(row)}
      >
        <Icon size={15} aria-hidden />
      </ActionIcon>
    </span>
  )
}

/** Finishes the selected ones; those that are done already stay as they are. */
function Finish({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  async function run() {
    setIsBusy(true)
    const finished: number[] = []
    try {
      const params = { 'id.in': ids.join(','), task_status: 'open', limit: 500 }
      for (const { id } of (await send(taskCalls.list, params)).data ?? []) {
        await send(taskCalls.done, { id })
        finished.push(id)
      }
      toast(`${plural(finished.length, 'task')} done.`, { run: () => reopenAll(finished) })
      onDone()
    } catch (cause) {
      toastProblem(cause)
    } finally {
      setIsBusy(false)
      await forgetTasks()
    }
  }
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconCheck size={15} aria-hidden />}
      onClick={() => void run()}
    >
      Done
    </Button>
  )
}

async function reopenAll(ids: readonly number[]): Promise<void> {
  for (const id of ids) await send(taskCalls.reopen, { id })
  await forgetTasks()
}
