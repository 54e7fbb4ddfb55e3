import { ActionIcon, Menu } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { timestamp } from '#domain/kit/field.ts'
import { message } from '#domain/messaging/message.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { StampInput } from '#web/kit/form/stamp-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { shownZoneMark } from '#web/kit/session/clock.ts'

interface Props {
  isDisabled: boolean
  onChoose: (not_before: string) => void
}

const moment = timestamp()

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

function MomentDialog(props: { onClose: () => void; onChoose: (at: string) => void }) {
  const id = useId()
  const [at, setAt] = useState<string | null>(null)
  const isPast = at !== null && Date.parse(at) <= Date.now()
  const submit = useSubmit(async () => {
    if (at !== null && !isPast) props.onChoose(at)
  })
  return (
    <DialogForm
      isOpen
      title="Send it later"
      button="Send then"
      submit={submit}
      isDisabled={at === null || isPast}
      onClose={props.onClose}
    >
      <StampInput
        entity={message}
        name="not_before"
        field={moment}
        id={id}
        label="Leaves at"
        value={at}
        error={isPast ? 'Choose a moment that is still to come.' : undefined}
        isDisabled={false}
        isFirst
        onChange={(next) => setAt(typeof next === 'string' && next ? next : null)}
        onBlur={() => {}}
      />
    </DialogForm>
  )
}
