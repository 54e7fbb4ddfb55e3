import { Badge, Button, Select } from '@mantine/core'
import { IconCheck, IconMailOpened } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Thread } from '#domain/messaging/thread.ts'
import { threadCalls } from '#domain/messaging/thread-calls.ts'
import { threadStateWords } from '#domain/messaging/thread-machine.ts'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { fullList } from '#web/kit/session/start-up.ts'
import classes from './chats.module.css'
import { momentOf } from './moment.ts'
import { RestMenu } from './rest-menu.tsx'
import { refreshThreads } from './thread-queries.ts'

/** Whose a thread is, and what becomes of it; each with a key. */
export function ThreadTools({ thread, onDone }: { thread: Thread; onDone: () => void }) {
  const { id, state } = thread
  const [isResting, setIsResting] = useState(false)
  const who = useRef<HTMLInputElement>(null)
  const staff = useQuery(fullList('staffs'))
  const run = (act: () => Promise<{ message: string }>) =>
    act()
      .then(({ message }) => toast(message))
      .catch(toastProblem)
      .finally(() => void refreshThreads())
  const isOver = state === 'done'
  const finish = () => {
    if (isOver) return
    void run(() => send(threadCalls.done, { id })).then(onDone)
  }
  const unread = () => void run(() => send(threadCalls.read, { id, is_unread: true })).then(onDone)
  useSingleKeys({
    d: finish,
    u: unread,
    s: () => setIsResting(state === 'open' || state === 'waiting'),
    a: () => who.current?.focus(),
  })
  return (
    <div className={classes.tools}>
      <Badge variant="light">
        {threadStateWords[state]}
        {thread.snoozed_until && ` until ${momentOf(thread.snoozed_until)}`}
      </Badge>
      <Select
        ref={who}
        aria-label="Assigned to"
        placeholder="Assign"
        size="xs"
        w={170}
        clearable
        searchable
        value={thread.assigned_id === null ? null : String(thread.assigned_id)}
        data={(staff.data ?? [])
          .filter((one) => one.is_active !== false)
          .map((one) => ({ value: String(one.id), label: String(one.name) }))}
        onChange={(next) =>
          void run(() => send(threadCalls.assign, { id, staff_id: next ? Number(next) : null }))
        }
      />
      <RestMenu
        thread={thread}
        isOpen={isResting}
        isDisabled={isOver || state === 'snoozed'}
        onOpen={setIsResting}
        onRest={(until) => void run(() => send(threadCalls.snooze, { id, until })).then(onDone)}
      />
      <Button
        size="xs"
        variant="default"
        onClick={unread}
        leftSection={<IconMailOpened size={14} aria-hidden />}
      >
        Unread
      </Button>
      <Button
        size="xs"
        disabled={isOver}
        onClick={finish}
        leftSection={<IconCheck size={14} aria-hidden />}
      >
        Done
      </Button>
    </div>
  )
}
