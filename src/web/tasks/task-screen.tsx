import { Button, Paper, Text, Title } from '@mantine/core'
import { IconCheck, IconRotate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Task, task } from '#domain/tasks/task.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { rowQuery } from '#web/kit/session/use-row.ts'
import { toggleTask } from './finish-task.ts'
import { AboutRecord, taskLine } from './task-words.tsx'

// The screen's entity says what the row is.
const asTask = (row: EditRow) => row as unknown as Task

/** One task: what, for whom and by when, what it is about, and the button that ends it. */
export function Screen() {
  return (
    <EditScreen
      entity={task}
      actions={(row) => !row.deleted_at && <Finish row={asTask(row)} />}
      below={(row) => <About row={asTask(row)} />}
    />
  )
}

function Finish({ row }: { row: Task }) {
  const isDone = row.task_status === 'done'
  const Icon = isDone ? IconRotate : IconCheck
  return (
    <Button
      variant="default"
      leftSection={<Icon size={15} aria-hidden />}
      onClick={() => void toggleTask(row)}
    >
      {isDone ? 'Open again' : 'Done'}
    </Button>
  )
}

function About({ row }: { row: Task }) {
  const { data } = useQuery(rowQuery(task, row.id))
  const titles = data?.info.titles ?? {}
  return (
    <Paper component="section" maw={1080}>
      <Title order={2} mb="xs">
        About
      </Title>
      {row.reference_object && (
        <Text size="sm">
          <AboutRecord row={row} titles={titles} />
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {taskLine(row, titles)}
        {row.cause && ' · asked for by Switchboard itself'}
      </Text>
    </Paper>
  )
}
