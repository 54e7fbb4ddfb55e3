import { Button, Paper, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatStamp } from '#domain/kit/calendar.ts'
import { type Message, message } from '#domain/messaging/message.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Facts } from '#web/kit/frame/facts.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import type { Answer } from '#web/kit/session/api.ts'
import classes from './chats.module.css'
import { Screen as NewMessage } from './message-new.tsx'

/** One message to read; without an id in the address, the place to write one. */
export function Screen() {
  return (
    <RecordScreen entity={message} title="Message" none={<NewMessage />}>
      {(answer) => <OneMessage answer={answer} />}
    </RecordScreen>
  )
}

const facts = ['customer_id', 'invoice_id', 'sender', 'type', 'status', 'read_at', 'read_by_id']

function OneMessage({ answer }: { answer: Answer<EditRow> }) {
  // The call answers a row of the entity it names.
  const row = answer.data as EditRow & Message
  return (
    <Page
      title={row.direction === 'in' ? 'From the customer' : 'To the customer'}
      summary={formatStamp(row.created_at)}
      crumbs={<Crumbs path={[['Message history', '/app/messages']]} here={`Message ${row.id}`} />}
      actions={
        row.customer_id !== null && (
          <Button component={Link} to={`/app/messages/chats?customer=${row.customer_id}`}>
            Open the chat
          </Button>
        )
      }
    >
      <Paper component="section" aria-label="Text">
        <Text size="sm" className={classes.said}>
          {row.text_plain}
        </Text>
      </Paper>
      <Facts entity={message} row={row} titles={answer.info.titles ?? {}} names={facts} isBrief />
    </Page>
  )
}
