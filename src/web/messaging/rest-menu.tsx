import { Button, Menu } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import type { Thread } from '#domain/messaging/thread.ts'
import { SNOOZE_DAYS } from '#domain/messaging/thread-calls.ts'
import { momentOf } from './moment.ts'
import { MomentDialog } from './moment-dialog.tsx'

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
  const isToCome = snooze_cut_short !== null && Date.parse(snooze_cut_short) > Date.now()
  const before = isToCome
    ? [{ label: `As before: ${momentOf(snooze_cut_short)}`, until: snooze_cut_short }]
    : []
  const told = choices.map(({ label, moment }) => ({ label, until: moment.toInstant().toString() }))
  return [...before, ...told]
}

interface Props {
  thread: Thread
  isOpen: boolean
  isDisabled: boolean
  onOpen: (isOpen: boolean) => void
  onRest: (until: string) => void
}

/** Until when a thread rests: a moment that people often mean, or a day of their choice. */
export function RestMenu({ thread, isOpen, isDisabled, onOpen, onRest }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Menu opened={isOpen} onChange={onOpen} position="bottom-start">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            disabled={isDisabled}
            leftSection={<IconClock size={14} aria-hidden />}
          >
            Rest
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {restsUntil(thread).map(({ label, until }) => (
            <Menu.Item key={label} onClick={() => onRest(until)}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setIsAsking(true)}>A day and time …</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsking && (
        <MomentDialog
          title="Let it rest"
          label="Comes back at"
          button="Rest until then"
          mostDays={SNOOZE_DAYS}
          onClose={() => setIsAsking(false)}
          onChoose={(until) => {
            setIsAsking(false)
            onRest(until)
          }}
        />
      )}
    </>
  )
}
