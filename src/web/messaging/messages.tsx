import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { type Message, message } from '#domain/messaging/message.ts'
import { messageKinds } from '#domain/messaging/message-kind.ts'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import type { Filter } from '#web/kit/list/filters.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { viewOf } from '#web/kit/list/saved-views.ts'
import { useSession } from '#web/kit/session/session.ts'
import { emails } from './emails.tsx'
import { MessageChip } from './message-chip.tsx'

// The list asks for whole rows, so the row is a message.
const asMessage = (row: DataRow) => row as unknown as Message

const cells = {
  direction: (row: DataRow) => (row.direction === 'in' ? 'Received' : 'Sent'),
  kind: (row: DataRow) => messageKinds[asMessage(row).kind],
  status: (row: DataRow) => <MessageChip row={asMessage(row)} />,
}

const among = (field: string, ...values: string[]): Filter => ({ field, operator: 'in', values })

const views = [
  viewOf('Emails', [emails]),
  viewOf('Chats', [among('type', 'chat')]),
  viewOf('Waiting', [among('status', 'queued', 'sending')]),
  viewOf('Not delivered', [among('status', 'failed', 'bounced', 'blocked', 'unconfirmed')]),
]

/** Everything that came and went, of everybody. Nothing of it is changed or removed. */
export function Screen() {
  const { role } = useSession()
  return (
    <ListScreen
      entity={message}
      title="Message history"
      builtIn={views}
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
