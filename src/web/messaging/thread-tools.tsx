import { Badge, Button, Menu, Select } from '@mantine/core'
import { IconCheck, IconClock, IconMailOpened } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import type { Thread } from '#domain/messaging/thread.ts'
import { threadCalls } from '#domain/messaging/thread-calls.ts'
import { threadStateWords } from '#domain/messaging/thread-machine.ts'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { fullList } from '#web/kit/session/start-up.ts'
import classes from './chats.module.css'
import { momentOf } from './moment.ts'
import { refreshThreads } from './thread-queries.ts'

/** When it may come back, as people say it. */
function restsUntil({ snooze_cut_short }: Thread): { label: string; until: string }[] {
  const now = Temporal.Now.zonedDateTimeISO(BUSINESS_TIME_ZONE)
  const at = (days: number, time: string) =>
    now.add({ days }).withPlainTime(Temporal.PlainTime.from(time))
  const noon = at(0, '13:00')
  const choices = [
    { label: 'Today at 1 pm', moment: noon },
    { label: 'Tomorrow at 8:30 am', moment: at(1, '08:30') },
    { label: 'In three days', moment: at(3, '08:30') },
    { label: 'In a week', moment: at(7, '08:30') },
    { label: 'In a month', moment: at(30, '08:30') },
  ].filter(({ moment }) => Temporal.ZonedDateTime.compare(moment, now) > 0)
  const before = snooze_cut_short
    ? [{ label: `As before: ${momentOf(snooze_cut_short)}`, until: snooze_cut_short }]
    : []
  const told = choices.map(({ label, moment }) => ({ label, until: moment.toInstant().toString() }))
  return [...before, ...told]
}

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
      <Menu opened={isResting} onChange={setIsResting} position="bottom-start">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            disabled={isOver || state === 'snoozed'}
            leftSection={<IconClock size={14} aria-hidden />}
          >
            Rest
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {restsUntil(thread).map(({ label, until }) => (
            <Menu.Item
              key={label}
              onClick={() => void run(() => send(threadCalls.snooze, { id, until })).then(onDone)}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
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
