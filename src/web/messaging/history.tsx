import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { type Message, message } from '#domain/messaging/message.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import { messageKinds } from '#domain/messaging/message-kind.ts'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { MessageChip } from './message-chip.tsx'
import { MessageTabs, messageTabs } from './message-tabs.tsx'
import { TakeBack } from './take-back.tsx'

// The list asks for whole rows, so the row is a message.
const asMessage = (row: DataRow) => row as unknown as Message

const directions = { in: 'Received', out: 'Sent', note: 'Note' }

const cells = {
  direction: (row: DataRow) => directions[asMessage(row).direction],
  kind: (row: DataRow) => messageKinds[asMessage(row).kind],
  status: (row: DataRow) => (
    <>
      <MessageChip row={asMessage(row)} /> <TakeBack row={asMessage(row)} />
    </>
  ),
}

/** Everything that came and went, of everybody. Nothing of it is changed or removed. */
export function History() {
  const { role } = useSession()
  const where = new URLSearchParams(useLocation().search).get('where')
  const lists = ['history', 'emails', 'scheduled'] as const
  const current = lists.find(
    (name) => new URLSearchParams(messageTabs[name].search).get('where') === where,
  )
  return (
    <ListScreen
      entity={message}
      title="Message history"
      above={<MessageTabs current={current ?? 'history'} />}
      place={{ name: message.plural, search: messageTabs.history.search }}
      cells={cells}
      isKept
      actions={
        role === 'padmin' && (
          <Button component={Link} to="/app/admin/mails" variant="default">
            Sign-in mail
          </Button>
        )
      }
    />
  )
}

const undelivered = {
  path: messageCalls.undelivered.path,
  none: 'Everything got where it was meant to.',
  figure: 'not_delivered',
}

/** What did not get where it was meant to, until somebody sends it again. */
export function Undelivered() {
  return (
    <ListScreen
      entity={message}
      title="Not delivered"
      above={<MessageTabs current="undelivered" />}
      place={{ name: 'messages.undelivered', search: messageTabs.undelivered.search }}
      source={undelivered}
      cells={cells}
      isKept
    />
  )
}
