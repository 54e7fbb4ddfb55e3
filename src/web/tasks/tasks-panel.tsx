import { Anchor, Checkbox, Paper, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Task } from '#domain/tasks/task.ts'
import { taskCalls } from '#domain/tasks/task-calls.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { toggleTask } from './finish-task.ts'
import { type About, NewTask } from './new-task.tsx'
import { isOverdue, taskLine } from './task-words.tsx'
import classes from './tasks.module.css'

/** What is to be done about a record, the open ones first, and the place to add the next. */
export function TasksPanel({ about }: { about: About }) {
  const tasks = useQuery({
    queryKey: ['tasks', 'about', about],
    queryFn: ({ signal }) => {
      const params = { ...about, order: '-task_status,due_date,id', limit: 200 }
      return send(taskCalls.list, params, { signal })
    },
  })
  const rows = tasks.data?.data ?? []
  return (
    <>
      <Paper>
        <NewTask about={about} />
      </Paper>
      {tasks.isPending && <Skeleton height={80} />}
      {tasks.isError && <Trouble cause={tasks.error} onRetry={() => void tasks.refetch()} />}
      {tasks.isSuccess && rows.length === 0 && (
        <NothingHere title="Nothing to do." description="What somebody is to do about this." />
      )}
      <ul className={classes.list} aria-label="Tasks">
        {rows.map((row) => (
          <OneTask key={row.id} row={row} titles={tasks.data?.info.titles ?? {}} />
        ))}
      </ul>
    </>
  )
}

function OneTask({ row, titles }: { row: Task; titles: Titles }) {
  const isDone = row.task_status === 'done'
  return (
    <Paper component="li" p="sm" className={classes.task ?? ''}>
      <Checkbox
        mt={2}
        checked={isDone}
        aria-label={isDone ? `Open again: ${row.subject}` : `Done: ${row.subject}`}
        onChange={() => void toggleTask(row)}
      />
      <div className={classes.words}>
        <Anchor
          component={Link}
          to={`/app/task?id=${row.id}`}
          size="sm"
          fw={600}
          className={isDone ? (classes.done ?? '') : ''}
        >
          {row.subject}
        </Anchor>
        {row.text_plain && (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {row.text_plain}
          </Text>
        )}
        <Text size="xs" c={isOverdue(row) ? 'red' : 'dimmed'}>
          {taskLine(row, titles)}
          {isOverdue(row) && ' · overdue'}
        </Text>
      </div>
    </Paper>
  )
}
