import { ActionIcon, Menu } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { shownZoneMark } from '#web/kit/session/clock.ts'
import { MomentDialog } from '#web/messaging/moment-dialog.tsx'

interface Props {
  isDisabled: boolean
  onChoose: (not_before: string) => void
}

function atHalfPastEight(days: number): string {
  const day = Temporal.Now.zonedDateTimeISO(BUSINESS_TIME_ZONE).add({ days })
  return day.withPlainTime(Temporal.PlainTime.from('08:30')).toInstant().toString()
}

/** Those who have clocks of their own read whose half past eight it is. */
const inAuckland = () => (shownZoneMark() ? ' in Auckland' : '')

/** In how many days it is Monday again. */
function untilMonday(): number {
  return 8 - Temporal.Now.zonedDateTimeISO(BUSINESS_TIME_ZONE).dayOfWeek
}

/** The moments at which a mail may leave instead of now. */
export function SendLater({ isDisabled, onChoose }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Menu position="top-end">
        <Menu.Target>
          <ActionIcon size={34} variant="default" aria-label="Send later" disabled={isDisabled}>
            <IconClock size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onChoose(atHalfPastEight(1))}>
            Tomorrow at 8:30 am{inAuckland()}
          </Menu.Item>
          <Menu.Item onClick={() => onChoose(atHalfPastEight(untilMonday()))}>
            Monday at 8:30 am{inAuckland()}
          </Menu.Item>
          <Menu.Item onClick={() => setIsAsking(true)}>A day and time …</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsking && (
        <MomentDialog
          title="Send it later"
          label="Leaves at"
          button="Send then"
          onClose={() => setIsAsking(false)}
          onChoose={(at) => {
            setIsAsking(false)
            onChoose(at)
          }}
        />
      )}
    </>
  )
}
