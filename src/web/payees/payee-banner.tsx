import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { type AccountChange, confirmingRole } from '#domain/payees/payee.ts'
import { type PayeeAccountEvent, payeeCalls } from '#domain/payees/payee-calls.ts'
import { type ReasonAction, ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import classes from '#web/kit/frame/banner.module.css'
import { formatStamp } from '#web/kit/session/clock.ts'
import { useSession } from '#web/kit/session/session.ts'
import { accountLine } from './account-line.ts'
import { forgetPayee, type PayeeKey, usePayee } from './payee-query.ts'

const called = 'Call them on a number that you knew before, never on one that came with the change.'

const actions = {
  confirm: {
    title: 'Confirm the new bank account?',
    text: `Money goes there from now on. ${called}`,
    button: 'Confirm',
    call: payeeCalls.confirm,
    reason: 'none',
  },
  refuse: {
    title: 'Refuse the new bank account?',
    text: 'The account stays as it is. Who asked and the admins are told why.',
    button: 'Refuse',
    call: payeeCalls.refuse,
    reason: 'needed',
    isDanger: true,
  },
  withdraw: {
    title: 'Withdraw the new bank account?',
    text: 'The account stays as it is.',
    button: 'Withdraw',
    call: payeeCalls.withdraw,
    reason: 'none',
  },
  release: {
    title: 'Release payments to the changed account?',
    text: `${called} Say whom you spoke to.`,
    button: 'Release',
    call: payeeCalls.release,
    reason: 'needed',
  },
} as const satisfies Record<string, ReasonAction>

type Start = (action: keyof typeof actions, id: number) => void

/** What stands between a changed account and its first payment, and who can do something. */
export function PayeeBanner(whose: PayeeKey) {
  const { data } = usePayee(whose)
  const [asked, setAsked] = useState<{ action: ReasonAction; id: number } | null>(null)
  const start: Start = (action, id) => setAsked({ action: actions[action], id })
  const { waiting = null, hold = null } = data?.standing ?? {}
  return (
    <>
      {waiting && <Waiting whose={whose} waiting={waiting} start={start} />}
      {hold && <Held whose={whose} hold={hold} start={start} />}
      <ReasonDialog
        action={asked?.action ?? null}
        row={{ id: asked?.id ?? 0 }}
        onClose={() => setAsked(null)}
        refresh={() => forgetPayee(whose)}
      />
    </>
  )
}

interface WaitingProps {
  whose: PayeeKey
  waiting: PayeeAccountEvent
  start: Start
}

function Waiting({ whose, waiting, start }: WaitingProps) {
  const { role, user } = useSession()
  const { id, actor_id, actor_name, created_at, from, to } = waiting
  const isOwn = actor_id === user?.id
  const mayAnswer = !isOwn && atLeast(role, confirmingRole(whose.kind))
  return (
    <Banner
      text={
        <>
          <b>A new bank account waits for a second person.</b> {actor_name} asked on{' '}
          {formatStamp(created_at)}: {accountLine(from)} → {accountLine(to)}.
        </>
      }
    >
      {mayAnswer && <Button onClick={() => start('confirm', id)}>Confirm</Button>}
      {mayAnswer && (
        <Button variant="default" onClick={() => start('refuse', id)}>
          Refuse
        </Button>
      )}
      {isOwn && (
        <Button variant="default" onClick={() => start('withdraw', id)}>
          Withdraw
        </Button>
      )}
    </Banner>
  )
}

interface HeldProps {
  whose: PayeeKey
  hold: AccountChange
  start: Start
}

function Held({ whose, hold, start }: HeldProps) {
  const { role } = useSession()
  return (
    <Banner
      text={
        <>
          <b>Payments wait until {formatDayShort(hold.hold_until)}.</b> The bank account was changed
          on {formatDayShort(hold.changed_date)} by {hold.changed_by}.
        </>
      }
    >
      {atLeast(role, confirmingRole(whose.kind)) && (
        <Button variant="default" onClick={() => start('release', hold.id)}>
          Release
        </Button>
      )}
    </Banner>
  )
}

function Banner({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.banner} data-inset role="status">
      <Text size="sm">{text}</Text>
      <Group gap="xs">{children}</Group>
    </div>
  )
}
